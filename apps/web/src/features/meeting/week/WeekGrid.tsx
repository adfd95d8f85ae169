import type { Meeting } from '@parley/api'
import { formatWireDay, formatWireTime, type Instant, meetingStatus, wallClock } from '@parley/core'
import { clsx } from 'clsx'
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { ListRow, Skeleton, SkeletonLine } from '../../../ui/index.ts'
import { AnchoredSheet } from '../../../ui/overlays/AnchoredSheet.tsx'
import { formatDate, formatFullDate, statusLabels } from '../labels.ts'
import { formatTimeOfDay, meetingEnd, meetingStart } from '../schedule.ts'
import { zoneLabel } from '../zoneNote.ts'
import { HourCells } from './HourCells.tsx'
import {
	dayMinutes,
	findMeetingsOfAnyTime,
	type HiddenMeetings,
	limitLanes,
	type PlacedMeeting,
	placeMeetings,
} from './placeMeetings.ts'
import styles from './WeekGrid.module.css'

/** Opens at the working day, or a little before the present hour. */
const openingHour = 7.5

export interface WeekGridProps {
	/** Seven wire days. */
	week: readonly string[]
	zone: string
	now: Instant
	meetings: readonly Meeting[]
	isLoading: boolean
	/** Said where the week has no meetings. */
	note: string | undefined
	chosenId: string | undefined
	onChoose(meeting: Meeting): void
	onSchedule?: ((start: Instant, durationS?: number) => void) | undefined
	/** To a later or earlier week. */
	onMove(weeks: number): void
}

