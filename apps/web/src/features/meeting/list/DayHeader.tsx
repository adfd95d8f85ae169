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
	/** Above the day: the company, or the title of the screen. */
	company: ReactNode
	/** The server's clock, as a wire time. */
	today: string
	/** Another day that is shown, `YYYY-MM-DD`. */
	day?: string | undefined
	/** Makes the day selectable; undefined is today. */
	onDayChange?: ((day: string | undefined) => void) | undefined
	/** At the right of the company. */
	children?: ReactNode
}

/** The day of a list as its heading. */
export function DayHeader({ company, today, day, onDayChange, children }: DayHeaderProps) {
	const { date, weekday } = formatDateAndWeekday(day ?? today, today)
	const adjacent = day === undefined ? undefined : adjacentDayLabel(daysBetween(today, day))
	const label = (
		<>
			<span>{date}</span>{' '}
			<span className={styles.weekday}>
				{weekday}
				{adjacent && ` · ${adjacent}`}
				{onDayChange && <ChevronDown />}
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
				<h1 className={styles.date}>{onDayChange ? <DayButton {...{ label, today, day, onDayChange }} /> : label}</h1>
				{day !== undefined && (
					<Button
						kind="quiet"
						className={clsx(styles.back)}
						aria-label={m.meeting_day_back()}
						onClick={() => onDayChange?.(undefined)}
					>
						{m.meeting_today()}
					</Button>
				)}
			</div>
		</header>
	)
}

interface DayButtonProps {
	label: ReactNode
	today: string
	day: string | undefined
	onDayChange(day: string | undefined): void
}

/** Opens the selection of another day (PAGE-01). */
function DayButton({ label, today: now, day, onDayChange }: DayButtonProps) {
	const [isOpen, setOpen] = useState(false)
	const today = now.slice(0, 10)
	return (
		<>
			<button type="button" className={styles.choose} aria-haspopup="dialog" onClick={() => setOpen(true)}>
				{label}
				<span className="sr-only">{m.meeting_day_hint()}</span>
			</button>
			<DayPickerSheet
				day={day ?? today}
				today={today}
				open={isOpen}
				onOpenChange={setOpen}
				onSelect={selected => onDayChange(selected === today ? undefined : selected)}
			/>
		</>
	)
}
