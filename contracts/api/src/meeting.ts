import { MeetingId, secondsOf, UserId, WireDay, WireTime } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { type Codec, field, flag, listOf, nothing, shape, spare, whole } from './codec.ts'

/** `meeting_status` on the wire. */
export const meetingStatus = { notStarted: 1, inProgress: 2, over: 9 } as const
export type MeetingStatus = (typeof meetingStatus)[keyof typeof meetingStatus]

/** `repeat_type` on the wire; anything else means no fixed time (REC-06). */
export const repeatType = { none: 0, daily: 1, weekly: 2, monthly: 3 } as const

/** Hours from UTC, halves and quarters too. */
const hours: Codec<number, unknown> = {
	wire: v.pipe(
		v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,2}(\.\d{1,2})?$/))]),
		v.check(wire => Math.abs(Number(wire)) <= 14),
	),
	read: Number,
	write: inside => inside,
}

/** Seconds inside and as they leave; `hh:mm` is read too (OP-003). */
const duration: Codec<number, unknown> = {
	wire: v.pipe(
		v.union([v.number(), v.string()]),
		v.check(wire => secondsOf(wire) !== undefined),
	),
	read: wire => secondsOf(wire as string | number) ?? 0,
	write: inside => inside,
}

const status: Codec<MeetingStatus, unknown> = {
	wire: v.union([v.picklist([1, 2, 9]), v.picklist(['1', '2', '9'])]),
	read: wire => Number(wire) as MeetingStatus,
	write: inside => inside,
}

const meetingFields = {
	id: field('id', v.string()),
	meetingId: field('meeting_id', MeetingId),
	topic: field('meeting_topic', v.string()),
	status: field('meeting_status', status),
	isPrivate: field('meeting_privacy', flag),
	needsPassword: field('is_auth', flag),
	isLocked: field('is_lock', flag),
	isRoom: field('is_room', flag),
	creatorId: field('create_id', UserId),
	hostId: field('host_user_name', UserId),
	hostName: field('host_display_name', v.string()),
	startTime: field('start_time', WireTime),
	endTime: field('end_time', WireTime),
	durationS: field('duration', duration),
	timeZone: field('time_zone', hours),
	repeatType: field('repeat_type', whole),
	repeatCondition: field('repeat_condition', whole),
	repeatStartTime: spare('repeat_start_time', v.string()),
	hostMustOpen: field('meeting_start_rule', flag),
	startedTime: spare('really_start_time', WireTime),
	password: spare('meeting_pwd', v.string()),
	hostPassword: spare('host_pwd', v.string()),
	/** Where it is joined; without its password, so that who passes it on does not pass that on too. */
	joinUrl: spare('joinMeetingUrl', v.string()),
	siteId: spare('site_id', v.string()),
	createdTime: spare('created_at', WireTime),
	updatedTime: spare('updated_at', WireTime),
}

/**
 * A meeting as it is shown (ENT-01 to ENT-03). Times are wall clock in the meeting's zone, `timeZone` in hours from
 * UTC. `hostPassword` and `password` travel to the host and the creator only (ROLE-05).
 */
export const Meeting = shape(meetingFields)
export type Meeting = ReturnType<typeof Meeting.read>

/** The same with what the edit screen asks for beside it (ENT-05). */
export const MeetingForm = shape({
	...meetingFields,
	isOa: field('isOA', flag),
	/** Only who is invited may be changed: an OA site, and the caller neither hosts nor made it (EDIT-02). */
	isFixed: field('canNotEdit', flag),
	startDay: field('start_date', WireDay),
})
export type MeetingForm = ReturnType<typeof MeetingForm.read>

const MeetingAlone = shape({ meeting: field('meeting', Meeting) })

const Page = shape({
	meetings: field('data', listOf(Meeting)),
	page: field('current_page', whole),
	pageSize: field('per_page', whole),
	hasMore: field('has_more', flag),
})

const ListInput = shape({
	page: spare('page', whole),
	pageSize: spare('pageSize', whole),
	keywords: spare('keywords', v.pipe(v.string(), v.maxLength(200))),
	/** Which day; today in the zone of the site where it is missing. */
	day: spare('t', WireDay),
	type: spare('type', whole),
})

/** A page of meetings with the clock of the server (ENT-07). */
export const MeetingPage = shape({ serverTime: field('server_time', WireTime), meetings: field('meetings', Page) })
export type MeetingPage = ReturnType<typeof MeetingPage.read>

/** What a person asks for when scheduling a one-off meeting (CREATE-11 to CREATE-20). */
export const NewMeeting = shape({
	topic: field('meeting_topic', v.pipe(v.string(), v.maxLength(1000))),
	startTime: field('start_time', WireTime),
	durationS: field('duration', duration),
	timeZone: spare('time_zone', hours),
	password: spare('meeting_pwd', v.pipe(v.string(), v.maxLength(100))),
	hostPassword: field('host_pwd', v.pipe(v.string(), v.maxLength(100))),
	isPrivate: spare('meeting_privacy', flag),
	hostMustOpen: spare('meeting_start_rule', flag),
})
export type NewMeeting = ReturnType<typeof NewMeeting.read>

