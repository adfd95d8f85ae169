import { daysBetween } from '@parley/core'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, lazyComponent } from '../../../ui/index.ts'
import { siteZone } from '../../site/index.ts'
import { adjacentDayLabel, formatDateAndWeekday } from '../labels.ts'
import { foreignZoneLabel } from '../zoneNote.ts'
import styles from './DayHeader.module.css'

const DayPickerSheet = lazyComponent(async () => (await import('./DayPickerSheet.tsx')).DayPickerSheet, {
	overlay: true,
})

export interface DayHeaderProps {
	/** The server's clock, as a wire time. */
	today: string
	/** Another day that is shown, `YYYY-MM-DD`. */
	day?: string | undefined
	/** Makes the day selectable; undefined is today. */
	onDayChange?: ((day: string | undefined) => void) | undefined
	/** The screen has a title already, which the day is below. */
	isBelowTitle?: boolean | undefined
	/** At the right of the day. */
	children?: ReactNode
}

/** The day of a list as its heading. */
export function DayHeader({ isBelowTitle, today, day, onDayChange, children }: DayHeaderProps) {
	// Another day shares its line with the way back to today.
	const { date, weekday } = formatDateAndWeekday(day ?? today, today, day !== undefined)
	const adjacent = day === undefined ? undefined : adjacentDayLabel(daysBetween(today, day))
	// Hours and the line at the current time are on this clock.
	const zone = foreignZoneLabel({ startTime: day ?? today, zone: siteZone() })
	const label = (
		<>
			<span>{date}</span>{' '}
			<span className={styles.weekday}>
				{weekday}
				{adjacent && ` · ${adjacent}`}
				{zone && ` · ${zone}`}
				{onDayChange && <ChevronDown />}
			</span>
		</>
	)
	const Heading = isBelowTitle ? 'h2' : 'h1'
	return (
		<header className={styles.header}>
			<Heading className={styles.date}>
				{onDayChange ? <DayButton {...{ label, today, day, onDayChange }} /> : label}
			</Heading>
			{day !== undefined && (
				<Button kind="quiet" aria-label={m.meeting_day_back()} onClick={() => onDayChange?.(undefined)}>
					{m.meeting_today()}
				</Button>
			)}
			{children}
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
