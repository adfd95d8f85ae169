import { addDays, type Instant, parseWireTime, wallClock } from '@parley/core'
import { clsx } from 'clsx'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { formatFullDate } from '../labels.ts'
import styles from './HourCells.module.css'
import { dayMinutes } from './placeMeetings.ts'

/** Hours are chosen in steps of so many minutes with the mouse, and whole with the keyboard. */
const stepMinutes = 30
/** A press that moves no further chooses one hour. */
const dragMinPx = 6

/** Hours chosen on a day, in minutes of its wall clock. */
interface ChosenHours {
	dayIndex: number
	from: number
	to: number
}

export interface HourCellsProps {
	week: readonly string[]
	zone: string
	now: Instant
	onSchedule(start: Instant, durationS?: number): void
	onMove(weeks: number): void
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)
const two = (value: number) => String(value).padStart(2, '0')
const clockText = (minutes: number) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`

/**
 * The hours of a week, which begin scheduling: a press takes one, dragging takes several; so do the arrow keys, with Shift
 * for several (LAYOUT-12). One of the cells is in the tab order.
 */
export function HourCells({ week, zone, now, onSchedule, onMove }: HourCellsProps) {
	const grid = useRef<HTMLDivElement>(null)
	const [active, setActive] = useState(() => firstCell(week, zone, now))
	const [chosen, setChosen] = useState<ChosenHours>()
	const drag = useDrag(grid, setChosen, hours => schedule(hours, true))

	function instantOf(dayIndex: number, minutes: number): Instant | undefined {
		const day = week[dayIndex]
		if (day === undefined) return undefined
		const isNextDay = minutes >= dayMinutes
		return parseWireTime(`${isNextDay ? addDays(day, 1) : day} ${clockText(minutes)}`, zone)
	}
	const isPast = (dayIndex: number, endMinutes: number) => (instantOf(dayIndex, endMinutes) ?? 0) <= now

	function schedule({ dayIndex, from, to }: ChosenHours, hasLength: boolean) {
		setChosen(undefined)
		const [start, end] = [instantOf(dayIndex, from), instantOf(dayIndex, to)]
		if (start === undefined || end === undefined || end <= now) return
		onSchedule(start, hasLength ? (end - start) / 1000 : undefined)
	}

	function press(event: MouseEvent<HTMLElement>, dayIndex: number, hour: number) {
		const isKeyboard = event.detail === 0
		if (isKeyboard && chosen) return schedule(chosen, true)
		const box = event.currentTarget.getBoundingClientRect()
		const isLowerHalf = !isKeyboard && event.clientY - box.top >= box.height / 2
		const from = hour * 60 + (isLowerHalf ? stepMinutes : 0)
		schedule({ dayIndex, from, to: from + 60 }, false)
	}

	function moveTo(dayIndex: number, hour: number) {
		setChosen(undefined)
		setActive({ dayIndex, hour })
		grid.current?.querySelector<HTMLElement>(`[data-cell="${dayIndex} ${hour}"]`)?.focus()
	}

	function handleKey(event: KeyboardEvent<HTMLElement>) {
		if (event.ctrlKey || event.altKey || event.metaKey) return
		const { dayIndex, hour } = active
		const { key } = event
		if (event.shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
			const to = (chosen?.to ?? (hour + 1) * 60) + (key === 'ArrowDown' ? 60 : -60)
			if (to > hour * 60 && to <= dayMinutes) setChosen({ dayIndex, from: hour * 60, to })
		} else if (key === 'ArrowDown') moveTo(dayIndex, Math.min(23, hour + 1))
		else if (key === 'ArrowUp') moveTo(dayIndex, Math.max(0, hour - 1))
		else if (key === 'ArrowRight') moveTo(Math.min(6, dayIndex + 1), hour)
		else if (key === 'ArrowLeft') moveTo(Math.max(0, dayIndex - 1), hour)
		else if (key === 'Home') moveTo(0, hour)
		else if (key === 'End') moveTo(6, hour)
		else if (key === 'PageDown') onMove(1)
		else if (key === 'PageUp') onMove(-1)
		else if (key === 'Escape' && chosen) setChosen(undefined)
		else return
		event.preventDefault()
	}

	return (
		<div
			className={styles.hours}
			onPointerDown={drag.begin}
			onPointerMove={drag.move}
			onPointerUp={drag.end}
			onPointerCancel={drag.cancel}
		>
			{/* biome-ignore lint/a11y/useSemanticElements: rows and columns are those of the style sheet, not of a table */}
			<div ref={grid} role="grid" aria-label={m.meeting_week_hours()} className={styles.cells} onKeyDown={handleKey}>
				{hoursOfDay.map(hour => (
					// biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: its cells take the focus
					<div key={hour} role="row" className={styles.row}>
						{week.map((day, dayIndex) => (
							// biome-ignore lint/a11y/useSemanticElements: a cell that is pressed
							<button
								key={day}
								type="button"
								role="gridcell"
								data-cell={`${dayIndex} ${hour}`}
								className={clsx(styles.cell, isPast(dayIndex, (hour + 1) * 60) && styles.past)}
								tabIndex={active.dayIndex === dayIndex && active.hour === hour ? 0 : -1}
								aria-label={m.meeting_week_hour({ day: formatFullDate(day), time: clockText(hour * 60) })}
								aria-disabled={isPast(dayIndex, (hour + 1) * 60) || undefined}
								onFocus={() => setActive({ dayIndex, hour })}
								onClick={event => press(event, dayIndex, hour)}
							/>
						))}
					</div>
				))}
			</div>
			{chosen && (
				<div
					aria-hidden
					className={styles.chosen}
					style={{
						left: `${(chosen.dayIndex / 7) * 100}%`,
						top: `${(chosen.from / dayMinutes) * 100}%`,
						height: `${((chosen.to - chosen.from) / dayMinutes) * 100}%`,
					}}
				>
					<b>{m.meeting_week_new()}</b>
					<span>{`${clockText(chosen.from)}–${clockText(chosen.to)}`}</span>
				</div>
			)}
			<span className="sr-only" role="status">
				{chosen && `${clockText(chosen.from)}–${clockText(chosen.to)}`}
			</span>
		</div>
	)
}

/** The cell in the tab order at first: the next hour, or nine o'clock on the first day of another week. */
function firstCell(week: readonly string[], zone: string, now: Instant) {
	const { year, month, day, hour } = wallClock(now, zone)
	const today = week.indexOf(`${year}-${two(month)}-${two(day)}`)
	return today < 0 ? { dayIndex: 0, hour: 9 } : { dayIndex: today, hour: Math.min(23, hour + 1) }
}

/** Dragging with a mouse or pen: a finger scrolls. Esc and losing the pointer end it without a choice. */
function useDrag(
	grid: { current: HTMLElement | null },
	onChange: (chosen: ChosenHours | undefined) => void,
	onEnd: (chosen: ChosenHours) => void,
) {
	const drag = useRef<{ dayIndex: number; minute: number; y: number; chosen?: ChosenHours } | undefined>(undefined)

	function cancel() {
		if (drag.current?.chosen) onChange(undefined)
		drag.current = undefined
	}
	useEffect(() => {
		const onKey = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && cancel()
		window.addEventListener('keydown', onKey)
		return () => window.removeEventListener('keydown', onKey)
	})

	function pointOf({ clientX, clientY }: PointerEvent) {
		const box = grid.current?.getBoundingClientRect()
		if (!box || box.height === 0) return undefined
		return {
			dayIndex: Math.min(6, Math.max(0, Math.floor(((clientX - box.left) / box.width) * 7))),
			minute: Math.min(dayMinutes, Math.max(0, ((clientY - box.top) / box.height) * dayMinutes)),
			y: clientY,
		}
	}

	return {
		cancel,
		begin(event: PointerEvent<HTMLElement>) {
			const point = pointOf(event)
			if (event.button === 0 && event.pointerType !== 'touch' && point) drag.current = point
		},
		move(event: PointerEvent<HTMLElement>) {
			const [began, point] = [drag.current, pointOf(event)]
			if (!began || !point || (!began.chosen && Math.abs(point.y - began.y) < dragMinPx)) return
			if (!began.chosen) event.currentTarget.setPointerCapture?.(event.pointerId)
			const [low, high] = [Math.min(began.minute, point.minute), Math.max(began.minute, point.minute)]
			const from = Math.min(dayMinutes - stepMinutes, Math.floor(low / stepMinutes) * stepMinutes)
			const to = Math.max(from + stepMinutes, Math.ceil(high / stepMinutes) * stepMinutes)
			began.chosen = { dayIndex: began.dayIndex, from, to }
			onChange(began.chosen)
		},
		end() {
			const chosen = drag.current?.chosen
			drag.current = undefined
			if (chosen) onEnd(chosen)
		},
	}
}
