import { limits, MeetingId, WireDay, WireTime } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { Captcha, challengeRefusals } from './challengeFields.ts'
import { array, type Codec, empty, field, flag, integer, optional, shape } from './codec.ts'
import { Meeting } from './meetingFields.ts'
import { MeetingChanges, MeetingForm, NewMeeting } from './meetingForms.ts'

const SingleMeeting = shape({ meeting: field('meeting', Meeting) })

const Page = shape({
	meetings: field('data', array(Meeting)),
	page: field('current_page', integer),
	pageSize: field('per_page', integer),
	hasMore: field('has_more', flag),
})

const isDaysOfList = (days: number) => Number.isInteger(days) && days >= 1 && days <= limits.listDaysMax
const daysOfList: Codec<number, unknown> = {
	schema: v.union([
		v.pipe(v.number(), v.check(isDaysOfList)),
		v.pipe(
			v.string(),
			v.regex(/^\d{1,2}$/),
			v.check(text => isDaysOfList(Number(text))),
		),
	]),
	decode: Number,
	encode: inside => inside,
}

const listFields = {
	page: optional('page', integer),
	pageSize: optional('pageSize', integer),
	keywords: optional('keywords', v.pipe(v.string(), v.maxLength(200))),
	/** Requested day; defaults to today in the site's time zone. */
	day: optional('t', WireDay),
	type: optional('type', integer),
}
const ListInput = shape(listFields)

const OwnListInput = shape({
	...listFields,
	/** Number of days from the requested one; a page then has so many meetings of each of them. */
	days: optional('days', daysOfList),
})

/** A page of meetings with the clock of the server (ENT-07). */
export const MeetingPage = shape({ serverTime: field('server_time', WireTime), meetings: field('meetings', Page) })
export type MeetingPage = ReturnType<typeof MeetingPage.decode>

const fieldRefusals = {
	topicInvalid: { http: 422, code: 42201 },
	startInvalid: { http: 422, code: 42202 },
	durationInvalid: { http: 422, code: 42203 },
	passwordInvalid: { http: 422, code: 42204 },
	hostPasswordInvalid: { http: 422, code: 42205 },
	recurrenceInvalid: { http: 422, code: 42207 },
	/** The person is not a member of the company who may host. */
	hostUnknown: { http: 422, code: 42208 },
	/** A person or department does not belong to the company. */
	attendeesInvalid: { http: 422, code: 42209 },
	/** Sites of the OA kind may ask for at least one (CREATE-22). */
	attendeesNeeded: { http: 422, code: 42210 },
	/** The site has no lives. */
	liveUnavailable: { http: 422, code: 42211 },
	livePasswordInvalid: { http: 422, code: 42212 },
	/** More than 3,000 visible characters (LSET-06). */
	introductionTooLong: { http: 422, code: 42213 },
	/** No picture that was uploaded here. */
	backgroundInvalid: { http: 422, code: 42214 },
} as const

const OneMeeting = shape({ id: field('id', MeetingId) })

export const meeting = {
	own: call({
		route: 'GET /meeting/users/meetings',
		summary:
			'Meetings of one day, or of several in a row, in the company of the caller, earliest first; those with invitees only for invited people.',
		who: 'member',
		etag: { clock: 'serverTime' },
		input: OwnListInput,
		output: MeetingPage,
		refusals: {},
	}),
	detail: call({
		route: 'GET /meeting/meetings/:id',
		summary:
			'One meeting. 501 where the caller has to sign in first. Guests may be asked for the slider while somebody tries ids.',
		who: 'anyone',
		rateLimit: { times: 60, perS: 60, crowd: 1 },
		etag: {},
		input: shape({ id: field('id', MeetingId), captcha: Captcha }),
		output: SingleMeeting,
		refusals: { loginNeeded: { http: 200, code: 501 }, ...challengeRefusals },
	}),
	exists: call({
		route: 'GET /meeting/checkMeetingExist/:id',
		summary: 'Whether a meeting is there and may be edited by the caller (API-04).',
		who: 'member',
		rateLimit: { times: 60, perS: 60 },
		input: OneMeeting,
		output: shape({
			canUpdate: field('update', flag),
			isOa: field('isOaSite', flag),
			topic: field('meeting_topic', v.string()),
		}),
		refusals: {},
	}),
	all: call({
		route: 'GET /meeting/list',
		summary:
			'Meetings of one day, earliest first: all of the company for user types 0, 6 and 7, for everybody else those anybody may join. Nothing where the site shows no such list (LIST-09, OP-013).',
		who: 'anyone',
		rateLimit: { times: 60, perS: 60, crowd: 1 },
		etag: { clock: 'serverTime' },
		input: ListInput,
		output: MeetingPage,
		refusals: {},
	}),
	create: call({
		route: 'POST /meeting/meetings',
		summary: 'Schedules a meeting.',
		who: 'member',
		success: 201,
		rateLimit: { times: 60, perS: 60 },
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
		rateLimit: { times: 60, perS: 60 },
		input: OneMeeting,
		output: shape({ meeting: field('meeting', MeetingForm) }),
		refusals: {},
	}),
	edit: call({
		route: 'PATCH /meeting/meetings/:id',
		summary: 'Changes a meeting that is not over.',
		who: 'member',
		rateLimit: { times: 60, perS: 60 },
		input: MeetingChanges,
		output: empty,
		refusals: {
			...fieldRefusals,
			/** EDIT-05, OP-087: midnight is how the field represents an empty choice. */
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
		changesState: true,
		input: OneMeeting,
		output: empty,
		refusals: {},
	}),
	remove: call({
		route: 'DELETE /meeting/meetings/:id',
		summary: 'Deletes a meeting that is not in progress.',
		who: 'member',
		input: OneMeeting,
		output: empty,
		refusals: { inProgress: { http: 409, code: 409 } },
	}),
}
