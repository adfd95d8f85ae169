import type { MeetingChanges, MeetingForm } from '@parley/api'
import {
	cleanText,
	defaults,
	type Instant,
	limits,
	MeetingId,
	parseDuration,
	parseWireTime,
	truncate,
	UserId,
	zoneFromHours,
} from '@parley/core'
import * as v from 'valibot'
import { getRecurrence, type Recurrence } from '../../meeting/index.ts'
import { type Draft, hasStart, moveStartToFuture, noAttendees, toRepeatFields } from '../draft/draft.ts'
import type { EditSearch } from './editSearch.ts'

/** The meeting an address is about; nothing where that is no id. */
export function parseMeetingId({ meeting_id }: EditSearch): MeetingId | undefined {
	const read = v.safeParse(MeetingId, meeting_id)
	return read.success ? read.output : undefined
}

/** Hours from UTC in an address; those of the site where they are none. */
export function parseTimeZone({ time_zone }: EditSearch): number {
	const isHours =
		time_zone !== undefined && /^-?\d{1,2}(\.\d{1,2})?$/.test(time_zone) && Math.abs(Number(time_zone)) <= 14
	return isHours ? Number(time_zone) : defaults.timeZoneHours
}

const parseFlagText = (text: string | undefined): boolean | undefined =>
	text === undefined ? undefined : Number(text) > 0
const parseSmallInteger = (text: string | undefined): number => (text && /^\d{1,2}$/.test(text) ? Number(text) : 0)
const cleanAndTruncate = (text: string | undefined, max: number): string => truncate(cleanText(text ?? ''), max)

/**
 * What an address says of a meeting, field by field (EDIT-14). It may be old, cut off or made up: what cannot be so is
 * left out, and none of it is ever sent, because the server's own word takes its place before anything can be.
 */
export function parseEditSearch(search: EditSearch): Partial<Draft> {
	const topic = cleanAndTruncate(search.meeting_topic, limits.topicMax)
	const { start_time = '' } = search
	const durationS = parseDuration(search.duration ?? '')
	const isRecurring = parseFlagText(search.is_room)
	const isPrivate = parseFlagText(search.meeting_privacy)
	const hostMustOpen = parseFlagText(search.meeting_start_rule)
	const hostId = v.safeParse(UserId, search.host_user_name)
	const displayName = cleanAndTruncate(search.host_display_name, limits.displayNameMax)
	return {
		...(topic && { topic }),
		...(parseWireTime(start_time, zoneFromHours(parseTimeZone(search))) !== undefined && { start: start_time }),
		...(durationS !== undefined && durationS > 0 && durationS <= maxDurationS && { durationS }),
		...(isRecurring !== undefined && { isRecurring, recurrence: parseRecurrence(isRecurring, search) }),
		...(hostId.success && displayName && { host: { id: hostId.output, displayName } }),
		...(isPrivate !== undefined && { isPrivate }),
		...(hostMustOpen !== undefined && { hostMustOpen }),
	}
}

const maxDurationS = 24 * 3_600

function parseRecurrence(isRecurring: boolean, { repeat_type, repeat_condition }: EditSearch): Recurrence {
	return normalizeRecurrence(
		getRecurrence({
			isRecurring: isRecurring,
			repeatType: parseSmallInteger(repeat_type),
			repeatCondition: parseSmallInteger(repeat_condition),
		}),
	)
}

/** A weekday or day no calendar has is no fixed time. */
function normalizeRecurrence(recurrence: Recurrence | undefined): Recurrence {
	if (recurrence?.every === 'week' && recurrence.weekday > 6) return { every: 'no-fixed-time' }
	if (recurrence?.every === 'month' && (recurrence.day < 1 || recurrence.day > 31)) return { every: 'no-fixed-time' }
	return recurrence ?? { every: 'day' }
}

/** Whether an address says enough for the form to stand before the server has answered. */
export const canShowForm = ({ topic, start, durationS }: Partial<Draft>): boolean =>
	topic !== undefined && start !== undefined && durationS !== undefined

/** The meeting as the server knows it, as a draft. */
export const draftFromMeeting = (meeting: MeetingForm): Draft => ({
	topic: meeting.topic,
	start: meeting.startTime,
	durationS: meeting.durationS,
	isRecurring: meeting.isRecurring,
	recurrence: normalizeRecurrence(getRecurrence(meeting)),
	host: { id: meeting.hostId, displayName: meeting.hostName },
	attendees: meeting.attendees ?? noAttendees,
	isPrivate: meeting.isPrivate,
	hostMustOpen: meeting.hostMustOpen,
	password: meeting.password ?? '',
	hostPassword: meeting.hostPassword ?? '',
})

/** What is different about a draft from what it was. */
export function getChangedFields(draft: Draft, before: Partial<Draft>): Partial<Draft> {
	const isChanged = ([field, value]: [string, unknown]) =>
		JSON.stringify(value) !== JSON.stringify(before[field as keyof Draft])
	return Object.fromEntries(Object.entries(draft).filter(isChanged))
}

/**
 * What is sent: the fields that were changed and no other. What the server does not hear of stays, so two people who
 * edit at once do not undo each other, and a start that has passed meanwhile is not chosen anew.
 */
export function toMeetingChanges(
	draft: Draft,
	before: Partial<Draft>,
	timeZone: number,
	now: Instant,
): Omit<MeetingChanges, 'id'> {
	const { start, recurrence, host, isRecurring: _, ...changes } = getChangedFields(draft, before)
	return {
		...changes,
		...(start && hasStart(draft) && { startTime: moveStartToFuture(draft, now, zoneFromHours(timeZone)), timeZone }),
		...(recurrence && draft.isRecurring && toRepeatFields(recurrence)),
		...(host && { hostId: host.id }),
	}
}
