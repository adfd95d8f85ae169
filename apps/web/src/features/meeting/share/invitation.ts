import type { Meeting } from '@parley/api'
import type { CallArguments } from '@parley/bridge'
import { formatMeetingId } from '@parley/core'
import { m } from '../../../locales/index.ts'
import { recurrenceWords, wholeDateWords } from '../labels.ts'
import { hoursOf, recurrenceOf } from '../schedule.ts'

/** What a phone is told of a meeting that is to be shared (SHARE-01); one that comes back has no length (SHARE-03). */
export function shareOf(meeting: Meeting, hostName: string): CallArguments<'shareMeetingInfo'> {
	return {
		joinMeetingUrl: joinUrlOf(meeting),
		meetingId: meeting.meetingId,
		meetingTopic: meeting.topic,
		duration: meeting.isRecurring ? 0 : meeting.durationS,
		hostDisplayName: hostName,
		startTime: meeting.startTime,
	}
}

const joinUrlOf = ({ joinUrl, meetingId }: Meeting) => joinUrl ?? `${location.origin}/?meetingId=${meetingId}`

/** The same for people to read; days by their date, since nobody knows when it is read. */
export function invitationText(meeting: Meeting, hostName: string): string {
	return [
		m.meeting_invites({ host: hostName }),
		m.meeting_invite_topic({ topic: meeting.topic }),
		m.meeting_invite_when({ when: dateAndHours(meeting) }),
		m.meeting_invite_id({ id: formatMeetingId(meeting.meetingId) }),
		joinUrlOf(meeting),
	].join('\n')
}

function dateAndHours(meeting: Meeting): string {
	const recurrence = recurrenceOf(meeting)
	if (recurrence?.every === 'no-fixed-time') return recurrenceWords(recurrence)
	const { from, to } = hoursOf(meeting)
	return `${recurrence ? recurrenceWords(recurrence) : wholeDateWords(meeting.startTime, '')} ${from}–${to}`
}
