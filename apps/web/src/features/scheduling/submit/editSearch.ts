import type { Meeting } from '@parley/api'

/** What the address of the edit screen says of a meeting, under its wire names; never a password (ROUTE-39). */
export const editSearchKeys = [
	'meeting_id',
	'meeting_topic',
	'start_time',
	'duration',
	'time_zone',
	'is_room',
	'repeat_type',
	'repeat_condition',
	'host_user_name',
	'host_display_name',
	'meeting_privacy',
	'meeting_start_rule',
] as const
export type EditSearch = { [key in (typeof editSearchKeys)[number]]?: string }

/** The query for `/MeetingList/EditMeeting` (EDIT-14). */
export const toEditSearch = (meeting: Meeting): EditSearch => ({
	meeting_id: meeting.meetingId,
	meeting_topic: meeting.topic,
	start_time: meeting.startTime,
	duration: String(meeting.durationS),
	time_zone: String(meeting.timeZone),
	is_room: String(Number(meeting.isRecurring)),
	repeat_type: String(meeting.repeatType),
	repeat_condition: String(meeting.repeatCondition),
	host_user_name: meeting.hostId,
	host_display_name: meeting.hostName,
	meeting_privacy: String(Number(meeting.isPrivate)),
	meeting_start_rule: String(Number(meeting.hostMustOpen)),
})

/** Of a query or something kept: the keys that are ours, and only texts. */
export const pickEditSearch = (query: Record<string, unknown>): EditSearch =>
	Object.fromEntries(editSearchKeys.flatMap(key => (typeof query[key] === 'string' ? [[key, query[key]]] : [])))
