import type { Meeting } from '@parley/api'
import { formatWireDay, formatWireTime, meetingStatus } from '@parley/core'
import { clsx } from 'clsx'
import { Fragment, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { m } from '../../../locales/index.ts'
import { siteZone } from '../../site/index.ts'
import { daysLaterLabel, formatFullDate, relativeDayLabel } from '../labels.ts'
import type { MeetingReader } from '../permissions.ts'
import { formatTimeOfDay, getRecurrence, getRelativeDay, getTimeRange, meetingZone } from '../schedule.ts'
import { MeetingCard } from './MeetingCard.tsx'
import { findNowLineIndex } from './scrollTargets.ts'
import styles from './Timeline.module.css'
import { useScrollToExpandedCard } from './useListScroll.ts'
import { occurrenceKey } from './useMeetingList.ts'

export interface TimelineProps {
	meetings: readonly Meeting[]
	reader: MeetingReader
	now: number
	/** `YYYY-MM-DD`. */
	day: string
	/** The meetings are of several days, each with its date above. */
	hasDates?: boolean
	/** All pages of the day are loaded. */
	isComplete: boolean
	/** By {@link occurrenceKey}. */
	expandedKey: string | undefined
	onExpand(key: string | undefined): void
}

/** The meetings of a day by time; today has a line at the current time. One card at a time is expanded (LIST-16). */
export function Timeline({ meetings, reader, now, day, hasDates = false, isComplete, ...expansion }: TimelineProps) {
	const { expandedKey, onExpand } = expansion
	const isToday = !hasDates && formatWireDay(now, siteZone()) === day
	const nowLineIndex = isToday ? findNowLineIndex(meetings, now, isComplete) : undefined
	return (
		<ol
			className={styles.day}
			aria-label={hasDates ? m.meeting_list_found() : m.meeting_list_of_day()}
			onKeyDown={moveBetweenCards}
		>
			{meetings.map((meeting, index) => {
				const key = occurrenceKey(meeting)
				const isExpanded = key === expandedKey
				return (
					<Fragment key={key}>
						{index === nowLineIndex && <NowLine now={now} />}
						{hasDates && !isSameDay(meeting, meetings[index - 1]) && <DateLine meeting={meeting} now={now} />}
						<Entry index={index} meeting={meeting} isExpanded={isExpanded}>
							<MeetingCard
								meeting={meeting}
								reader={reader}
								now={now}
								isExpanded={isExpanded}
								onToggle={() => onExpand(isExpanded ? undefined : key)}
							/>
						</Entry>
					</Fragment>
				)
			})}
			{nowLineIndex === meetings.length && <NowLine now={now} />}
		</ol>
	)
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** From the topic of one card to that of the next or previous one. */
function moveBetweenCards(event: KeyboardEvent<HTMLElement>) {
	const step = steps[event.key]
	if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
	const topics = [...event.currentTarget.querySelectorAll<HTMLElement>('h2 > button')]
	const at = topics.indexOf(event.target as HTMLElement)
	const next = topics[at + step]
	if (at < 0 || !next) return
	event.preventDefault()
	next.focus()
}

const statusStyles = {
	[meetingStatus.notStarted]: undefined,
	[meetingStatus.inProgress]: styles.running,
	[meetingStatus.ended]: styles.over,
}

interface EntryProps {
	index: number
	meeting: Meeting
	isExpanded: boolean
	children: ReactNode
}

function Entry({ index, meeting, isExpanded, children }: EntryProps) {
	const element = useRef<HTMLLIElement>(null)
	useScrollToExpandedCard(element, isExpanded)
	return (
		<li ref={element} data-entry={index} className={clsx(styles.entry, statusStyles[meeting.status])}>
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

const isSameDay = (one: Meeting, other: Meeting | undefined) =>
	one.startTime.slice(0, 10) === other?.startTime.slice(0, 10)

function DateLine({ meeting, now }: { meeting: Meeting; now: number }) {
	const today = formatWireDay(now, meetingZone(meeting))
	const { kind } = getRelativeDay(meeting.startTime, meetingZone(meeting), now)
	const date = formatFullDate(meeting.startTime, today)
	return <li className={styles.date}>{kind === 'date' ? date : `${relativeDayLabel({ kind })} · ${date}`}</li>
}

function NowLine({ now }: { now: number }) {
	const time = formatTimeOfDay(formatWireTime(now, siteZone()))
	return (
		<li className={styles.now}>
			<span className="sr-only">{m.meeting_now({ time })}</span>
			<span aria-hidden>{time}</span>
		</li>
	)
}
