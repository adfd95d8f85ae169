import type { Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { StatusDot } from '../../ui/index.ts'
import { elapsedLabel, missedLabels, statusLabels, statusLabelsOnAir } from './labels.ts'
import { getElapsedMinutes, getMissed } from './schedule.ts'

const dots = {
	[meetingStatus.notStarted]: 'waiting',
	[meetingStatus.inProgress]: 'running',
	[meetingStatus.over]: 'over',
} as const

/**
 * The status of a meeting as a mark and a text (LIST-19). One in progress shows for how long; one that should have begun
 * shows that nobody came, but not while its live is on air: somebody broadcasts without entering its room.
 */
export function MeetingStatusLabel({ meeting, now }: { meeting: Meeting; now: number }) {
	const minutes = getElapsedMinutes(meeting, now)
	const missed = meeting.isOnAir ? undefined : getMissed(meeting, now)
	const labels = meeting.isOnAir ? statusLabelsOnAir : statusLabels
	return (
		<StatusDot status={dots[meeting.status]}>
			{labels[meeting.status]()}
			{minutes !== undefined && ` · ${elapsedLabel(minutes)}`}
			{missed && ` · ${missedLabels[missed]()}`}
		</StatusDot>
	)
}
