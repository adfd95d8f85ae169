import { type Instant, limits, wallClock } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { DateWheels, DurationWheels, TimeWheels } from '../../../ui/wheels/DateTimeWheels.tsx'
import { durationLabel, formatTimeOfDay } from '../../meeting/index.ts'
import { formatStart, parseStart } from '../draft/start.ts'
import { startLabel } from './draftLabels.ts'
import styles from './TimeSheets.module.css'

export interface StartSheetProps {
	open: boolean
	start: string
	/** The IANA zone of the start. */
	zone: string
	/** The days of a recurring meeting follow from its recurrence. */
	timeOnly: boolean
	now: Instant
	onClose(): void
	onChange(start: string): void
}

/** Wheels for day and time, with the value as text above them (PAGE-19, PAGE-20). */
export function StartSheet({ open, ...props }: StartSheetProps) {
	return (
		<Sheet
			open={open}
			onOpenChange={next => !next && props.onClose()}
			title={m.scheduling_start()}
			closeLabel={m.common_close()}
		>
			{/* Mounted for each opening: turning the wheels and closing the sheet changes nothing. */}
			{open && <StartWheels {...props} />}
		</Sheet>
	)
}

function StartWheels({ start, zone, timeOnly, now, onClose, onChange }: Omit<StartSheetProps, 'open'>) {
	const [parts, setParts] = useState(() => parseStart(start))
	const { year, month, day } = wallClock(now, zone)
	const today = { year, month, day }
	const chosen = formatStart(parts)

	function choose() {
		onChange(chosen)
		onClose()
	}

	return (
		<div className={styles.wheels}>
			<p className={styles.sentence} aria-live="polite">
				{timeOnly ? formatTimeOfDay(chosen) : startLabel(chosen, zone, now)}
			</p>
			{!timeOnly && (
				<DateWheels
					value={parts}
					min={today}
					max={{ year: year + limits.yearsAhead, month: 12, day: 31 }}
					onValueChange={date => setParts({ ...parts, ...date })}
					labels={{
						group: m.scheduling_date_group(),
						year: m.scheduling_year(),
						month: m.scheduling_month(),
						day: m.scheduling_day(),
						yearText: value => m.scheduling_year_text({ year: value }),
						monthText: value => m.scheduling_month_text({ month: value }),
						dayText: value => m.scheduling_day_text({ day: value }),
					}}
				/>
			)}
			<TimeWheels
				value={parts}
				minuteStep={limits.minuteStep}
				onValueChange={time => setParts({ ...parts, ...time })}
				labels={{
					group: m.scheduling_time_group(),
					hour: m.scheduling_hour(),
					minute: m.scheduling_minute(),
				}}
			/>
			<div className={styles.done}>
				<Button kind="primary" size="large" block onClick={choose}>
					{m.scheduling_done_sheet()}
				</Button>
			</div>
		</div>
	)
}

export interface DurationSheetProps {
	open: boolean
	durationS: number
	onClose(): void
	onChange(durationS: number): void
}

export function DurationSheet({ open, ...props }: DurationSheetProps) {
	return (
		<Sheet
			open={open}
			onOpenChange={next => !next && props.onClose()}
			title={m.scheduling_duration()}
			closeLabel={m.common_close()}
		>
			{open && <DurationFields {...props} />}
		</Sheet>
	)
}

function DurationFields({ durationS, onClose, onChange }: Omit<DurationSheetProps, 'open'>) {
	const [minutes, setMinutes] = useState(Math.round(durationS / 60))

	function choose() {
		onChange(minutes * 60)
		onClose()
	}

	return (
		<div className={styles.wheels}>
			<DurationWheels
				minutes={minutes}
				// 00:00 can be chosen; it is invalid when the form is sent (CREATE-15).
				minMinutes={0}
				onMinutesChange={setMinutes}
				labels={{
					group: m.scheduling_duration(),
					hours: m.scheduling_hour(),
					minutes: m.scheduling_minute(),
					hoursText: hours => m.meeting_hours({ hours }),
					minutesText: value => m.meeting_minutes({ minutes: value }),
					sentence: total => durationLabel(total * 60),
				}}
			/>
			<div className={styles.done}>
				<Button kind="primary" size="large" block onClick={choose}>
					{m.scheduling_done_sheet()}
				</Button>
			</div>
		</div>
	)
}
