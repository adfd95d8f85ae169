import type { Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { StatusDot } from '../../ui/index.ts'
import { elapsedLabel, statusLabels } from './labels.ts'
import { getElapsedMinutes } from './schedule.ts'

const dots = {
	[meetingStatus.notStarted]: 'waiting',
	[meetingStatus.inProgress]: 'running',
	[meetingStatus.over]: 'over',
} as const

/** The status of a meeting as a mark and a text; one in progress shows for how long (LIST-19). */
export function MeetingStatusLabel({ meeting, now }: { meeting: Meeting; now: number }) {
	const minutes = getElapsedMinutes(meeting, now)
	return (
		<StatusDot status={dots[meeting.status]}>
			{statusLabels[meeting.status]()}
			{minutes !== undefined && ` · ${elapsedLabel(minutes)}`}
		</StatusDot>
	)
}
