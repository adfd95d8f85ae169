import { MeetingId, UserId, WireDay, WireTime } from '@parley/core'
import * as v from 'valibot'
import { field, flag, jsonText, listOf, shape, spare, text, whole } from './codec.ts'
import { DepartmentNumber } from './directory.ts'
import { duration, hours, meetingFields } from './meetingFields.ts'

/**
 * Who is invited (ENT-05): people one by one, and departments with everybody in and below them. Names are for showing;
 * what counts is the id and the number.
 */
export const Attendees = shape({
	people: field('persons', listOf(shape({ id: field('userId', UserId), name: spare('nickName', v.string()) }))),
	departments: field(
		'departments',
		listOf(shape({ number: field('groupNumber', DepartmentNumber), name: spare('groupName', v.string()) })),
	),
})
export type Attendees = ReturnType<typeof Attendees.read>

const attendees = jsonText(Attendees, 200_000)

/** A meeting with what the edit screen asks for beside it (ENT-05). */
export const MeetingForm = shape({
	...meetingFields,
	isOa: field('isOA', flag),
	/** Only who is invited may be changed: an OA site, and the caller neither hosts nor made it (EDIT-02). */
	isFixed: field('canNotEdit', flag),
	startDay: field('start_date', WireDay),
	/** Missing where nobody was named, so that the meeting is for the whole company. */
	attendees: spare('grantedObject', attendees),
	/** The same as numbers and ids with commas between, for servers and shells that read no JSON here. */
	departmentNumbers: spare('oaDepartment', v.string()),
	personIds: spare('oaUser', v.string()),
})
export type MeetingForm = ReturnType<typeof MeetingForm.read>

const topic = text(1000)
const secret = text(100)

/** What may be said of a meeting when it is made and when it is changed, and need not be. */
const spares = {
	/** The zone of `startTime`; nothing without it. */
	timeZone: spare('time_zone', hours),
	/** An empty one is none. */
	password: spare('meeting_pwd', secret),
	isPrivate: spare('meeting_privacy', flag),
	hostMustOpen: spare('meeting_start_rule', flag),
	/** How a room comes back; a one-off meeting does not, and does not become a room by an edit (OP-017). */
	repeatType: spare('repeat_type', whole),
	/** The weekday 0 to 6, Sunday 0, or the day of the month 1 to 31 (REC-08, REC-09). */
	repeatCondition: spare('repeat_condition', whole),
	/** The caller where a new meeting names nobody. */
	hostId: spare('host_user_name', UserId),
	/** Everybody of the company where both lists are empty. */
	attendees: spare('grantedObject', attendees),
}

/** What a person asks for when scheduling a meeting or a recurring room (CREATE-01, CREATE-11 to CREATE-20). */
export const NewMeeting = shape({
	topic: field('meeting_topic', topic),
	startTime: field('start_time', WireTime),
	durationS: field('duration', duration),
	hostPassword: field('host_pwd', secret),
	isRoom: spare('is_room', flag),
	...spares,
})
export type NewMeeting = ReturnType<typeof NewMeeting.read>

/** What is to be different about a meeting; what is missing stays as it is. */
export const MeetingChanges = shape({
	id: field('id', MeetingId),
	topic: spare('meeting_topic', topic),
	startTime: spare('start_time', WireTime),
	durationS: spare('duration', duration),
	hostPassword: spare('host_pwd', secret),
	...spares,
	/** Only who is invited is to change; anything else said beside it is not looked at (EDIT-03). */
	attendeesOnly: spare('modifyAttendees', flag),
})
export type MeetingChanges = ReturnType<typeof MeetingChanges.read>
