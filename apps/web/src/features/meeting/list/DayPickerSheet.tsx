import { limits } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { type CalendarDay, formatDay, parseDay } from '../../../ui/dates/calendarDay.ts'
import { DayPicker } from '../../../ui/dates/DayPicker.tsx'
import { useTypedDay } from '../../../ui/dates/useTypedDay.ts'
import { Button, TextField } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { dayErrors, dayLabels } from '../dayLabels.ts'
import { formatFullDate } from '../labels.ts'
import styles from './DayPickerSheet.module.css'

export interface DayPickerSheetProps {
	/** The day that is shown, `YYYY-MM-DD`. */
	day: string
	/** `YYYY-MM-DD`. */
	today: string
	open: boolean
	onOpenChange(open: boolean): void
	onSelect(day: string): void
}

/** Number of past years whose days can be selected. */
const yearsBack = 10

/** The first and the last day that can be selected (PAGE-19). */
export function selectableDays(today: string, yearsAhead: number): { min: CalendarDay; max: CalendarDay } {
	const { year } = parseDay(today)
	return { min: { year: year - yearsBack, month: 1, day: 1 }, max: { year: year + yearsAhead, month: 12, day: 31 } }
}

/** Selects the day of the list by wheels, in a calendar or by typing it (PAGE-01, PAGE-19). */
export function DayPickerSheet({ open, onOpenChange, ...props }: DayPickerSheetProps) {
	return (
		<Sheet
			full
			short
			open={open}
			onOpenChange={onOpenChange}
			title={m.meeting_day_choose()}
			closeLabel={m.common_close()}
		>
			{/* Mounted for each opening: turning the wheels and closing the sheet changes nothing. */}
			<DayFields {...props} onClose={() => onOpenChange(false)} />
		</Sheet>
	)
}

interface DayFieldsProps extends Pick<DayPickerSheetProps, 'day' | 'today' | 'onSelect'> {
	onClose(): void
}

function DayFields({ day, today, onSelect, onClose }: DayFieldsProps) {
	const { min, max } = selectableDays(today, limits.yearsAhead)
	const now = parseDay(today)
	const typed = useTypedDay({ initial: parseDay(day), today: now, min, max, errors: dayErrors, onEnter: confirm })

	function confirm() {
		if (typed.check()) select(formatDay(typed.value))
	}

	function select(chosen: string) {
		onClose()
		onSelect(chosen)
	}

	return (
		<div className={styles.fields}>
			<p className={styles.sentence} aria-live="polite">
				{formatFullDate(formatDay(typed.value), '')}
			</p>
			<TextField label={m.meeting_day_type()} inputMode="numeric" autoComplete="off" {...typed.field} />
			<DayPicker
				value={typed.value}
				today={now}
				min={min}
				max={max}
				lastYear={now.year + limits.wheelYearsAhead}
				onValueChange={typed.choose}
				labels={dayLabels(m.meeting_day_choose())}
			/>
			<div className={styles.actions}>
				<Button kind="primary" size="large" block onClick={confirm}>
					{m.meeting_day_confirm()}
				</Button>
				<Button kind="quiet" block onClick={() => select(today)}>
					{m.meeting_day_back()}
				</Button>
			</div>
		</div>
	)
}
