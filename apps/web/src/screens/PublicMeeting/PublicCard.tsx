import type { Meeting } from '@parley/api'
import { formatMeetingId, meetingStatus } from '@parley/core'
import { clsx } from 'clsx'
import { useId } from 'react'
import { MeetingStatusLabel, MeetingTime } from '../../features/meeting/index.ts'
import { m } from '../../locales/index.ts'
import { Button, Card } from '../../ui/index.ts'
import styles from './PublicMeeting.module.css'

export interface PublicCardProps {
	meeting: Meeting
	now: number
	isJoining: boolean
	onJoin(): void
}

/** One public meeting, which can only be joined (OP-144). */
export function PublicCard({ meeting, now, isJoining, onJoin }: PublicCardProps) {
	const topicId = useId()
	const isOver = meeting.status === meetingStatus.ended
	return (
		<Card className={clsx(styles.card, isOver && styles.over)}>
			<article className={styles.article} aria-labelledby={topicId}>
				<div className={styles.words}>
					<h2 id={topicId} className={styles.topic}>
						{meeting.topic}
					</h2>
					<p className={styles.meta}>
						<MeetingTime meeting={meeting} now={now} />
					</p>
					<p className={styles.meta}>
						{m.public_host({ name: meeting.hostName })} · {formatMeetingId(meeting.meetingId)}
					</p>
					<p>
						<MeetingStatusLabel meeting={meeting} now={now} />
					</p>
				</div>
				{!isOver && (
					<Button
						kind={meeting.status === meetingStatus.inProgress ? 'primary' : 'secondary'}
						loading={isJoining && m.public_joining()}
						aria-describedby={topicId}
						onClick={onJoin}
					>
						{m.public_join()}
					</Button>
				)}
			</article>
		</Card>
	)
}
