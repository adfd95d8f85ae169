import { type Instant, limits, wallClock } from '@parley/core'
import { type ReactNode, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { formatDuration, formatTime, type TimeOfDay } from '../../../ui/dates/calendarDay.ts'
import { DurationWheels, TimeWheels } from '../../../ui/dates/DateTimeWheels.tsx'
import { DayPicker } from '../../../ui/dates/DayPicker.tsx'
import { parseTypedDuration, parseTypedTime } from '../../../ui/dates/typed.ts'
import { useTypedDay } from '../../../ui/dates/useTypedDay.ts'
import { useTypedValue } from '../../../ui/dates/useTypedValue.ts'
import { Button, TextField } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { dayErrors, dayLabels, durationLabel, formatTimeOfDay, zoneNote } from '../../meeting/index.ts'
import { formatStart, parseStart } from '../draft/start.ts'
import { startLabel } from './draftLabels.ts'
import styles from './TimeSheets.module.css'

export interface StartSheetProps {
	open: boolean
	start: string
	/** The IANA zone of the start. */
	zone: string
	/** The days of a recurring meeting follow from its recurrence. */
	timeOnly: boolean
	now: Instant
	onClose(): void
	onChange(start: string): void
}

/** Day and time, typed or chosen, with the value in words above them (PAGE-19, PAGE-20). */
export function StartSheet({ open, ...props }: StartSheetProps) {
	return (
		<TimeSheet title={m.scheduling_start()} open={open} onClose={props.onClose}>
			<StartFields {...props} />
		</TimeSheet>
	)
}

function StartFields({ start, zone, timeOnly, now, onClose, onChange }: Omit<StartSheetProps, 'open'>) {
	const [{ hour, minute, ...initialDay }] = useState(() => parseStart(start))
	const { year, month, day: date } = wallClock(now, zone)
	const today = { year, month, day: date }
	const max = { year: year + limits.yearsAhead, month: 12, day: 31 }
	const day = useTypedDay({
		initial: initialDay,
		today,
		min: today,
		max,
		errors: dayErrors,
		onEnter: choose,
	})
	const time = useTypedTime({ hour, minute }, choose)
	const chosen = formatStart({ ...day.value, ...time.value })
	const note = zoneNote({ startTime: chosen, zone, repeats: timeOnly }, now)

	function choose() {
		if ((!timeOnly && !day.check()) || !time.check()) return
		onChange(chosen)
		onClose()
	}

	return (
		<TimeFields onDone={choose}>
			<p className={styles.sentence} aria-live="polite">
				{timeOnly ? formatTimeOfDay(chosen) : startLabel(chosen, zone, now, { weekday: 'always' })}
				{note && <span className={styles.zone}>{note}</span>}
			</p>
			<div className={styles.typed}>
				{!timeOnly && <TextField label={m.meeting_day_type()} inputMode="numeric" autoComplete="off" {...day.field} />}
				<TextField label={m.scheduling_time()} inputMode="numeric" autoComplete="off" {...time.field} />
			</div>
			<div className={styles.pickers}>
				{!timeOnly && (
					<DayPicker
						value={day.value}
						today={today}
						min={today}
						max={max}
						lastYear={year + limits.wheelYearsAhead}
						onValueChange={day.choose}
						labels={dayLabels(m.scheduling_date_group())}
					/>
				)}
				<TimeWheels
					value={time.value}
					minuteStep={limits.wheelMinuteStep}
					onValueChange={time.choose}
					labels={{
						group: m.scheduling_time_group(),
						hour: m.scheduling_hour(),
						minute: m.scheduling_minute(),
					}}
				/>
			</div>
		</TimeFields>
	)
}

/** To the minute (PAGE-20). */
const useTypedTime = (initial: TimeOfDay, onEnter: () => void) =>
	useTypedValue<TimeOfDay>({
		initial,
		format: formatTime,
		parse: text => {
			const value = parseTypedTime(text)
			return value ? { value } : { error: m.scheduling_time_error() }
		},
		onEnter,
	})

export interface DurationSheetProps {
	open: boolean
	durationS: number
	onClose(): void
	onChange(durationS: number): void
}

export function DurationSheet({ open, ...props }: DurationSheetProps) {
	return (
		<TimeSheet title={m.scheduling_duration()} open={open} onClose={props.onClose}>
			<DurationFields {...props} />
		</TimeSheet>
	)
}

const maxMinutes = limits.meetingDurationMaxS / 60

function DurationFields({ durationS, onClose, onChange }: Omit<DurationSheetProps, 'open'>) {
	const minutes = useTypedValue({
		initial: Math.round(durationS / 60),
		format: formatDuration,
		parse: text => {
			const value = parseTypedDuration(text)
			return value === undefined || value > maxMinutes ? { error: m.scheduling_duration_error() } : { value }
		},
		onEnter: choose,
	})

	function choose() {
		if (!minutes.check()) return
		onChange(minutes.value * 60)
		onClose()
	}

	return (
		<TimeFields onDone={choose}>
			<p className={styles.sentence} aria-live="polite">
				{durationLabel(minutes.value * 60)}
			</p>
			<TextField label={m.scheduling_duration_type()} inputMode="numeric" autoComplete="off" {...minutes.field} />
			<DurationWheels
				minutes={minutes.value}
				// 00:00 can be chosen; it is invalid when the form is sent (CREATE-15).
				minMinutes={0}
				minuteStep={limits.wheelMinuteStep}
				onMinutesChange={minutes.choose}
				labels={{
					group: m.scheduling_duration(),
					hours: m.scheduling_hour(),
					minutes: m.scheduling_minute(),
					hoursText: hours => m.meeting_hours({ hours }),
					minutesText: value => m.meeting_minutes({ minutes: value }),
				}}
			/>
		</TimeFields>
	)
}

interface TimeSheetProps {
	title: string
	open: boolean
	onClose(): void
	children: ReactNode
}

/** Its fields are mounted for each opening: changing them and closing the sheet changes nothing. */
function TimeSheet({ title, open, onClose, children }: TimeSheetProps) {
	return (
		<Sheet full short open={open} onOpenChange={next => !next && onClose()} title={title} closeLabel={m.common_close()}>
			{children}
		</Sheet>
	)
}

function TimeFields({ onDone, children }: { onDone(): void; children: ReactNode }) {
	return (
		<div className={styles.fields}>
			{children}
			<div className={styles.done}>
				<Button kind="primary" size="large" block onClick={onDone}>
					{m.scheduling_done_sheet()}
				</Button>
			</div>
		</div>
	)
}
