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
	zoneFromHours,
} from '@parley/core'
import type { MeetingRow, MeetingUpdate } from './store.ts'

interface Fields {
	topic?: string | undefined
	durationS?: number | undefined
	password?: string | undefined
	hostPassword?: string | undefined
}

/** Which of the fields of a meeting cannot be so; the same when it is made and when it is changed. */
export function fieldError({ topic, durationS, password, hostPassword }: Fields) {
	if (topic !== undefined && !isTopic(topic)) return 'topicInvalid'
	if (durationS !== undefined && !isMeetingDuration(durationS)) return 'durationInvalid'
	if (password !== undefined && !isMeetingPassword(password)) return 'passwordInvalid'
	return hostPassword !== undefined && hostPasswordError(hostPassword) ? 'hostPasswordInvalid' : undefined
}

type Wanted = Omit<MeetingChanges, 'id' | 'attendees'>
type Meeting = MeetingRow & { on: Occurrence }

/** A meeting as it is after an edit, or why it cannot be so. What is not wanted stays. */
export function applyChanges(meeting: Meeting, wanted: Wanted, now: Instant) {
	const { password, topic } = wanted
	const cleaned = topic === undefined ? undefined : cleanText(topic)
	const fault = fieldError({ ...wanted, topic: cleaned })
	if (fault) return refused(fault)
	const start = startAfter(meeting, wanted, now)
	if (!start.ok) return start
	const recurrence = recurrenceAfter(meeting, wanted)
	if (!recurrence.ok) return recurrence
	const durationS = wanted.durationS ?? meeting.durationS
	const endAt = start.value.startAt + durationS * 1000
	if (wanted.durationS !== undefined && wouldEndNow(meeting, durationS, now)) return refused('durationInvalid')
	const revision: MeetingUpdate = {
		...start.value,
		...recurrence.value,
		hostId: wanted.hostId ?? meeting.hostId,
		endAt,
		durationS,
		topic: cleaned ?? meeting.topic,
		isPrivate: wanted.isPrivate ?? meeting.isPrivate,
		isInvitedOnly: meeting.isInvitedOnly,
		hostMustOpen: wanted.hostMustOpen ?? meeting.hostMustOpen,
		password: password === undefined ? meeting.password : password || null,
		hostPassword: wanted.hostPassword ?? meeting.hostPassword,
	}
	return ok(revision)
}

/** A meeting in progress is not ended by making it shorter than it has been. */
function wouldEndNow(meeting: Meeting, durationS: number, now: Instant): boolean {
	if (meeting.on.status !== meetingStatus.inProgress || durationS === meeting.durationS) return false
	const from = (meeting.isRecurring ? meeting.startedAt : meeting.startAt) ?? meeting.startAt
	return from + durationS * 1000 <= now
}

/** When it starts after an edit. A room keeps its days and starts at the hour that is wanted. */
function startAfter(meeting: Meeting, { startTime, timeZone }: Wanted, now: Instant) {
	const { startAt, repeatSecond, zone: zoneBefore } = meeting
	if (startTime === undefined) return ok({ zone: zoneBefore, startAt, repeatSecond })
	if (isMidnight(startTime)) return refused('startAtMidnight')
	const zone = zoneAfter(meeting, timeZone)
	const wantedAt = parseWireTime(startTime, zone)
	if (wantedAt === undefined || isStartTooFarAhead(wantedAt, now)) return refused('startInvalid')

	const second = secondOfDay(wantedAt, zone)
	const isTheSame = meeting.isRecurring ? zone === zoneBefore && second === repeatSecond : wantedAt === startAt
	// A form sends all it has: a start that is past by now was not chosen again.
	if (isTheSame) return ok({ zone, startAt, repeatSecond: second })
	if (meeting.on.status === meetingStatus.inProgress) return refused('started')
	if (meeting.isRecurring) return ok({ zone, startAt, repeatSecond: second })
	const at = startNotBeforeNow(wantedAt, now)
	return ok({ zone, startAt: at, repeatSecond: secondOfDay(at, zone) })
}

/** How a room comes back after an edit. A meeting that does not, will not. */
function recurrenceAfter(meeting: Meeting, wanted: Wanted) {
	const { repeatType, repeatCondition } = meeting
	const before = { repeatType, repeatCondition }
	const type = wanted.repeatType ?? repeatType
	const condition = wanted.repeatCondition ?? (type === repeatType ? repeatCondition : undefined)
	if (type === repeatType && condition === repeatCondition) return ok(before)
	const after = meeting.isRecurring ? parseRecurrence(type, condition) : undefined
	if (!after) return refused('recurrenceInvalid')
	return meeting.on.status === meetingStatus.inProgress ? refused('started') : ok(after)
}

/** Hours that are those of the zone it was made in mean that zone, with its daylight saving. */
function zoneAfter({ zone, on }: Meeting, hours: number | undefined): string {
	return hours === undefined || hours === utcOffsetHours(zone, on.startAt) ? zone : zoneFromHours(hours)
}
