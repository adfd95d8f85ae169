import { type Instant, limits, wallClock } from '@parley/core'
import { type ReactNode, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/overlays/Sheet.tsx'
import { DateWheels, DurationWheels, TimeWheels } from '../../../ui/wheels/DateTimeWheels.tsx'
import { durationLabel, formatTimeOfDay, zoneNote } from '../../meeting/index.ts'
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

/** Wheels for day and time, with the value as text above them (PAGE-19, PAGE-20). */
export function StartSheet({ open, ...props }: StartSheetProps) {
	return (
		<WheelSheet title={m.scheduling_start()} open={open} onClose={props.onClose}>
			<StartWheels {...props} />
		</WheelSheet>
	)
}

function StartWheels({ start, zone, timeOnly, now, onClose, onChange }: Omit<StartSheetProps, 'open'>) {
	const [parts, setParts] = useState(() => parseStart(start))
	const { year, month, day } = wallClock(now, zone)
	const today = { year, month, day }
	const chosen = formatStart(parts)
	const note = zoneNote({ startTime: chosen, zone, repeats: timeOnly }, now)

	function choose() {
		onChange(chosen)
		onClose()
	}

	return (
		<Wheels onDone={choose}>
			<p className={styles.sentence} aria-live="polite">
				{timeOnly ? formatTimeOfDay(chosen) : startLabel(chosen, zone, now)}
				{note && <span className={styles.zone}>{note}</span>}
			</p>
			{!timeOnly && (
				<DateWheels
					value={parts}
					min={today}
					max={{ year: year + limits.yearsAhead, month: 12, day: 31 }}
					onValueChange={date => setParts({ ...parts, ...date })}
					labels={{
						group: m.scheduling_date_group(),
						year: m.scheduling_year(),
						month: m.scheduling_month(),
						day: m.scheduling_day(),
						yearText: value => m.scheduling_year_text({ year: value }),
						monthText: value => m.scheduling_month_text({ month: value }),
						dayText: value => m.scheduling_day_text({ day: value }),
					}}
				/>
			)}
			<TimeWheels
				value={parts}
				minuteStep={limits.minuteStep}
				onValueChange={time => setParts({ ...parts, ...time })}
				labels={{
					group: m.scheduling_time_group(),
					hour: m.scheduling_hour(),
					minute: m.scheduling_minute(),
				}}
			/>
		</Wheels>
	)
}

export interface DurationSheetProps {
	open: boolean
	durationS: number
	onClose(): void
	onChange(durationS: number): void
}

export function DurationSheet({ open, ...props }: DurationSheetProps) {
	return (
		<WheelSheet title={m.scheduling_duration()} open={open} onClose={props.onClose}>
			<DurationFields {...props} />
		</WheelSheet>
	)
}

function DurationFields({ durationS, onClose, onChange }: Omit<DurationSheetProps, 'open'>) {
	const [minutes, setMinutes] = useState(Math.round(durationS / 60))

	function choose() {
		onChange(minutes * 60)
		onClose()
	}

	return (
		<Wheels onDone={choose}>
			<DurationWheels
				minutes={minutes}
				// 00:00 can be chosen; it is invalid when the form is sent (CREATE-15).
				minMinutes={0}
				onMinutesChange={setMinutes}
				labels={{
					group: m.scheduling_duration(),
					hours: m.scheduling_hour(),
					minutes: m.scheduling_minute(),
					hoursText: hours => m.meeting_hours({ hours }),
					minutesText: value => m.meeting_minutes({ minutes: value }),
					sentence: total => durationLabel(total * 60),
				}}
			/>
		</Wheels>
	)
}

interface WheelSheetProps {
	title: string
	open: boolean
	onClose(): void
	children: ReactNode
}

/** Its wheels are mounted for each opening: turning them and closing the sheet changes nothing. */
function WheelSheet({ title, open, onClose, children }: WheelSheetProps) {
	return (
		<Sheet open={open} onOpenChange={next => !next && onClose()} title={title} closeLabel={m.common_close()}>
			{open && children}
		</Sheet>
	)
}

function Wheels({ onDone, children }: { onDone(): void; children: ReactNode }) {
	return (
		<div className={styles.wheels}>
			{children}
			<div className={styles.done}>
				<Button kind="primary" size="large" block onClick={onDone}>
					{m.scheduling_done_sheet()}
				</Button>
			</div>
		</div>
	)
}