/** The days in columns, their hours in rows, and the meetings where their times are. */
export function WeekGrid(props: WeekGridProps) {
	const { week, zone, now, meetings, isLoading, note, chosenId, onChoose, onSchedule, onMove } = props
	const scroller = useRef<HTMLDivElement>(null)
	const today = formatWireDay(now, zone)
	const { hour, minute } = wallClock(now, zone)
	const minuteNow = hour * 60 + minute
	const placed = placeMeetings(meetings, week, zone).map(limitLanes)
	const [crowd, setCrowd] = useState<{ day: string; of: HiddenMeetings; anchor: Element; isOpen: boolean }>()
	const closeCrowd = () => setCrowd(shown => shown && { ...shown, isOpen: false })
	const anyTime = findMeetingsOfAnyTime(meetings)

	// biome-ignore lint/correctness/useExhaustiveDependencies: where it opens; the reader scrolls from there
	useLayoutEffect(() => {
		const element = scroller.current
		if (!element) return
		const opening = week.includes(today) ? Math.min(openingHour, Math.max(0, hour - 1)) : openingHour
		const hours = element.querySelector<HTMLElement>(`.${styles.body}`)?.offsetHeight ?? 0
		element.scrollTop = (hours * opening) / 24
	}, [])

	return (
		<div ref={scroller} className={styles.scroller} aria-busy={isLoading}>
			<div className={styles.top}>
				<div className={styles.days}>
					<span className={styles.zone}>{zoneLabel({ startTime: week[0] ?? today, zone })}</span>
					{week.map(day => (
						<p key={day} className={clsx(styles.dayHead, day === today && styles.today)}>
							<span aria-hidden>{formatDate(new Date(`${day}T00:00Z`), { weekday: 'short' })}</span>
							<span aria-hidden className={styles.date}>
								{Number(day.slice(8))}
							</span>
							<span className="sr-only">
								{day === today ? `${m.meeting_today()}, ${formatFullDate(day)}` : formatFullDate(day)}
							</span>
						</p>
					))}
				</div>
				{note && <p className={styles.note}>{note}</p>}
				{anyTime.length > 0 && (
					<div className={styles.anyTime}>
						<span className={styles.zone}>{m.meeting_any_time()}</span>
						<ul className={styles.chips} aria-label={m.meeting_any_time()}>
							{anyTime.map(meeting => (
								<li key={meeting.meetingId}>
									<button
										type="button"
										className={clsx(styles.chip, lookOf(meeting), meeting.meetingId === chosenId && styles.chosen)}
										aria-current={meeting.meetingId === chosenId ? 'page' : undefined}
										onClick={() => onChoose(meeting)}
									>
										{meeting.topic}
										<span className="sr-only"> {statusLabels[meeting.status]()}</span>
									</button>
								</li>
							))}
						</ul>
					</div>
				)}
			</div>
			<div className={styles.body}>
				<div className={styles.hours} aria-hidden>
					{namedHours.map(hour => (
						<span key={hour} style={{ top: percent(hour * 60) }}>
							{`${String(hour).padStart(2, '0')}:00`}
						</span>
					))}
				</div>
				{/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons in it */}
				<div className={styles.columns} onKeyDown={moveBetweenMeetings}>
					{week.map((day, index) => (
						<div key={day} className={clsx(styles.column, isWeekend(day) && styles.weekend)}>
							{isLoading && <LoadingBlocks index={index} />}
							{placed[index]?.shown.length ? (
								<ol aria-label={formatFullDate(day)}>
									{placed[index].shown.map(entry => (
										<MeetingBlock
											key={entry.key}
											entry={entry}
											zone={zone}
											isChosen={entry.meeting.meetingId === chosenId}
											onChoose={onChoose}
										/>
									))}
									{placed[index].hidden.map(of => (
										<li key={of.key} className={styles.place} style={placeOf(of)}>
											<button
												type="button"
												data-meeting-block=""
												className={clsx(styles.block, styles.crowd)}
												aria-haspopup="dialog"
												onClick={({ currentTarget }) => setCrowd({ day, of, anchor: currentTarget, isOpen: true })}
											>
												<span aria-hidden>{`+${of.count}`}</span>
												<span className="sr-only">{m.meeting_week_more({ count: of.count })}</span>
											</button>
										</li>
									))}
								</ol>
							) : null}
							{day === today && (
								<div className={styles.now} style={{ top: percent(minuteNow) }}>
									<span className="sr-only">{m.meeting_now({ time: formatTimeOfDay(formatWireTime(now, zone)) })}</span>
								</div>
							)}
						</div>
					))}
				</div>
				{onSchedule && <HourCells week={week} zone={zone} now={now} onSchedule={onSchedule} onMove={onMove} />}
			</div>
			{crowd && (
				<CrowdMenu
					open={crowd.isOpen}
					onClose={closeCrowd}
					anchor={crowd.anchor}
					title={formatFullDate(crowd.day)}
					meetings={crowd.of.meetings}
					zone={zone}
					onChoose={meeting => {
						closeCrowd()
						onChoose(meeting)
					}}
				/>
			)}
			{isLoading && (
				<Skeleton label={m.meeting_loading()}>
					<span />
				</Skeleton>
			)}
		</div>
	)
}

/** Midnight has no name at the edge. */
const namedHours = Array.from({ length: 23 }, (_, index) => index + 1)

