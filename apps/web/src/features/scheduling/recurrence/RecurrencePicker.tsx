import { unreachable } from '@parley/core'
import { useId } from 'react'
import { language, m } from '../../../locales/index.ts'
import { Card, RadioRow, Section } from '../../../ui/index.ts'
import { Wheel, WheelGroup } from '../../../ui/wheels/Wheel.tsx'
import { formatOrdinal, type Recurrence, weekdayLabel } from '../../meeting/index.ts'
import styles from './RecurrencePicker.module.css'

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
	/** The time of day of the start, if there is one: `09:30`. */
	time: string | undefined
	/** Weekday and day of the month of the start: chosen first when the frequency changes. */
	startDay: { weekday: number; day: number }
	onChange(recurrence: Recurrence): void
}

/** A wheel of four frequencies, a weekday or a day of the month below it, and the choice as a sentence (REC-01 to REC-04). */
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
					tall
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
		<span className={styles.sentences}>
			{longest.map(other => (
				<span
					key={other.every}
					aria-hidden
					className={styles.reserved}
					data-sentence={recurrenceText(other, time)}
					data-note={shortMonthText(other)}
				/>
			))}
			<span>
				{recurrenceText(recurrence, time)}
				{note && <span className={styles.note}>{note}</span>}
			</span>
		</span>
	)
}

/** The longest text of each frequency: its space is reserved, so that nothing moves under a finger. */
const longest: readonly Recurrence[] = [
	{ every: 'day' },
	{ every: 'week', weekday: 3 },
	{ every: 'month', day: 31 },
	{ every: 'no-fixed-time' },
]

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

/** The days 1 to 31 (REC-03). */
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

/** The recurrence as a sentence (REC-04). */
function recurrenceText(recurrence: Recurrence, time: string | undefined): string {
	switch (recurrence.every) {
		case 'day':
			return time ? m.scheduling_hint_day_at({ time }) : m.scheduling_hint_day()
		case 'week': {
			const weekday = weekdayLabel(recurrence.weekday)
			return time ? m.scheduling_hint_week_at({ weekday, time }) : m.scheduling_hint_week({ weekday })
		}
		case 'month': {
			const day = dayOfMonthLabel(recurrence.day)
			return time ? m.scheduling_hint_month_at({ day, time }) : m.scheduling_hint_month({ day })
		}
		case 'no-fixed-time':
			return m.scheduling_hint_none()
		default:
			return unreachable(recurrence)
	}
}

/** Explains a day of the month that some months do not have (OP-018). */
const shortMonthText = (recurrence: Recurrence): string | undefined =>
	recurrence.every === 'month' && recurrence.day > 28 ? m.scheduling_hint_short_month() : undefined

/** `31` in Chinese, `31st` in English (REC-10). */
const dayOfMonthLabel = (day: number): string => (language() === 'zh' ? String(day) : formatOrdinal(day))
