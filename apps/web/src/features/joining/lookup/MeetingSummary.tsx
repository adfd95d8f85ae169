import type { Meeting } from '@parley/api'
import { formatMeetingId } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { MeetingTime, useNow } from '../../meeting/index.ts'
import styles from './MeetingSummary.module.css'

export interface MeetingSummaryProps {
	/** Topic, time and host, if known. */
	meeting: Meeting | undefined
	/** Set if nothing else on the screen shows it. */
	meetingId?: string
}

/** The meeting that is about to be joined. */
export function MeetingSummary({ meeting, meetingId }: MeetingSummaryProps) {
	const now = useNow()
	return (
		<div className={styles.brief}>
			{meeting && (
				<>
					<p className={styles.topic} title={meeting.topic}>
						{meeting.topic}
					</p>
					<p className={styles.meta}>
						<MeetingTime meeting={meeting} now={now} /> · {m.meeting_host({ name: meeting.hostName })}
					</p>
				</>
			)}
			{meetingId && (
				<p className={styles.meta}>
					{m.joining_id()} {formatMeetingId(meetingId)}
				</p>
			)}
		</div>
	)
}
