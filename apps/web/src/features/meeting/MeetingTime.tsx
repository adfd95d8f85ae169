import { m } from '../../locales/index.ts'
import { meetingTimeParts, type TimedMeeting } from './labels.ts'
import styles from './MeetingTime.module.css'
import { meetingZoneNote } from './zoneNote.ts'

export interface MeetingTimeProps {
	meeting: TimedMeeting
	now: number
}

/** Day and hours of a meeting, whose hours stay on one line, and the same on the reader's clock where that is another. */
export function MeetingTime({ meeting, now }: MeetingTimeProps) {
	const { day, hours } = meetingTimeParts(meeting, now)
	const note = meetingZoneNote(meeting, now)
	return (
		<>
			{day}
			{hours && ' '}
			{hours && <span className={styles.hours}>{hours}</span>}
			{note && m.meeting_in_brackets({ text: note })}
		</>
	)
}
