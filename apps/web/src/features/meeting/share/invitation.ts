import type { Meeting } from '@parley/api'
import type { CallArguments } from '@parley/bridge'
import { formatMeetingId } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { formatFullDate, recurrenceLabel } from '../labels.ts'
import { getRecurrence, getTimeRange } from '../schedule.ts'

/** What a phone is told of a meeting that is to be shared (SHARE-01); one that comes back has no length (SHARE-03). */
export function toShellShare(meeting: Meeting, hostName: string): CallArguments<'shareMeetingInfo'> {
	return {
		joinMeetingUrl: joinLink(meeting),
		meetingId: meeting.meetingId,
		meetingTopic: meeting.topic,
		duration: meeting.isRecurring ? 0 : meeting.durationS,
		hostDisplayName: hostName,
		startTime: meeting.startTime,
	}
}

const joinLink = ({ joinUrl, meetingId }: Meeting) => joinUrl ?? `${location.origin}/?meetingId=${meetingId}`

/** The same for people to read; days by their date, since nobody knows when it is read. */
export function invitationText(meeting: Meeting, hostName: string): string {
	return [
		m.meeting_invites({ host: hostName }),
		m.meeting_invite_topic({ topic: meeting.topic }),
		m.meeting_invite_when({ when: dateAndHours(meeting) }),
		m.meeting_invite_id({ id: formatMeetingId(meeting.meetingId) }),
		joinLink(meeting),
	].join('\n')
}

function dateAndHours(meeting: Meeting): string {
	const recurrence = getRecurrence(meeting)
	if (recurrence?.every === 'no-fixed-time') return recurrenceLabel(recurrence)
	const { from, to } = getTimeRange(meeting)
	return `${recurrence ? recurrenceLabel(recurrence) : formatFullDate(meeting.startTime, '')} ${from}–${to}`
}
