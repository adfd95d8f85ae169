import { limits } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { DateWheels } from '../../../ui/wheels/DateTimeWheels.tsx'
import { formatFullDate } from '../labels.ts'

export interface DayPickerSheetProps {
	/** The day that is shown, `YYYY-MM-DD`. */
	day: string
	/** `YYYY-MM-DD`. */
	today: string
	open: boolean
	onOpenChange(open: boolean): void
	onSelect(day: string): void
}

/** A day as the wheels show it. */
export interface DateParts {
	year: number
	month: number
	day: number
}

/** How many years back a day can be selected. */
const yearsBack = 10

export function parseDay(day: string): DateParts {
	const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
	return { year, month, day: date }
}

/** `YYYY-MM-DD`. */
export function formatDay({ year, month, day }: DateParts): string {
	const two = (n: number) => String(n).padStart(2, '0')
	return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** The first and the last day that can be selected (PAGE-19). */
export function selectableDays(today: string, yearsAhead: number): { min: DateParts; max: DateParts } {
	const { year } = parseDay(today)
	return { min: { year: year - yearsBack, month: 1, day: 1 }, max: { year: year + yearsAhead, month: 12, day: 31 } }
}

/** Selects the day of the list by year, month and day (PAGE-01). */
export function DayPickerSheet({ day, today, open, onOpenChange, onSelect }: DayPickerSheetProps) {
	const [selected, setSelected] = useState(() => parseDay(day))
	const [wasOpen, setWasOpen] = useState(open)
	if (open !== wasOpen) {
		setWasOpen(open)
		if (open) setSelected(parseDay(day))
	}
	const { min, max } = selectableDays(today, limits.yearsAhead)

	function select(day: string) {
		onOpenChange(false)
		onSelect(day)
	}

	return (
		<Sheet
			open={open}
			onOpenChange={onOpenChange}
			title={m.meeting_day_choose()}
			closeLabel={m.common_close()}
			actions={
				<>
					<Button kind="primary" size="large" block onClick={() => select(formatDay(selected))}>
						{m.meeting_day_confirm()}
					</Button>
					<Button kind="quiet" block onClick={() => select(today)}>
						{m.meeting_day_back()}
					</Button>
				</>
			}
		>
			<DateWheels
				value={selected}
				min={min}
				max={max}
				onValueChange={setSelected}
				labels={{
					group: m.meeting_day_choose(),
					year: m.meeting_day_year(),
					month: m.meeting_day_month(),
					day: m.meeting_day_day(),
					yearText: year => m.meeting_day_year_text({ year }),
					monthText: month => m.meeting_day_month_text({ month }),
					dayText: day => m.meeting_day_day_text({ day }),
					sentence: day => formatFullDate(formatDay(day), ''),
				}}
			/>
		</Sheet>
	)
}
