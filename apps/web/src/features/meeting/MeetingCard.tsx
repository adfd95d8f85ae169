import { type Meeting, meetingStatus } from '@parley/api'
import { listMeetingId } from '@parley/core'
import { LockKeyhole } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useId } from 'react'
import { m } from '../../locales/index.ts'
import { Button, Collapsible, classes } from '../../ui/index.ts'
import styles from './MeetingCard.module.css'
import { hostNameFor, mayRemove, runs, type Viewer, wayIn } from './roles.ts'
import type { SecretsProps } from './Secrets.tsx'
import { StatusLine } from './StatusLine.tsx'
import { dayLabel, recurrenceOf } from './schedule.ts'
import { dayWords, recurrenceWords } from './words.ts'

// They stand in the closed part of a card and come behind it. Without a network they may not; the list stays.
const Secrets = lazy<ComponentType<SecretsProps>>(() =>
	import('./Secrets.tsx').then(
		({ Secrets }) => ({ default: Secrets }),
		() => ({ default: () => null }),
	),
)

export interface MeetingCardProps {
	meeting: Meeting
	viewer: Viewer
	/** Now, by the server's clock. */
	now: number
	open: boolean
	/** The meeting is being looked at before the join screen opens. */
	isJoining: boolean
	onToggle(): void
	onJoin(): void
	onDetail(): void
	onRemove(): void
}

export function MeetingCard(props: MeetingCardProps) {
	const { meeting, viewer, now, open, onToggle } = props
	const body = useId()
	const topic = useId()
	const when = whenOf(meeting, now)
	const look = classes(
		styles.card,
		meeting.status === meetingStatus.inProgress && styles.running,
		meeting.status === meetingStatus.over && styles.over,
	)
	return (
		<article className={look} aria-labelledby={topic}>
			<div className={styles.head}>
				<h2 className={styles.topic}>
					<button id={topic} type="button" aria-expanded={open} aria-controls={body} onClick={onToggle}>
						{meeting.topic}
					</button>
				</h2>
				<p className={styles.meta}>
					{when && `${when} · `}
					{m.meeting_host({ name: hostNameFor(meeting, viewer) })}
				</p>
				<p className={styles.foot}>
					<StatusLine meeting={meeting} now={now} />
					<span className={styles.id}>
						{meeting.isPrivate && <LockKeyhole role="img" aria-label={m.meeting_private()} />}
						<span className="sr-only">{m.meeting_id_label()} </span>
						{listMeetingId(meeting.meetingId)}
					</span>
				</p>
			</div>
			<Collapsible id={body} open={open}>
				<div className={styles.body}>
					{runs(meeting, viewer) && (
						<Suspense>
							<Secrets meeting={meeting} />
						</Suspense>
					)}
					<Actions {...props} />
				</div>
			</Collapsible>
		</article>
	)
}

/** LIST-26: a room says how it comes back, where another says its day; today stands above the list. */
function whenOf(meeting: Meeting, now: number): string | undefined {
	const recurrence = recurrenceOf(meeting)
	if (recurrence) return recurrenceWords(recurrence)
	const label = dayLabel(meeting.startTime, meeting.timeZone, now)
	return label.at === 'today' ? undefined : dayWords(label)
}

function Actions({ meeting, viewer, isJoining, onJoin, onDetail, onRemove }: MeetingCardProps) {
	const way = wayIn(meeting, viewer)
	const running = meeting.status === meetingStatus.inProgress
	return (
		<>
			{way === 'closed' && <p className={styles.closed}>{m.meeting_join_closed()}</p>}
			<div className={styles.actions}>
				{way !== 'none' && (
					<Button
						kind="primary"
						className={styles.join}
						disabled={way === 'closed'}
						loading={isJoining && m.meeting_joining()}
						onClick={onJoin}
					>
						{m.meeting_join()}
					</Button>
				)}
				<Button kind="secondary" onClick={onDetail}>
					{m.meeting_detail()}
				</Button>
				{mayRemove(meeting, viewer) && (
					<Button kind="destructive" onClick={onRemove}>
						{running ? m.meeting_end() : m.meeting_delete()}
					</Button>
				)}
			</div>
		</>
	)
}
