import { limits } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/sheet.ts'
import { DateWheels } from '../../../ui/wheels.ts'
import { formatFullDate } from '../labels.ts'
import { formatDay, parseDay, selectableDays } from './days.ts'

export interface DayPickerSheetProps {
	/** The day that is shown, and the one it is, as `YYYY-MM-DD`. */
	day: string
	today: string
	open: boolean
	onOpenChange(open: boolean): void
	onChoose(day: string): void
}

/** Which day the list shows, by year, month and day (PAGE-01). */
export function DayPickerSheet({ day, today, open, onOpenChange, onChoose }: DayPickerSheetProps) {
	const [chosen, setChosen] = useState(() => parseDay(day))
	const [isShown, setShown] = useState(open)
	if (open !== isShown) {
		setShown(open)
		if (open) setChosen(parseDay(day))
	}
	const { min, max } = selectableDays(today, limits.yearsAhead)

	function choose(day: string) {
		onOpenChange(false)
		onChoose(day)
	}

	return (
		<Sheet
			open={open}
			onOpenChange={onOpenChange}
			title={m.meeting_day_choose()}
			closeLabel={m.common_close()}
			actions={
				<>
					<Button kind="primary" size="large" block onClick={() => choose(formatDay(chosen))}>
						{m.meeting_day_confirm()}
					</Button>
					<Button kind="quiet" block onClick={() => choose(today)}>
						{m.meeting_day_back()}
					</Button>
				</>
			}
		>
			<DateWheels
				value={chosen}
				min={min}
				max={max}
				onValueChange={setChosen}
				labels={{
					group: m.meeting_day_choose(),
					year: m.meeting_day_year(),
					month: m.meeting_day_month(),
					day: m.meeting_day_day(),
					yearText: year => m.meeting_day_year_text({ year }),
					monthText: month => m.meeting_day_month_text({ month }),
					dayText: day => m.meeting_day_day_text({ day }),
					sentence: day => sentence(formatDay(day)),
				}}
			/>
		</Sheet>
	)
}

const sentence = (day: string): string => formatFullDate(day, '')
