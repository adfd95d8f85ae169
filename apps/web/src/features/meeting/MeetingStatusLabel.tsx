import type { Meeting } from '@parley/api'
import { meetingStatus } from '@parley/core'
import { StatusDot } from '../../ui/index.ts'
import { runningWords, statusWords } from './labels.ts'
import { minutesRunning } from './schedule.ts'

const dots = {
	[meetingStatus.notStarted]: 'waiting',
	[meetingStatus.inProgress]: 'running',
	[meetingStatus.over]: 'over',
} as const

/** How a meeting stands, as a mark and a word; one in progress says for how long. */
export function StatusLine({ meeting, now }: { meeting: Meeting; now: number }) {
	const minutes = minutesRunning(meeting, now)
	return (
		<StatusDot status={dots[meeting.status]}>
			{statusWords[meeting.status]()}
			{minutes !== undefined && ` · ${runningWords(minutes)}`}
		</StatusDot>
	)
}
