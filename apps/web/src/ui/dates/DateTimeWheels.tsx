import { Wheel, WheelGroup } from '../wheels/Wheel.tsx'
import { type CalendarDay, daysIn, fit, type TimeOfDay } from './calendarDay.ts'

export function numbers(from: number, to: number, step = 1): number[] {
	return Array.from({ length: Math.max(0, Math.floor((to - from) / step) + 1) }, (_, index) => from + index * step)
}

/** In order, with the value among them: what was typed stands between the steps. */
const including = (values: number[], value: number): number[] =>
	values.includes(value) ? values : [...values, value].sort((a, b) => a - b)

/** Choices of each wheel, given the positions of the other two. */
export function choices(day: CalendarDay, min: CalendarDay, max: CalendarDay, lastYear: number) {
	const first = day.year === min.year
	const last = day.year === max.year
	return {
		years: including(numbers(min.year, Math.min(max.year, lastYear)), day.year),
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
	/** The last year of its wheel; a later one is there when it is the value. */
	lastYear: number
	onValueChange: (day: CalendarDay) => void
	labels: {
		group: string
		year: string
		month: string
		day: string
		yearText: (year: number) => string
		monthOption: (month: number) => string
		/** With its weekday. */
		dayText: (day: CalendarDay) => string
	}
}

export function DateWheels({ value, min, max, lastYear, onValueChange, labels }: DateWheelsProps) {
	const { years, months, days } = choices(value, min, max, lastYear)
	const turn = (part: Partial<CalendarDay>) => onValueChange(fit({ ...value, ...part }, min, max))
	return (
		<WheelGroup label={labels.group}>
			<Wheel
				label={labels.year}
				options={years.map(year => ({ value: year, text: labels.yearText(year) }))}
				value={value.year}
				onValueChange={year => turn({ year })}
			/>
			<Wheel
				label={labels.month}
				options={months.map(month => ({ value: month, text: labels.monthOption(month) }))}
				value={value.month}
				onValueChange={month => turn({ month })}
			/>
			<Wheel
				wide
				label={labels.day}
				options={days.map(day => ({ value: day, text: labels.dayText({ ...value, day }) }))}
				value={value.day}
				onValueChange={day => turn({ day })}
			/>
		</WheelGroup>
	)
}

export interface TimeWheelsProps {
	value: TimeOfDay
	onValueChange: (time: TimeOfDay) => void
	/** A minute between the steps is there when it is the value (PAGE-20). */
	minuteStep: number
	labels: {
		group: string
		hour: string
		minute: string
	}
}

const twoDigits = (value: number) => ({ value, text: String(value).padStart(2, '0') })
const hours = numbers(0, 23).map(twoDigits)

export function TimeWheels({ value, onValueChange, minuteStep, labels }: TimeWheelsProps) {
	return (
		<WheelGroup label={labels.group}>
			<Wheel
				label={labels.hour}
				options={hours}
				value={value.hour}
				onValueChange={hour => onValueChange({ ...value, hour })}
			/>
			<Wheel
				label={labels.minute}
				options={including(numbers(0, 59, minuteStep), value.minute).map(twoDigits)}
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
	minuteStep: number
	labels: {
		group: string
		hours: string
		minutes: string
		hoursText: (hours: number) => string
		minutesText: (minutes: number) => string
	}
}

export function DurationWheels({
	minutes,
	onMinutesChange,
	minMinutes = 1,
	maxMinutes = 24 * 60,
	minuteStep,
	labels,
}: DurationWheelsProps) {
	const hour = Math.floor(minutes / 60)
	const turn = (hours: number, rest: number) =>
		onMinutesChange(Math.min(maxMinutes, Math.max(minMinutes, hours * 60 + rest)))
	return (
		<WheelGroup label={labels.group}>
			<Wheel
				label={labels.hours}
				options={numbers(0, Math.floor(maxMinutes / 60)).map(value => ({ value, text: labels.hoursText(value) }))}
				value={hour}
				onValueChange={hours => turn(hours, minutes % 60)}
			/>
			<Wheel
				label={labels.minutes}
				options={including(numbers(0, 59, minuteStep), minutes % 60).map(value => ({
					value,
					text: labels.minutesText(value),
				}))}
				value={minutes % 60}
				onValueChange={rest => turn(hour, rest)}
			/>
		</WheelGroup>
	)
}
