import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type ChevronProps, type ClassNames, DayPicker as ReactDayPicker } from 'react-day-picker'
import styles from './Calendar.module.css'
import type { CalendarDay } from './calendarDay.ts'

export interface CalendarLabels {
	group: string
	year: string
	month: string
	yearText: (year: number) => string
	/** `2026年11月`, `November 2026`. */
	monthText: (month: CalendarDay) => string
	/** `11月`, `November`. */
	monthName: (month: number) => string
	/** `周三`, `Wed`; Sunday is 0. */
	weekdayText: (weekday: number) => string
	/** The day in full, for those who hear it. */
	dayName: (day: CalendarDay) => string
	today: string
	selected: string
	previousMonth: string
	nextMonth: string
	/** The first day of a week; Sunday is 0. */
	firstWeekday: 0 | 1
	/** Year before month, or after it. */
	locale: string
}

export interface CalendarProps {
	value: CalendarDay
	today: CalendarDay
	min: CalendarDay
	max: CalendarDay
	/** The last year to go to; a later day is shown where it is the value. */
	lastYear: number
	onValueChange: (day: CalendarDay) => void
	labels: CalendarLabels
}

/** At noon, which every day of every zone has. */
const toDate = ({ year, month, day }: CalendarDay) => new Date(year, month - 1, day, 12)
const fromDate = (date: Date): CalendarDay => ({
	year: date.getFullYear(),
	month: date.getMonth() + 1,
	day: date.getDate(),
})

const classNames = {
	months: styles.months,
	month_caption: styles.caption,
	caption_label: styles.captionLabel,
	dropdowns: styles.dropdowns,
	dropdown_root: styles.dropdownRoot,
	dropdown: styles.dropdown,
	nav: styles.nav,
	button_previous: styles.turn,
	button_next: styles.turn,
	month_grid: styles.grid,
	weekday: styles.weekday,
	day: styles.day,
	day_button: styles.button,
	today: styles.today,
	selected: styles.selected,
	disabled: styles.disabled,
} as Partial<ClassNames>

function Chevron({ orientation }: ChevronProps) {
	const Icon = orientation === 'left' ? ChevronLeft : orientation === 'right' ? ChevronRight : ChevronDown
	return <Icon aria-hidden />
}

/** A month as a grid, with month and year to choose; keys move by day, week, month and year. */
export function Calendar({ value, today, min, max, lastYear, onValueChange, labels }: CalendarProps) {
	const selected = toDate(value)
	const [shown, setShown] = useState({ month: selected, of: selected })
	// A day that was typed is shown in its month.
	if (shown.of.getTime() !== selected.getTime()) setShown({ month: selected, of: selected })
	const nameOf = (month: Date) => labels.monthText(fromDate(month))
	const lastMonth = new Date(Math.min(max.year, Math.max(lastYear, value.year)), 11)

	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset is as wide as its content at least, on old engines too
		<div role="group" aria-label={labels.group} className={styles.calendar}>
			<ReactDayPicker
				mode="single"
				required
				fixedWeeks
				captionLayout="dropdown"
				weekStartsOn={labels.firstWeekday}
				today={toDate(today)}
				selected={selected}
				onSelect={date => onValueChange(fromDate(date))}
				month={shown.month}
				onMonthChange={month => setShown({ month, of: selected })}
				startMonth={new Date(min.year, min.month - 1)}
				endMonth={lastMonth}
				disabled={[{ before: toDate(min) }, { after: toDate(max) }]}
				classNames={classNames}
				components={{ Chevron }}
				locale={{ code: labels.locale }}
				formatters={{
					formatCaption: nameOf,
					formatMonthDropdown: month => labels.monthName(month.getMonth() + 1),
					formatYearDropdown: year => labels.yearText(year.getFullYear()),
					formatWeekdayName: weekday => labels.weekdayText(weekday.getDay()),
				}}
				labels={{
					labelNav: () => labels.group,
					labelPrevious: () => labels.previousMonth,
					labelNext: () => labels.nextMonth,
					labelMonthDropdown: () => labels.month,
					labelYearDropdown: () => labels.year,
					labelGrid: nameOf,
					labelWeekday: weekday => labels.weekdayText(weekday.getDay()),
					labelDayButton: (date, modifiers) =>
						[labels.dayName(fromDate(date)), modifiers.today && labels.today, modifiers.selected && labels.selected]
							.filter(Boolean)
							.join(', '),
				}}
			/>
		</div>
	)
}
