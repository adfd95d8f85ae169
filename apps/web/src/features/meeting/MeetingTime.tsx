import { meetingTimeParts } from './labels.ts'
import styles from './MeetingTime.module.css'

export interface MeetingTimeProps {
	meeting: Parameters<typeof meetingTimeParts>[0]
	now: number
}

/** Day and hours of a meeting, whose hours stay on one line. */
export function MeetingTime({ meeting, now }: MeetingTimeProps) {
	const { day, hours } = meetingTimeParts(meeting, now)
	return (
		<>
			{day}
			{hours && ' '}
			{hours && <span className={styles.hours}>{hours}</span>}
		</>
	)
}