const percent = (minutes: number) => `${(minutes / dayMinutes) * 100}%`

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00Z`).getUTCDay())

const lookOf = ({ status }: Meeting) =>
	status === meetingStatus.inProgress ? styles.running : status === meetingStatus.ended && styles.over

/** A line of text is as high as so many minutes; the last line of a block has its hours. */
const lineMinutes = 19

interface MeetingBlockProps {
	entry: PlacedMeeting
	zone: string
	isChosen: boolean
	onChoose(meeting: Meeting): void
}

function MeetingBlock({ entry, zone, isChosen, onChoose }: MeetingBlockProps) {
	const { meeting, topMinute, bottomMinute, lane, lanes, isContinued } = entry
	const hours = hoursOf(meeting, zone)
	const place = {
		top: percent(topMinute),
		height: percent(bottomMinute - topMinute),
		left: `${(lane / lanes) * 100}%`,
		width: `${100 / lanes}%`,
		'--lines': Math.max(1, Math.floor((bottomMinute - topMinute) / lineMinutes) - 1),
	} as CSSProperties
	return (
		<li className={styles.place} style={place}>
			<button
				type="button"
				data-meeting-block=""
				className={clsx(
					styles.block,
					lookOf(meeting),
					bottomMinute - topMinute < 50 && styles.short,
					isChosen && styles.chosen,
				)}
				title={`${meeting.topic} ${hours}`}
				aria-current={isChosen ? 'page' : undefined}
				onClick={() => onChoose(meeting)}
			>
				<span className={styles.topic}>{meeting.topic}</span> <span className={styles.time}>{hours}</span>
				<span className="sr-only">
					{` ${statusLabels[meeting.status]()}`}
					{isContinued && `, ${m.meeting_week_continued()}`}
				</span>
			</button>
		</li>
	)
}

function hoursOf(meeting: Meeting, zone: string): string {
	const [from, to] = [meetingStart(meeting), meetingEnd(meeting)].map(at => formatTimeOfDay(formatWireTime(at, zone)))
	return `${from}–${to}`
}

/** In the last lane, beside the meetings that are shown. */
const placeOf = ({ topMinute, bottomMinute }: HiddenMeetings): CSSProperties => ({
	top: percent(topMinute),
	height: percent(bottomMinute - topMinute),
	left: `${(2 / 3) * 100}%`,
	width: `${100 / 3}%`,
})

interface CrowdMenuProps {
	open: boolean
	onClose(): void
	anchor: Element
	title: string
	meetings: readonly PlacedMeeting[]
	zone: string
	onChoose(meeting: Meeting): void
}

/** The meetings of a day that overlap there, those for which there is no room among them (LAYOUT-11). */
const CrowdMenu = ({ open, onClose, anchor, title, meetings, zone, onChoose }: CrowdMenuProps) => (
	<AnchoredSheet
		open={open}
		onOpenChange={next => next || onClose()}
		title={title}
		closeLabel={m.common_close()}
		anchor={anchor}
		width={320}
	>
		<ul>
			{meetings.map(({ key, meeting }) => (
				<li key={key}>
					<ListRow label={meeting.topic} note={hoursOf(meeting, zone)} onPress={() => onChoose(meeting)} />
				</li>
			))}
		</ul>
	</AnchoredSheet>
)

/** ↑ and ↓ within a day; ← and → to the meeting of another day that is nearest in time. */
function moveBetweenMeetings(event: KeyboardEvent<HTMLElement>) {
	if (event.ctrlKey || event.altKey || event.metaKey) return
	const days = [...event.currentTarget.children].map(day => [
		...day.querySelectorAll<HTMLElement>('[data-meeting-block]'),
	])
	const from = days.findIndex(blocks => blocks.includes(event.target as HTMLElement))
	const next = findNext(days, from, event.target as HTMLElement, event.key)
	if (!next) return
	event.preventDefault()
	next.focus()
}

function findNext(days: HTMLElement[][], from: number, current: HTMLElement, key: string): HTMLElement | undefined {
	const at = days[from]?.indexOf(current) ?? -1
	if (at < 0) return undefined
	if (key === 'ArrowDown') return days[from]?.[at + 1]
	if (key === 'ArrowUp') return days[from]?.[at - 1]
	const others = key === 'ArrowRight' ? days.slice(from + 1) : key === 'ArrowLeft' ? days.slice(0, from).reverse() : []
	const topOf = (block: HTMLElement) => block.getBoundingClientRect().top
	const distance = (block: HTMLElement) => Math.abs(topOf(block) - topOf(current))
	return others.find(blocks => blocks.length > 0)?.reduce((a, b) => (distance(b) < distance(a) ? b : a))
}

/** Where meetings may be, until they are loaded. */
const loadingPlaces = [
	[9, 1],
	[10, 1.5],
	[14, 1],
	[9.5, 1],
	[13, 2],
	[11, 1],
	[15, 1],
] as const

function LoadingBlocks({ index }: { index: number }) {
	const [hour, hours] = loadingPlaces[index] ?? [9, 1]
	return (
		<div aria-hidden className={styles.loading} style={{ top: percent(hour * 60), height: percent(hours * 60) }}>
			<SkeletonLine width={70} />
		</div>
	)
}
