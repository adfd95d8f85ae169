import type { Meeting } from '@parley/api'
import { formatListMeetingId, meetingStatus } from '@parley/core'
import { clsx } from 'clsx'
import { LockKeyhole } from 'lucide-react'
import { useId, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Collapsible, lazyComponent } from '../../../ui/index.ts'
import { recurrenceLabel, relativeDayLabel } from '../labels.ts'
import { MeetingStatusLabel } from '../MeetingStatusLabel.tsx'
import { hostDisplayName } from '../permissions.ts'
import { getRecurrence, getRelativeDay } from '../schedule.ts'
import type { MeetingCardBodyProps } from './CardBody.tsx'
import styles from './MeetingCard.module.css'

/** What a card opens to comes behind the list. */
export const CardBody = lazyComponent(async () => (await import('./CardBody.tsx')).MeetingCardBody)

export interface MeetingCardProps extends MeetingCardBodyProps {
	/** Now, by the server's clock. */
	now: number
	/** The day the list is of; what is on another says so. */
	day: string
	open: boolean
	onToggle(): void
}

export function MeetingCard({ day, open, onToggle, now, ...body }: MeetingCardProps) {
	const { meeting, viewer } = body
	const place = useId()
	const topic = useId()
	const [wasOpen, setWasOpen] = useState(open)
	if (open && !wasOpen) setWasOpen(true)
	const when = whenOf(meeting, day, now)
	const look = clsx(
		styles.card,
		meeting.status === meetingStatus.inProgress && styles.running,
		meeting.status === meetingStatus.over && styles.over,
	)
	return (
		<article className={look} aria-labelledby={topic}>
			<div className={styles.head}>
				<h2 className={styles.topic}>
					<button id={topic} type="button" aria-expanded={open} aria-controls={place} onClick={onToggle}>
						{meeting.topic}
					</button>
				</h2>
				<p className={styles.meta}>
					{when && `${when} · `}
					{m.meeting_host({ name: hostDisplayName(meeting, viewer) })}
				</p>
				<p className={styles.foot}>
					<MeetingStatusLabel meeting={meeting} now={now} />
					<span className={styles.id}>
						{meeting.isPrivate && <LockKeyhole role="img" aria-label={m.meeting_private()} />}
						<span className="sr-only">{m.meeting_id_label()} </span>
						{formatListMeetingId(meeting.meetingId)}
					</span>
				</p>
			</div>
			<Collapsible id={place} open={open}>
				{wasOpen && <CardBody {...body} />}
			</Collapsible>
		</article>
	)
}

/** LIST-26: a room says how it comes back, where another says its day; that of the list stands above it. */
function whenOf(meeting: Meeting, day: string, now: number): string | undefined {
	const recurrence = getRecurrence(meeting)
	if (recurrence) return recurrenceLabel(recurrence)
	if (meeting.startTime.startsWith(day)) return undefined
	return relativeDayLabel(getRelativeDay(meeting.startTime, meeting.timeZone, now))
}
