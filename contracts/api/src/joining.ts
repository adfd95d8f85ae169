import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import { call } from './call.ts'
import { Captcha, challengeRefusals } from './challengeFields.ts'
import { empty, field, flag, optional, shape, text } from './codec.ts'

/** Data a shell needs to open the meeting it was handed (JOIN-27). */
export const JoinParameters = shape({
	meetingId: field('meetingId', MeetingId),
	topic: field('meetingTopic', v.string()),
	displayName: field('displayName', v.string()),
	roomUrl: field('rtc_join_url', v.string()),
	audio: field('openAudio', flag),
	video: field('openVideo', flag),
	isHost: field('isHost', flag),
})
export type JoinParameters = ReturnType<typeof JoinParameters.decode>

/** The refusals of a join (JERR-01 to JERR-18), sent as HTTP 200 with the code in the body. */
export const joinRefusals = {
	loginOnly: { http: 200, code: 801 },
	notStarted: { http: 200, code: 802 },
	wrongPassword: { http: 200, code: 803 },
	over: { http: 200, code: 804 },
	unknownMeeting: { http: 200, code: 805 },
	notOpened: { http: 200, code: 806 },
	locked: { http: 200, code: 807 },
	otherCompany: { http: 200, code: 808 },
	full: { http: 200, code: 809 },
	removed: { http: 200, code: 810 },
	// Other servers answer with these two; this one never does.
	accountExpired: { http: 200, code: 200012 },
	rightsExpired: { http: 200, code: 200007 },
} as const

export const joining = {
	join: call({
		route: 'POST /meeting/joinMeeting',
		summary: 'Asks to be let into a meeting; answers where the room is.',
		who: 'anyone',
		rateLimit: { times: 30, perS: 60, crowd: 1 },
		input: shape({
			meetingId: optional('meetingId', v.pipe(v.string(), v.maxLength(40))),
			/** The other spelling in the field; either will do (JOIN-24). */
			meetingIdAlias: optional('meeting_id', v.pipe(v.string(), v.maxLength(40))),
			displayName: field('display_name', v.pipe(v.string(), v.maxLength(1000))),
			password: optional('meeting_pwd', v.pipe(v.string(), v.maxLength(100))),
			/** After many wrong passwords (JERR-04). */
			captcha: Captcha,
			action: field('action', v.picklist(['clientJoin', 'webJoin'])),
			language: optional('language', v.pipe(v.string(), v.maxLength(10))),
			audio: optional('openAudio', flag),
			video: optional('openVideo', flag),
			/** The socket of the room that the page has connected ahead: it enters at once (ROOM-89). */
			roomSocketId: optional('room_socket', v.pipe(v.string(), v.maxLength(64))),
		}),
		output: shape({
			parameters: field('parameters', JoinParameters),
			roomUrl: field('rtc_join_url', v.string()),
			topic: field('meetingTopic', v.string()),
		}),
		refusals: { ...joinRefusals, ...challengeRefusals, nameInvalid: { http: 422, code: 42201 } },
	}),
	claimHost: call({
		route: 'POST /meeting/claimHost',
		summary:
			'Makes a person in the room of a meeting its host, who knows the host password; the host before becomes co-host.',
		who: 'anyone',
		rateLimit: { times: 30, perS: 60, crowd: 1 },
		input: shape({
			meetingId: field('meetingId', MeetingId),
			password: field('host_pwd', text(100)),
			/** The visit token of the person in the room (`enter`). */
			visitToken: field('visit', text(2048)),
			/** After many wrong passwords (JERR-04). */
			captcha: Captcha,
		}),
		output: empty,
		refusals: { wrongPassword: joinRefusals.wrongPassword, ...challengeRefusals },
	}),
	joinFromShell: call({
		route: 'POST /mobile/joinMeeting/:id',
		summary: 'Asks to be let in for a shell that opens the meeting itself: direct joins and short links (OP-055).',
		who: 'anyone',
		rateLimit: { times: 30, perS: 60, crowd: 1 },
		input: shape({
			meetingId: field('id', text(40)),
			displayName: field('display_name', text(1000)),
			password: optional('meeting_pwd', text(100)),
			captcha: Captcha,
			language: optional('language', text(10)),
			audio: optional('openAudio', flag),
			video: optional('openVideo', flag),
		}),
		output: shape({ parameters: field('parameters', JoinParameters) }),
		refusals: { ...joinRefusals, ...challengeRefusals, nameInvalid: { http: 422, code: 42201 } },
	}),
}
