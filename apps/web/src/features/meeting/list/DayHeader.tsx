import { daysBetween } from '@parley/core'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, lazyComponent } from '../../../ui/index.ts'
import { adjacentDayLabel, formatDateAndWeekday } from '../labels.ts'
import styles from './DayHeader.module.css'

const DayPickerSheet = lazyComponent(async () => (await import('./DayPickerSheet.tsx')).DayPickerSheet, {
	overlay: true,
})

export interface DayHeaderProps {
	/** Whose day it is. */
	company: ReactNode
	/** The day by the server's clock, as a wire time. */
	today: string
	/** Another day that is shown, `YYYY-MM-DD`. */
	day?: string | undefined
	/** With it the day can be chosen; told nothing, it is today again. */
	onDay?: ((day: string | undefined) => void) | undefined
	/** What else one may do from here, at the right. */
	children?: ReactNode
}

/** The day, at a glance. */
export function DayHeader({ company, today, day, onDay, children }: DayHeaderProps) {
	const { date, weekday } = formatDateAndWeekday(day ?? today, today)
	const near = day === undefined ? undefined : adjacentDayLabel(daysBetween(today, day))
	const words = (
		<>
			<span>{date}</span>{' '}
			<span className={styles.weekday}>
				{weekday}
				{near && ` · ${near}`}
				{onDay && <ChevronDown />}
			</span>
		</>
	)
	return (
		<header className={styles.header}>
			<div className={styles.top}>
				<div className={styles.company}>{company}</div>
				{children}
			</div>
			<div className={styles.day}>
				<h1 className={styles.date}>{onDay ? <DayButton {...{ words, today, day, onDay }} /> : words}</h1>
				{day !== undefined && (
					<Button
						kind="quiet"
						className={clsx(styles.back)}
						aria-label={m.meeting_day_back()}
						onClick={() => onDay?.(undefined)}
					>
						{m.meeting_today()}
					</Button>
				)}
			</div>
		</header>
	)
}

interface DayButtonProps {
	words: ReactNode
	today: string
	day: string | undefined
	onDay(day: string | undefined): void
}

/** The day is where another is chosen (PAGE-01). */
function DayButton({ words, today: now, day, onDay }: DayButtonProps) {
	const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
	const today = now.slice(0, 10)
	return (
		<>
			<button type="button" className={styles.choose} aria-haspopup="dialog" onClick={() => setSheet('open')}>
				{words}
				<span className="sr-only">{m.meeting_day_hint()}</span>
			</button>
			{sheet !== 'never' && (
				<DayPickerSheet
					day={day ?? today}
					today={today}
					open={sheet === 'open'}
					onOpenChange={open => setSheet(open ? 'open' : 'closed')}
					onChoose={chosen => onDay(chosen === today ? undefined : chosen)}
				/>
			)}
		</>
	)
}
