import type { Meeting } from '@parley/api'
import { m } from '../../../locales/index.ts'
import { Banner } from '../../../ui/index.ts'
import { relativeDayLabel } from '../labels.ts'
import { formatTimeOfDay, getRelativeDay, meetingZone } from '../schedule.ts'
import { zoneNote } from '../zoneNote.ts'
import styles from './DetailCard.module.css'

export interface PasswordGuessNoticeProps {
	meeting: Meeting
	now: number
	/** Missing where the meeting cannot be edited any more. */
	onEdit?: (() => void) | undefined
}

/** Tells host and creator that someone is trying passwords of their meeting; the server tells no one else (JERR-04). */
export function PasswordGuessNotice({ meeting, now, onEdit }: PasswordGuessNoticeProps) {
	const { passwordGuessedTime: at } = meeting
	if (at === undefined) return null
	const zone = meetingZone(meeting)
	const day = relativeDayLabel(getRelativeDay(at, zone, now))
	const note = zoneNote({ startTime: at, zone }, now)
	const time = `${formatTimeOfDay(at)}${note ? m.meeting_in_brackets({ text: note }) : ''}`
	return (
		<Banner
			tone="warn"
			className={styles.guessing}
			action={onEdit && { label: m.meeting_guessing_change(), onPress: onEdit }}
		>
			{m.meeting_guessing({ day, time })}
		</Banner>
	)
}
