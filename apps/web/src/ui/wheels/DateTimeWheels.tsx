import { Wheel, WheelGroup } from './Wheel.tsx'

/** A day of the calendar, without a zone; months count from 1. */
export interface CalendarDay {
	year: number
	month: number
	day: number
}

export interface TimeOfDay {
	hour: number
	minute: number
}

export function daysIn(year: number, month: number): number {
	return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const order = ({ year, month, day }: CalendarDay) => year * 10_000 + month * 100 + day

/** The same day if there is such a one, else the last of its month; and never outside the bounds. */
export function fit(day: CalendarDay, min: CalendarDay, max: CalendarDay): CalendarDay {
	const real = { ...day, day: Math.min(day.day, daysIn(day.year, day.month)) }
	if (order(real) < order(min)) return min
	if (order(real) > order(max)) return max
	return real
}

export function numbers(from: number, to: number, step = 1): number[] {
	return Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, index) => from + index * step)
}

/** What each wheel may show, given where the other two stand. */
export function choices(day: CalendarDay, min: CalendarDay, max: CalendarDay) {
	const first = day.year === min.year
	const last = day.year === max.year
	return {
		years: numbers(min.year, max.year),
		months: numbers(first ? min.month : 1, last ? max.month : 12),
		days: numbers(
			first && day.month === min.month ? min.day : 1,
			last && day.month === max.month ? max.day : daysIn(day.year, day.month),
		),
	}
}

export interface DateWheelsProps {
	value: CalendarDay
	min: CalendarDay
	max: CalendarDay
	onValueChange: (day: CalendarDay) => void
	labels: {
		group: string
		year: string
		month: string
		day: string
		yearText: (year: number) => string
		monthText: (month: number) => string
		dayText: (day: number) => string
		sentence?: (day: CalendarDay) => string
	}
}

export function DateWheels({ value, min, max, onValueChange, labels }: DateWheelsProps) {
	const { years, months, days } = choices(value, min, max)
	const turn = (part: Partial<CalendarDay>) => onValueChange(fit({ ...value, ...part }, min, max))
	return (
		<WheelGroup label={labels.group} sentence={labels.sentence?.(value)}>
			<Wheel
				label={labels.year}
				options={years.map(year => ({ value: year, text: labels.yearText(year) }))}
				value={value.year}
				onValueChange={year => turn({ year })}
			/>
			<Wheel
				label={labels.month}
				options={months.map(month => ({ value: month, text: labels.monthText(month) }))}
				value={value.month}
				onValueChange={month => turn({ month })}
			/>
			<Wheel
				label={labels.day}
				options={days.map(day => ({ value: day, text: labels.dayText(day) }))}
				value={value.day}
				onValueChange={day => turn({ day })}
			/>
		</WheelGroup>
	)
}

export interface TimeWheelsProps {
	value: TimeOfDay
	onValueChange: (time: TimeOfDay) => void
	/** 1 by default (PAGE-20). */
	minuteStep?: number
	labels: {
		group: string
		hour: string
		minute: string
		sentence?: (time: TimeOfDay) => string
	}
}

const twoDigits = (value: number) => ({ value, text: String(value).padStart(2, '0') })
const hours = numbers(0, 23).map(twoDigits)

export function TimeWheels({ value, onValueChange, minuteStep = 1, labels }: TimeWheelsProps) {
	return (
		<WheelGroup label={labels.group} sentence={labels.sentence?.(value)}>
			<Wheel
				label={labels.hour}
				options={hours}
				value={value.hour}
				onValueChange={hour => onValueChange({ ...value, hour })}
			/>
			<Wheel
				label={labels.minute}
				options={numbers(0, 59, minuteStep).map(twoDigits)}
				value={value.minute}
				onValueChange={minute => onValueChange({ ...value, minute })}
			/>
		</WheelGroup>
	)
}

export interface DurationWheelsProps {
	minutes: number
	onMinutesChange: (minutes: number) => void
	minMinutes?: number
	maxMinutes?: number
	minuteStep?: number
	labels: {
		group: string
		hours: string
		minutes: string
		hoursText: (hours: number) => string
		minutesText: (minutes: number) => string
		sentence?: (minutes: number) => string
	}
}

export function DurationWheels({
	minutes,
	onMinutesChange,
	minMinutes = 1,
	maxMinutes = 24 * 60,
	minuteStep = 1,
	labels,
}: DurationWheelsProps) {
	const hour = Math.floor(minutes / 60)
	const turn = (hours: number, rest: number) =>
		onMinutesChange(Math.min(maxMinutes, Math.max(minMinutes, hours * 60 + rest)))
	return (
		<WheelGroup label={labels.group} sentence={labels.sentence?.(minutes)}>
			<Wheel
				label={labels.hours}
				options={numbers(0, Math.floor(maxMinutes / 60)).map(value => ({ value, text: labels.hoursText(value) }))}
				value={hour}
				onValueChange={hours => turn(hours, minutes % 60)}
			/>
			<Wheel
				label={labels.minutes}
				options={numbers(0, 59, minuteStep).map(value => ({ value, text: labels.minutesText(value) }))}
				value={minutes % 60}
				onValueChange={rest => turn(hour, rest)}
			/>
		</WheelGroup>
	)
}
