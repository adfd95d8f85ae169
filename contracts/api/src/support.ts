import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { empty, field, optional, shape, text } from './codec.ts'

/** Content of the invitation page of a company (ROUTE-31). */
export const InvitationInfo = shape({
	companyName: field('corpName', v.string()),
	productName: field('productName', v.string()),
	telephone: field('telephone', v.string()),
	/** Download pages of the app; absent if the site offers none. */
	androidUrl: optional('androidUrl', v.string()),
	iosUrl: optional('iosUrl', v.string()),
})
export type InvitationInfo = ReturnType<typeof InvitationInfo.decode>

/** Articles of the help centre by menu. A fixed list, so that URLs cannot show anything else (HELP-03, OP-133). */
export const helpTopics = {
	joining: ['join', 'links', 'guests'],
	meetings: ['schedule', 'rooms', 'members', 'passwords', 'manage'],
	room: ['devices', 'host', 'network'],
	account: ['sign-in', 'password', 'linked', 'companies'],
} as const
export type HelpMenu = keyof typeof helpTopics
export type HelpTopic = (typeof helpTopics)[HelpMenu][number]

/** Path of an article in the hash of the help page (HELP-04). */
export const helpPath = (topic: HelpTopic): string => `/help/${topic}?mobile=1`

export const support = {
	invitation: call({
		route: 'GET /meeting/siteControl/getInvitationInfo',
		summary:
			'The company of an invitation code, and where the app is to be had; without a code the site itself. 404 for a code nobody gave out.',
		who: 'anyone',
		rateLimit: { times: 60, perS: 60 },
		input: shape({ code: field('code', text(100)), language: optional('language', text(10)) }),
		output: InvitationInfo,
		refusals: {},
	}),
	complain: call({
		route: 'POST /meeting/addComplaint',
		summary: 'Takes a complaint of at most 200 characters. Whose it is says the session, whatever the body says.',
		who: 'member',
		rateLimit: { times: 20, perS: 60 },
		input: shape({
			content: field('complaintContent', text(4000)),
			displayName: optional('complaintDisplayName', text(1000)),
			userId: optional('complaintUid', text(100)),
		}),
		output: empty,
		refusals: { contentInvalid: { http: 422, code: 42201 } },
	}),
	reportProblem: call({
		route: 'POST /live/reportProblem',
		summary:
			'A complaint of somebody who watches a live, signed in or not, with what their player says of itself. Of guests nothing is kept but what they wrote.',
		who: 'anyone',
		rateLimit: { times: 10, perS: 60 },
		input: shape({
			meetingId: field('meetingId', MeetingId),
			content: field('complaintContent', text(4000)),
			/** Latency, size and bitrate of the picture and the like, in a line of at most 200 characters. */
			figures: field('figures', text(1000)),
		}),
		output: empty,
		refusals: { contentInvalid: { http: 422, code: 42201 } },
	}),
}
