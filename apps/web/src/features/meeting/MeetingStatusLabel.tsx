import type { Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { m } from '../../locales/index.ts'
import { Badge, StatusDot } from '../../ui/index.ts'
import { elapsedLabel, missedLabels, statusLabels } from './labels.ts'
import styles from './MeetingStatusLabel.module.css'
import { getElapsedMinutes, getMissed } from './schedule.ts'

const dots = {
	[meetingStatus.notStarted]: 'waiting',
	[meetingStatus.inProgress]: 'running',
	[meetingStatus.ended]: 'over',
} as const

/**
 * The status of a meeting as a mark and a text (LIST-19), and beside it that its live is on air. One in progress shows for
 * how long; one that should have begun shows that no one came. If the host broadcasts before
 * the meeting has started, without entering its room, only the live mark is shown.
 */
export function MeetingStatusLabel({ meeting, now }: { meeting: Meeting; now: number }) {
	const { status, isOnAir = false } = meeting
	const minutes = getElapsedMinutes(meeting, now)
	const missed = getMissed(meeting, now)
	return (
		<span className={styles.status}>
			{!(isOnAir && status === meetingStatus.notStarted) && (
				<StatusDot status={dots[status]}>
					{isOnAir && status === meetingStatus.ended ? m.meeting_itself_over() : statusLabels[status]()}
					{minutes !== undefined && ` · ${elapsedLabel(minutes)}`}
					{missed && ` · ${missedLabels[missed]()}`}
				</StatusDot>
			)}
			{isOnAir && <Badge tone="live">{m.desk_status_onAir()}</Badge>}
		</span>
	)
}
