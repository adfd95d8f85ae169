import type { Meeting } from '@parley/api'
import { formatWireTime, limits, meetingStatus } from '@parley/core'
import { clsx } from 'clsx'
import { Fragment, useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { daysLaterLabel } from '../labels.ts'
import type { Viewer } from '../permissions.ts'
import { formatTimeOfDay, getRecurrence, getTimeRange, scheduleZone } from '../schedule.ts'
import { MeetingCard } from './MeetingCard.tsx'
import { occurrenceKey } from './meetingList.ts'
import { expandedCardScroll, findNowLineIndex } from './nowLine.ts'
import styles from './Timeline.module.css'

export interface CardActs {
	joiningId?: string | undefined
	onJoin(meeting: Meeting): void
	onDetail(meeting: Meeting): void
	onEdit(meeting: Meeting): void
	onRemove(meeting: Meeting): void
}

export interface TimelineProps {
	meetings: readonly Meeting[]
	viewer: Viewer
	now: number
	/** `YYYY-MM-DD`. */
	day: string
	/** Everything of the day is here. */
	isWhole: boolean
	acts: CardActs
}

/** The day from morning to night; today has a line where now is. One card at a time is open (LIST-16). */
export function Timeline({ meetings, viewer, now, day, isWhole, acts }: TimelineProps) {
	const [openKey, setOpenKey] = useState<string>()
	const isToday = formatWireTime(now, scheduleZone).startsWith(day)
	const nowAt = isToday ? findNowLineIndex(meetings, now, isWhole) : undefined
	return (
		<ol className={styles.day} aria-label={m.meeting_list_of_day()}>
			{meetings.map((meeting, at) => {
				const key = occurrenceKey(meeting)
				return (
					<Fragment key={key}>
						{at === nowAt && <NowLine now={now} />}
						<Entry at={at} meeting={meeting} isOpen={key === openKey}>
							<MeetingCard
								meeting={meeting}
								viewer={viewer}
								now={now}
								day={day}
								open={key === openKey}
								isJoining={meeting.meetingId === acts.joiningId}
								onToggle={() => setOpenKey(key === openKey ? undefined : key)}
								onJoin={() => acts.onJoin(meeting)}
								onDetail={() => acts.onDetail(meeting)}
								onEdit={() => acts.onEdit(meeting)}
								onRemove={() => acts.onRemove(meeting)}
							/>
						</Entry>
					</Fragment>
				)
			})}
			{nowAt === meetings.length && <NowLine now={now} />}
		</ol>
	)
}

const looks = {
	[meetingStatus.notStarted]: undefined,
	[meetingStatus.inProgress]: styles.running,
	[meetingStatus.over]: styles.over,
}

interface EntryProps {
	at: number
	meeting: Meeting
	isOpen: boolean
	children: React.ReactNode
}

function Entry({ at, meeting, isOpen, children }: EntryProps) {
	const place = useRef<HTMLLIElement>(null)
	useRoomBelow(place, isOpen)
	return (
		<li ref={place} data-entry={at} className={clsx(styles.entry, looks[meeting.status])}>
			<Hours meeting={meeting} />
			{children}
		</li>
	)
}

function Hours({ meeting }: { meeting: Meeting }) {
	if (getRecurrence(meeting)?.every === 'no-fixed-time') {
		return <p className={clsx(styles.hours, styles.any)}>{m.meeting_any_time()}</p>
	}
	const { from, to, daysLater } = getTimeRange(meeting)
	return (
		<p className={styles.hours}>
			<span className={styles.from}>{from}</span>
			<span className="sr-only"> – </span>
			<span className={styles.to}>{to}</span>
			{daysLater > 0 && <span className={styles.later}>{daysLaterLabel(daysLater)}</span>}
		</p>
	)
}

function NowLine({ now }: { now: number }) {
	const time = formatTimeOfDay(formatWireTime(now, scheduleZone))
	return (
		<li className={styles.now}>
			<span className="sr-only">{m.meeting_now({ time })}</span>
			<span aria-hidden>{time}</span>
		</li>
	)
}

/** What stays free above and below a card that was brought into sight. */
const edgePx = 12
/** How long a card takes to open. */
const openingMs = 200

/** LIST-17: what opens is brought into sight, once it has its height. */
function useRoomBelow(place: React.RefObject<HTMLElement | null>, isOpen: boolean) {
	useEffect(() => {
		if (!isOpen) return
		const timer = setTimeout(() => {
			const card = place.current?.querySelector('article')
			const head = card?.firstElementChild?.getBoundingClientRect()
			if (!card || !head) return
			const cardBottomPx = card.getBoundingClientRect().bottom + edgePx
			const shown = { headTopPx: head.top - edgePx, headBottomPx: head.bottom, cardBottomPx }
			const top = expandedCardScroll({ ...shown, viewportPx: window.innerHeight }, limits.expandedCardPx)
			const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
			if (top > 0) window.scrollBy({ top, behavior: still ? 'auto' : 'smooth' })
		}, openingMs)
		return () => clearTimeout(timer)
	}, [place, isOpen])
}
