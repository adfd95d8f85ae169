import type { MeetingChanges } from '@parley/api'
import {
	cleanText,
	hostPasswordError,
	type Instant,
	isMeetingDuration,
	isMeetingPassword,
	isMidnight,
	isStartTooFarAhead,
	isTopic,
	meetingStatus,
	type Occurrence,
	ok,
	parseRecurrence,
	parseWireTime,
	refused,
	secondOfDay,
	startNotBeforeNow,
	utcOffsetHours,
	zoneOfWireTime,
} from '@parley/core'
import { fieldsTakenAsSent, type MeetingRow, mergeFields } from './fields.ts'
import { changeLive } from './live.ts'
import type { MeetingUpdate } from './store.ts'

/** The site's rules for the fields of a meeting. */
export interface FieldRules {
	meetingPasswordMin: number
	/** True if meetings of the site are broadcast. */
	live: boolean
}

interface Fields {
	topic?: string | undefined
	durationS?: number | undefined
	password?: string | undefined
	hostPassword?: string | undefined
}

/** The first invalid field, when a meeting is created and when it is edited. */
export function fieldError(
	fields: Fields,
	{ meetingPasswordMin }: Pick<FieldRules, 'meetingPasswordMin'>,
	savedPassword?: string | null,
) {
	const { topic, durationS, password, hostPassword } = fields
	if (topic !== undefined && !isTopic(topic)) return 'topicInvalid'
	if (durationS !== undefined && !isMeetingDuration(durationS)) return 'durationInvalid'
	if (password !== undefined && !isMeetingPassword(password, meetingPasswordMin, savedPassword))
		return 'passwordInvalid'
	return hostPassword !== undefined && hostPasswordError(hostPassword) ? 'hostPasswordInvalid' : undefined
}

type Changes = Omit<MeetingChanges, 'id' | 'attendees'>
type EditedMeeting = MeetingRow & { occurrence: Occurrence }

/** Returns the values of a meeting after an edit, or why they are refused. Fields that are not sent stay. */
export function applyChanges(meeting: EditedMeeting, changes: Changes, rules: FieldRules, now: Instant) {
	const { password, topic } = changes
	const cleaned = topic === undefined ? undefined : cleanText(topic)
	const error = fieldError({ ...changes, topic: cleaned }, rules, meeting.password)
	if (error) return refused(error)
	const start = editedStart(meeting, changes, now)
	if (!start.ok) return start
	const recurrence = editedRecurrence(meeting, changes)
	if (!recurrence.ok) return recurrence
	const live = changeLive(meeting, changes, rules)
	if (!live.ok) return live
	const durationS = changes.durationS ?? meeting.durationS
	const endAt = start.value.startAt + durationS * 1000
	if (changes.durationS !== undefined && wouldEndNow(meeting, durationS, now)) return refused('durationInvalid')
	const update: MeetingUpdate = {
		...start.value,
		...recurrence.value,
		...live.value,
		...mergeFields<MeetingRow, (typeof fieldsTakenAsSent)[number]>(meeting, changes, fieldsTakenAsSent),
		endAt,
		durationS,
		topic: cleaned ?? meeting.topic,
		isInvitedOnly: meeting.isInvitedOnly,
		password: password === undefined ? meeting.password : password || null,
	}
	return ok(update)
}

/** A meeting in progress cannot be made shorter than it has been going on. */
function wouldEndNow(meeting: EditedMeeting, durationS: number, now: Instant): boolean {
	if (meeting.occurrence.status !== meetingStatus.inProgress || durationS === meeting.durationS) return false
	const from = (meeting.isRecurring ? meeting.startedAt : meeting.startAt) ?? meeting.startAt
	return from + durationS * 1000 <= now
}

/** Returns the start after an edit. A series keeps its days and takes the new time of day. */
function editedStart(meeting: EditedMeeting, { startTime, timeZone }: Changes, now: Instant) {
	const { startAt, repeatSecond, zone: zoneBefore } = meeting
	if (startTime === undefined) return ok({ zone: zoneBefore, startAt, repeatSecond })
	if (isMidnight(startTime)) return refused('startAtMidnight')
	const zone = editedZone(meeting, startTime, timeZone)
	const requestedAt = parseWireTime(startTime, zone)
	if (requestedAt === undefined || isStartTooFarAhead(requestedAt, now)) return refused('startInvalid')

	const second = secondOfDay(requestedAt, zone)
	const isUnchanged = meeting.isRecurring ? zone === zoneBefore && second === repeatSecond : requestedAt === startAt
	// A form sends every field: an unchanged start that is in the past by now was not chosen again.
	if (isUnchanged) return ok({ zone, startAt, repeatSecond: second })
	if (meeting.occurrence.status === meetingStatus.inProgress) return refused('started')
	if (meeting.isRecurring) return ok({ zone, startAt, repeatSecond: second })
	const at = startNotBeforeNow(requestedAt, now)
	return ok({ zone, startAt: at, repeatSecond: secondOfDay(at, zone) })
}

/** The recurrence after an edit. A one-off meeting stays one. */
function editedRecurrence(meeting: EditedMeeting, changes: Changes) {
	const { repeatType, repeatCondition } = meeting
	const before = { repeatType, repeatCondition }
	const type = changes.repeatType ?? repeatType
	const condition = changes.repeatCondition ?? (type === repeatType ? repeatCondition : undefined)
	if (type === repeatType && condition === repeatCondition) return ok(before)
	const after = meeting.isRecurring ? parseRecurrence(type, condition) : undefined
	if (!after) return refused('recurrenceInvalid')
	return meeting.occurrence.status === meetingStatus.inProgress ? refused('started') : ok(after)
}

/** Hours of the meeting's zone, at the start it was shown with or at the new one, mean it with its daylight saving. */
function editedZone({ zone, occurrence }: EditedMeeting, startTime: string, hours: number | undefined): string {
	if (hours === undefined || hours === utcOffsetHours(zone, occurrence.startAt)) return zone
	return zoneOfWireTime(startTime, hours, zone)
}
