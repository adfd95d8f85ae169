import * as v from 'valibot'
import { call } from './call.ts'
import { empty, field, optional, shape, text } from './codec.ts'

const id = text(64)
const name = text(200)

/** A token for messaging, with the addresses of its servers (ENT-21), without a path, to which the SDK adds its own. */
export const ImToken = shape({
	token: field('imToken', v.string()),
	appVersion: field('imAppVersion', v.string()),
	server: field('imServer', v.string()),
	apiServer: field('imApiServer', v.string()),
	monitorServer: field('imMonitorServer', v.string()),
	userId: field('imUserId', v.string()),
})
export type ImToken = ReturnType<typeof ImToken.decode>

const refusals = {
	/** The application is another site. */
	otherApplication: { http: 403, code: 40302 },
	/** A person that is not the caller. */
	notYou: { http: 403, code: 40303 },
	/** The site has no guests. */
	guestsNotAllowed: { http: 403, code: 40304 },
	/** The name of the guest has a word the site refuses. */
	wordRefused: { http: 422, code: 42202 },
	/** The name equals or resembles that of someone who runs a room here. */
	nameReserved: { http: 422, code: 42218 },
} as const

/** A page asks when it begins and when its token ends. */
const rateLimit = { times: 300, perS: 60, crowd: 0.1 }

export const messaging = {
	token: call({
		route: 'GET /im/getImToken',
		summary: 'A token for messaging: of the signed-in person, or of the guest this browser is.',
		who: 'anyone',
		accountLevel: true,
		rateLimit,
		input: shape({
			/** A member's own id; ignored for guests. */
			id: optional('id', id),
			/** A guest's name; members use the name in their profile. */
			nickName: optional('nickName', name),
			appId: field('imAppId', id),
		}),
		output: ImToken,
		refusals: { ...refusals, nameInvalid: { http: 422, code: 42201 } },
	}),
	tokenByImId: call({
		route: 'GET /im/getImTokenByImId',
		summary: 'Another token for a person who had one: the signed-in person, or the guest this browser is.',
		who: 'anyone',
		accountLevel: true,
		rateLimit,
		input: shape({ imId: field('imId', id), appId: field('imAppId', id) }),
		output: ImToken,
		refusals,
	}),
	updateUser: call({
		route: 'POST /im/updateImUser',
		summary: 'Renames the guest this browser is; of a member, takes over the name of their profile.',
		who: 'anyone',
		accountLevel: true,
		rateLimit: { times: 30, perS: 60 },
		input: shape({ id: field('id', id), nickName: field('nickName', name) }),
		output: empty,
		refusals: {
			notYou: refusals.notYou,
			wordRefused: refusals.wordRefused,
			nameReserved: refusals.nameReserved,
			nameInvalid: { http: 422, code: 42201 },
		},
	}),
}
