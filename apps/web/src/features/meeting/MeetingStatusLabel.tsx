import type { Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { m } from '../../locales/index.ts'
import { Badge, StatusDot } from '../../ui/index.ts'
import { elapsedLabel, missedLabels, statusLabels, statusLabelsOnAir } from './labels.ts'
import styles from './MeetingStatusLabel.module.css'
import { getElapsedMinutes, getMissed } from './schedule.ts'

const dots = {
	[meetingStatus.notStarted]: 'waiting',
	[meetingStatus.inProgress]: 'running',
	[meetingStatus.over]: 'over',
} as const

/**
 * The status of a meeting as a mark and a text (LIST-19), and beside it that its live is on air. One in progress shows for how long; one that should have begun
 * shows that nobody came, but not while its live is on air: somebody broadcasts without entering its room.
 */
export function MeetingStatusLabel({ meeting, now }: { meeting: Meeting; now: number }) {
	const minutes = getElapsedMinutes(meeting, now)
	const missed = meeting.isOnAir ? undefined : getMissed(meeting, now)
	const labels = meeting.isOnAir ? statusLabelsOnAir : statusLabels
	return (
		<span className={styles.status}>
			<StatusDot status={dots[meeting.status]}>
				{labels[meeting.status]()}
				{minutes !== undefined && ` · ${elapsedLabel(minutes)}`}
				{missed && ` · ${missedLabels[missed]()}`}
			</StatusDot>
			{meeting.isOnAir && <Badge tone="live">{m.desk_status_onAir()}</Badge>}
		</span>
	)
}
