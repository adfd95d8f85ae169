import type { Meeting } from '@parley/api'
import { m } from '../../../locales/index.ts'
import { MeetingTime, useNow } from '../../meeting/index.ts'
import styles from './MeetingSummary.module.css'

/** Topic, time and host of the meeting that is about to be joined. */
export function MeetingSummary({ meeting }: { meeting: Meeting }) {
	const now = useNow()
	return (
		<div className={styles.brief}>
			<p className={styles.topic} title={meeting.topic}>
				{meeting.topic}
			</p>
			<p className={styles.meta}>
				<MeetingTime meeting={meeting} now={now} /> · {m.meeting_host({ name: meeting.hostName })}
			</p>
		</div>
	)
}