/** What is to be different about a meeting; what is missing stays as it is. */
export const MeetingChanges = shape({
	id: field('id', MeetingId),
	topic: spare('meeting_topic', v.pipe(v.string(), v.maxLength(1000))),
	startTime: spare('start_time', WireTime),
	durationS: spare('duration', duration),
	/** The zone of `startTime`; nothing without it. */
	timeZone: spare('time_zone', hours),
	/** Empty takes the password away. */
	password: spare('meeting_pwd', v.pipe(v.string(), v.maxLength(100))),
	hostPassword: spare('host_pwd', v.pipe(v.string(), v.maxLength(100))),
	isPrivate: spare('meeting_privacy', flag),
	hostMustOpen: spare('meeting_start_rule', flag),
})
export type MeetingChanges = ReturnType<typeof MeetingChanges.read>

const fieldRefusals = {
	topicInvalid: { http: 422, code: 42201 },
	startInvalid: { http: 422, code: 42202 },
	durationInvalid: { http: 422, code: 42203 },
	passwordInvalid: { http: 422, code: 42204 },
	hostPasswordInvalid: { http: 422, code: 42205 },
} as const

const OneMeeting = shape({ id: field('id', MeetingId) })

export const meeting = {
	own: call({
		route: 'GET /meeting/users/meetings',
		summary: 'Meetings of one day in the company of the caller, earliest first.',
		who: 'member',
		input: ListInput,
		output: MeetingPage,
		refusals: {},
	}),
	detail: call({
		route: 'GET /meeting/meetings/:id',
		summary: 'One meeting. 501 where the caller has to sign in first.',
		who: 'anyone',
		limit: { times: 60, perS: 60 },
		input: OneMeeting,
		output: MeetingAlone,
		refusals: { loginNeeded: { http: 200, code: 501 } },
	}),
	exists: call({
		route: 'GET /meeting/checkMeetingExist/:id',
		summary: 'Whether a meeting is there and may be edited by the caller (API-04).',
		who: 'member',
		limit: { times: 60, perS: 60 },
		input: OneMeeting,
		output: shape({
			canUpdate: field('update', flag),
			isOa: field('isOaSite', flag),
			topic: field('meeting_topic', v.string()),
		}),
		refusals: {},
	}),
	publicOnes: call({
		route: 'GET /meeting/list',
		summary: 'Meetings of one day that anybody may join, earliest first; nothing where the site shows no public list.',
		who: 'anyone',
		limit: { times: 60, perS: 60 },
		input: ListInput,
		output: MeetingPage,
		refusals: {},
	}),
	create: call({
		route: 'POST /meeting/meetings',
		summary: 'Schedules a meeting.',
		who: 'member',
		success: 201,
		limit: { times: 60, perS: 60 },
		input: NewMeeting,
		output: shape({ meetingId: field('meeting_id', MeetingId) }),
		refusals: {
			...fieldRefusals,
			accountExpired: { http: 403, code: 200012 },
			rightsExpired: { http: 403, code: 200007 },
			notAllowed: { http: 403, code: 403 },
		},
	}),
	form: call({
		route: 'GET /meeting/meetings/:id/edit',
		summary: 'One meeting as the edit screen needs it; without its passwords for whoever may only look (OP-137).',
		who: 'member',
		limit: { times: 60, perS: 60 },
		input: OneMeeting,
		output: shape({ meeting: field('meeting', MeetingForm) }),
		refusals: {},
	}),
	edit: call({
		route: 'PATCH /meeting/meetings/:id',
		summary: 'Changes a meeting that is not over.',
		who: 'member',
		limit: { times: 60, perS: 60 },
		input: MeetingChanges,
		output: nothing,
		refusals: {
			...fieldRefusals,
			/** EDIT-05, OP-087: midnight is how the field says that nothing was chosen. */
			startAtMidnight: { http: 422, code: 42206 },
			/** In progress, so that it cannot start at another time. */
			started: { http: 409, code: 409 },
			over: { http: 409, code: 813 },
		},
	}),
	close: call({
		route: 'GET /meeting/closeMeeting/:id',
		summary: 'Ends a meeting in progress.',
		who: 'member',
		changes: true,
		input: OneMeeting,
		output: nothing,
		refusals: {},
	}),
	remove: call({
		route: 'DELETE /meeting/meetings/:id',
		summary: 'Deletes a meeting that is not in progress.',
		who: 'member',
		input: OneMeeting,
		output: nothing,
		refusals: { inProgress: { http: 409, code: 409 } },
	}),
}
