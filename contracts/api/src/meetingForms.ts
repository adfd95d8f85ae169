import { MeetingId, UserId, WireDay, WireTime } from '@parley/core'
import * as v from 'valibot'
import { array, field, flag, integer, jsonText, optional, shape, text } from './codec.ts'
import { DepartmentNumber } from './directory.ts'
import { duration, hours, meetingFields, sentLive, sentSettings } from './meetingFields.ts'

/**
 * Invited people and departments (ENT-05); a department includes everyone in and below it. Names are for display; only
 * the id and the number count.
 */
export const Attendees = shape({
	people: field('persons', array(shape({ id: field('userId', UserId), name: optional('nickName', v.string()) }))),
	departments: field(
		'departments',
		array(shape({ number: field('groupNumber', DepartmentNumber), name: optional('groupName', v.string()) })),
	),
})
export type Attendees = ReturnType<typeof Attendees.decode>

const attendees = jsonText(Attendees, 200_000)

/** A meeting with the additional fields of the edit screen (ENT-05). */
export const MeetingForm = shape({
	...meetingFields,
	isOa: field('isOA', flag),
	/** Only the attendees can be changed: an OA site, and the caller is neither host nor creator (EDIT-02). */
	canEditOnlyAttendees: field('canNotEdit', flag),
	startDay: field('start_date', WireDay),
	/** Introduction of a live, as HTML (ENT-04); for everyone who may read the meeting (OP-137). */
	introduction: optional('details', v.string()),
	/** Missing if no one is named, which makes the meeting open to the whole company. */
	attendees: optional('grantedObject', attendees),
	/** The same as numbers and ids with commas between, for servers and shells that read no JSON here. */
	departmentNumbers: optional('oaDepartment', v.string()),
	personIds: optional('oaUser', v.string()),
})
export type MeetingForm = ReturnType<typeof MeetingForm.decode>

const topic = text(1000)
const secret = text(100)

/** The optional fields of creating and editing. */
const optionalFields = {
	/** The zone of `startTime`; nothing without it. */
	timeZone: optional('time_zone', hours),
	/** Empty means no password. */
	password: optional('meeting_pwd', secret),
	...sentSettings,
	...sentLive,
	/** The recurrence; a one-off meeting has none, and an edit cannot make it recurring (OP-017). */
	repeatType: optional('repeat_type', integer),
	/** The weekday 0 to 6, Sunday 0, or the day of the month 1 to 31 (REC-08, REC-09). */
	repeatCondition: optional('repeat_condition', integer),
	/** Defaults to the caller in a new meeting. */
	hostId: optional('host_user_name', UserId),
	/** The whole company if both lists are empty. */
	attendees: optional('grantedObject', attendees),
}

/** Input for scheduling a meeting, one-off or recurring (CREATE-01, CREATE-11 to CREATE-20). */
export const NewMeeting = shape({
	topic: field('meeting_topic', topic),
	startTime: field('start_time', WireTime),
	durationS: field('duration', duration),
	hostPassword: field('host_pwd', secret),
	isRecurring: optional('is_room', flag),
	...optionalFields,
})
export type NewMeeting = ReturnType<typeof NewMeeting.decode>

/** The changes of an edit; fields that are missing stay as they are. */
export const MeetingChanges = shape({
	id: field('id', MeetingId),
	topic: optional('meeting_topic', topic),
	startTime: optional('start_time', WireTime),
	durationS: optional('duration', duration),
	hostPassword: optional('host_pwd', secret),
	...optionalFields,
	/** Only the attendees change; other fields are ignored (EDIT-03). */
	attendeesOnly: optional('modifyAttendees', flag),
})
export type MeetingChanges = ReturnType<typeof MeetingChanges.decode>
