import type { Meeting } from '@parley/api'
import type { MeetingPassword } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { Banner } from '../../../ui/index.ts'
import { dayInSentence } from '../labels.ts'
import { formatTimeOfDay, getRelativeDay, meetingZone } from '../schedule.ts'
import { zoneNote } from '../zoneNote.ts'
import styles from './DetailCard.module.css'

export interface PasswordGuessNoticeProps {
	meeting: Meeting
	now: number
	/** Leads to the field of a password; missing where this reader cannot edit the meeting. */
	onEdit?: ((password: MeetingPassword) => void) | undefined
}

const texts = {
	meeting: { text: m.meeting_guessing_meeting, change: m.meeting_change_password_meeting },
	host: { text: m.meeting_guessing_host, change: m.meeting_change_password_host },
	live: { text: m.meeting_guessing_live, change: m.meeting_change_password_live },
} as const satisfies Record<MeetingPassword, object>

/** Tells host and creator which password of their meeting someone is trying; the server tells no one else (JERR-04). */
export function PasswordGuessNotice({ meeting, now, onEdit }: PasswordGuessNoticeProps) {
	// Servers that are older than the field name no password: then it is the one for joining.
	const { passwordGuessedTime: at, guessedPassword: password = 'meeting' } = meeting
	if (at === undefined) return null
	const zone = meetingZone(meeting)
	const day = dayInSentence(getRelativeDay(at, zone, now))
	const note = zoneNote({ startTime: at, zone }, now)
	const time = `${formatTimeOfDay(at)}${note ? m.meeting_in_brackets({ text: note }) : ''}`
	const { text, change } = texts[password]
	return (
		<Banner
			tone="warn"
			className={styles.guessing}
			action={onEdit && { label: change(), onPress: () => onEdit(password) }}
		>
			{text({ day, time })}
		</Banner>
	)
}
