import { useId } from 'react'
import { m } from '../../locales/index.ts'
import { Card, RadioRow, Section } from '../../ui/index.ts'
import { Wheel, WheelGroup } from '../../ui/wheels.ts'
import { type Recurrence, weekdayLabel } from '../meeting/index.ts'
import styles from './RecurrencePicker.module.css'
import { dayOfMonthWords, recurrenceHint, shortMonthNote } from './recurrenceHint.ts'

const choices = ['day', 'week', 'month', 'no-fixed-time'] as const
type Every = (typeof choices)[number]

const choiceWords = {
	day: m.scheduling_frequency_day,
	week: m.scheduling_frequency_week,
	month: m.scheduling_frequency_month,
	'no-fixed-time': m.scheduling_frequency_none,
} as const satisfies Record<Every, () => string>

export interface RecurrencePickerProps {
	recurrence: Recurrence
	/** The hour it begins, if there is one: `09:30`. */
	time: string | undefined
	/** Weekday and day of the month that lie nearest: those of the start. */
	nearest: { weekday: number; day: number }
	onChange(recurrence: Recurrence): void
}

/** How a room comes back: a wheel of four, a weekday or a day beside it, and the choice as a sentence (REC-01 to REC-04). */
export function RecurrencePicker({ recurrence, time, nearest, onChange }: RecurrencePickerProps) {
	function choose(every: Every) {
		if (every === 'week') return onChange({ every, weekday: nearest.weekday })
		if (every === 'month') return onChange({ every, day: nearest.day })
		onChange({ every })
	}

	return (
		<div className={styles.picker}>
			<Card kind="padded">
				<WheelGroup label={m.scheduling_frequency_title()} sentence={<Hint recurrence={recurrence} time={time} />}>
					<Wheel
						label={m.scheduling_frequency_wheel()}
						options={choices.map(value => ({ value, text: choiceWords[value]() }))}
						value={recurrence.every}
						onValueChange={choose}
					/>
				</WheelGroup>
			</Card>
			{recurrence.every === 'week' && (
				<Weekdays chosen={recurrence.weekday} onChosen={weekday => onChange({ every: 'week', weekday })} />
			)}
			{recurrence.every === 'month' && (
				<Days chosen={recurrence.day} onChosen={day => onChange({ every: 'month', day })} />
			)}
		</div>
	)
}

function Hint({ recurrence, time }: Pick<RecurrencePickerProps, 'recurrence' | 'time'>) {
	const note = shortMonthNote(recurrence)
	return (
		<>
			{recurrenceHint(recurrence, time)}
			{note && <span className={styles.note}>{note}</span>}
		</>
	)
}

interface OneOfProps {
	chosen: number
	onChosen(value: number): void
}

/** Sunday is 0 and comes first, as on the wire (REC-02). */
function Weekdays({ chosen, onChosen }: OneOfProps) {
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
						checked={weekday === chosen}
						onChange={() => onChosen(weekday)}
					/>
				))}
			</div>
		</Section>
	)
}

/** Any day a month can have (REC-03); what becomes of the 31st in April the sentence says. */
function Days({ chosen, onChosen }: OneOfProps) {
	const name = useId()
	return (
		<Section title={m.scheduling_frequency_date()}>
			<div role="radiogroup" aria-label={m.scheduling_frequency_date()} className={styles.days}>
				{Array.from({ length: 31 }, (_, index) => index + 1).map(day => (
					<label key={day} className={styles.day}>
						<input
							type="radio"
							name={name}
							aria-label={m.scheduling_frequency_date_text({ day: dayOfMonthWords(day) })}
							checked={day === chosen}
							onChange={() => onChosen(day)}
						/>
						<span>{day}</span>
					</label>
				))}
			</div>
		</Section>
	)
}
