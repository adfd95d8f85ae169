import { choices, type Day, fit } from './calendar.ts'
import { Wheel, WheelGroup } from './Wheel.tsx'

export interface DateWheelsProps {
	value: Day
	min: Day
	max: Day
	onValueChange: (day: Day) => void
	labels: {
		group: string
		year: string
		month: string
		day: string
		yearText: (year: number) => string
		monthText: (month: number) => string
		dayText: (day: number) => string
		sentence?: (day: Day) => string
	}
}

export function DateWheels({ value, min, max, onValueChange, labels }: DateWheelsProps) {
	const { years, months, days } = choices(value, min, max)
	const turn = (part: Partial<Day>) => onValueChange(fit({ ...value, ...part }, min, max))
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
