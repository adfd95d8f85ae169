import { numbers } from './calendar.ts'
import { Wheel, WheelGroup } from './Wheel.tsx'

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
