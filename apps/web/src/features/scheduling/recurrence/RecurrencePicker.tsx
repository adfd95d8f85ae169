import { useId } from 'react'
import { m } from '../../../locales/index.ts'
import { Card, RadioRow, Section } from '../../../ui/index.ts'
import { Wheel, WheelGroup } from '../../../ui/wheels.ts'
import { type Recurrence, weekdayLabel } from '../../meeting/index.ts'
import styles from './RecurrencePicker.module.css'
import { dayOfMonthLabel, recurrenceText, shortMonthText } from './recurrenceText.ts'

const frequencies = ['day', 'week', 'month', 'no-fixed-time'] as const
type Frequency = (typeof frequencies)[number]

const frequencyLabels = {
	day: m.scheduling_frequency_day,
	week: m.scheduling_frequency_week,
	month: m.scheduling_frequency_month,
	'no-fixed-time': m.scheduling_frequency_none,
} as const satisfies Record<Frequency, () => string>

export interface RecurrencePickerProps {
	recurrence: Recurrence
	/** The hour it begins, if there is one: `09:30`. */
	time: string | undefined
	/** Weekday and day of the month that lie nearest: those of the start. */
	startDay: { weekday: number; day: number }
	onChange(recurrence: Recurrence): void
}

/** How a room comes back: a wheel of four, a weekday or a day beside it, and the choice as a sentence (REC-01 to REC-04). */
export function RecurrencePicker({ recurrence, time, startDay, onChange }: RecurrencePickerProps) {
	function choose(every: Frequency) {
		if (every === 'week') return onChange({ every, weekday: startDay.weekday })
		if (every === 'month') return onChange({ every, day: startDay.day })
		onChange({ every })
	}

	return (
		<div className={styles.picker}>
			<Card kind="padded">
				<WheelGroup
					label={m.scheduling_frequency_title()}
					sentence={<RecurrenceText recurrence={recurrence} time={time} />}
				>
					<Wheel
						label={m.scheduling_frequency_wheel()}
						options={frequencies.map(value => ({ value, text: frequencyLabels[value]() }))}
						value={recurrence.every}
						onValueChange={choose}
					/>
				</WheelGroup>
			</Card>
			{recurrence.every === 'week' && (
				<Weekdays selected={recurrence.weekday} onSelect={weekday => onChange({ every: 'week', weekday })} />
			)}
			{recurrence.every === 'month' && (
				<Days selected={recurrence.day} onSelect={day => onChange({ every: 'month', day })} />
			)}
		</div>
	)
}

function RecurrenceText({ recurrence, time }: Pick<RecurrencePickerProps, 'recurrence' | 'time'>) {
	const note = shortMonthText(recurrence)
	return (
		<>
			{recurrenceText(recurrence, time)}
			{note && <span className={styles.note}>{note}</span>}
		</>
	)
}

interface ChoiceProps {
	selected: number
	onSelect(value: number): void
}

/** Sunday is 0 and comes first, as on the wire (REC-02). */
function Weekdays({ selected, onSelect }: ChoiceProps) {
	const name = useId()
	return (
		<Section title={m.scheduling_frequency_weekday()}>
			<div role="radiogroup" aria-label={m.scheduling_frequency_weekday()} className={styles.rows}>
				{Array.from({ length: 7 }, (_, weekday) => (
					<RadioRow
						// biome-ignore lint/suspicious/noArrayIndexKey: a weekday is its number
						key={weekday}
						name={name}
						label={weekdayLabel(weekday)}
						checked={weekday === selected}
						onChange={() => onSelect(weekday)}
					/>
				))}
			</div>
		</Section>
	)
}

/** Any day a month can have (REC-03); what becomes of the 31st in April the sentence says. */
function Days({ selected, onSelect }: ChoiceProps) {
	const name = useId()
	return (
		<Section title={m.scheduling_frequency_date()}>
			<div role="radiogroup" aria-label={m.scheduling_frequency_date()} className={styles.days}>
				{Array.from({ length: 31 }, (_, index) => index + 1).map(day => (
					<label key={day} className={styles.day}>
						<input
							type="radio"
							name={name}
							aria-label={m.scheduling_frequency_date_text({ day: dayOfMonthLabel(day) })}
							checked={day === selected}
							onChange={() => onSelect(day)}
						/>
						<span>{day}</span>
					</label>
				))}
			</div>
		</Section>
	)
}
