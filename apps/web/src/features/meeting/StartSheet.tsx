import { type Instant, limits, wallClock } from '@parley/core'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { Button } from '../../ui/index.ts'
import { Sheet } from '../../ui/sheet.ts'
import { DateWheels, TimeWheels } from '../../ui/wheels.ts'
import { startWords } from './createWords.ts'
import styles from './StartSheet.module.css'
import { scheduleZone, startParts, startText } from './schedule.ts'

export interface StartSheetProps {
	open: boolean
	start: string
	now: Instant
	onClose(): void
	onChosen(start: string): void
}

/** Day and time by wheels; what they say stands above them as a sentence (PAGE-19, PAGE-20). */
export function StartSheet({ open, ...props }: StartSheetProps) {
	return (
		<Sheet
			open={open}
			onOpenChange={next => !next && props.onClose()}
			title={m.meeting_create_start()}
			closeLabel={m.common_close()}
		>
			{/* Anew for each opening: wheels that were turned and left do not count. */}
			{open && <Wheels {...props} />}
		</Sheet>
	)
}

function Wheels({ start, now, onClose, onChosen }: Omit<StartSheetProps, 'open'>) {
	const [parts, setParts] = useState(() => startParts(start))
	const { year, month, day } = wallClock(now, scheduleZone)
	const today = { year, month, day }

	function choose() {
		onChosen(startText(parts))
		onClose()
	}

	return (
		<div className={styles.wheels}>
			<p className={styles.sentence} aria-live="polite">
				{startWords(startText(parts), now)}
			</p>
			<DateWheels
				value={parts}
				min={today}
				max={{ year: year + limits.yearsAhead, month: 12, day: 31 }}
				onValueChange={date => setParts({ ...parts, ...date })}
				labels={{
					group: m.meeting_create_date_group(),
					year: m.meeting_create_year(),
					month: m.meeting_create_month(),
					day: m.meeting_create_day(),
					yearText: value => m.meeting_create_year_text({ year: value }),
					monthText: value => m.meeting_create_month_text({ month: value }),
					dayText: value => m.meeting_create_day_text({ day: value }),
				}}
			/>
			<TimeWheels
				value={parts}
				minuteStep={limits.minuteStep}
				onValueChange={time => setParts({ ...parts, ...time })}
				labels={{
					group: m.meeting_create_time_group(),
					hour: m.meeting_create_hour(),
					minute: m.meeting_create_minute(),
				}}
			/>
			<div className={styles.done}>
				<Button kind="primary" size="large" block onClick={choose}>
					{m.meeting_create_done_sheet()}
				</Button>
			</div>
		</div>
	)
}
