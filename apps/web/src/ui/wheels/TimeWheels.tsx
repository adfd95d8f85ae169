import { numbers, type TimeOfDay } from './calendar.ts'
import { Wheel, WheelGroup } from './Wheel.tsx'

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
