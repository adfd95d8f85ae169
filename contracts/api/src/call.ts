import type { Codec } from './codec.ts'

/** HTTP status and body code of a refusal in one call. */
export interface Refusal {
	http: number
	code: number
}
export type Refusals = Record<string, Refusal>

/** Refusals of every call. */
export const commonRefusals = {
	signedOut: { http: 401, code: 401 },
	forbidden: { http: 403, code: 403 },
	missing: { http: 404, code: 404 },
	staleToken: { http: 419, code: 419 },
	invalidInput: { http: 422, code: 422 },
	tooMany: { http: 429, code: 429 },
	phoneNeeded: { http: 406, code: 100008 },
	profileNeeded: { http: 406, code: 200006 },
	broken: { http: 500, code: 500 },
} as const satisfies Refusals
export type CommonRefusal = keyof typeof commonRefusals

/**
 * The answer to any call while another process writes to the database for longer than calls wait, with Retry-After.
 * Pages show the same message as for `broken`: a retry may succeed in a moment.
 */
export const busyRefusal: Refusal = { http: 503, code: 503 }

export type Who = 'anyone' | 'member'

export interface Call<I = unknown, O = unknown, R extends Refusals = Refusals, W extends Who = Who> {
	route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
	/** One line for the generated documentation. */
	summary: string
	/** `member`: the caller must be signed in on this site and in the company of the `corpId` header; `anyone`: no requirement. */
	who: W
	/** Flags in the URL: `unauth` sends neither company nor token, `noErrorTip` suppresses the general error toast. */
	urlFlags?: readonly ('unauth' | 'noErrorTip')[]
	/**
	 * True for calls about the person rather than a company: allowed before profile and phone are complete, while other
	 * calls answer 406, and with any company in the `corpId` header.
	 */
	accountLevel?: true
	/** True for a GET that changes state and therefore needs `_token` (OP-139). */
	changesState?: true
	/**
	 * The answer has an `ETag` and is not sent again to a client that already has it (304). `clock` is the output field
	 * with the time: it differs in each answer, so only its day counts.
	 */
	etag?: { clock?: string }
	/** The request has a file of at most `maxBytes`, and is sent as `multipart/form-data`; `field` is bytes on both ends. */
	upload?: { field: string; maxBytes: number }
	/** Body code of success (OP-058). */
	success: number
	/** True if the success code is a string on the wire (OP-059); codes of refusals are numbers. */
	codeAsString?: true
	/** Place of the output in the body: under `data`, under `dataResult`, or next to the code. */
	responseField: 'data' | 'dataResult' | 'flat'
	input: Codec<I>
	output: Codec<O>
	/** Refusals of this call, in addition to {@link commonRefusals}. */
	refusals: R
	/** Requests per member, or of guests; beyond that 429 with Retry-After. */
	rateLimit: CallLimit
}

/**
 * `times` requests in `perS` seconds per member. Guests are counted by address; if many people behind one address make
 * the call at the same time, as in an office at nine, they are counted by browser instead, and their address may make
 * it `times` for each browser the site operator allows it, or for the share of them given by `crowd`.
 */
export interface CallLimit {
	times: number
	perS: number
	/** Above 0, at most 1. */
	crowd?: number
}

type Defaults = 'success' | 'responseField' | 'rateLimit'
type Declared<I, O, R extends Refusals, W extends Who> = Omit<Call<I, O, R, W>, Defaults> &
	Partial<Pick<Call, Defaults>>

/** Declares a call; server routes and the page's client are typed by it. */
export const call = <I, O, const R extends Refusals, const W extends Who>(
	declared: Declared<I, O, R, W>,
): Call<I, O, R, W> => ({
	success: 200,
	responseField: 'data',
	rateLimit: { times: 120, perS: 60, crowd: 1 },
	...declared,
})

export type InputOf<C> = C extends Call<infer I, infer _O, infer _R, infer _W> ? I : never
export type OutputOf<C> = C extends Call<infer _I, infer O, infer _R, infer _W> ? O : never
export type RefusalOf<C> = C extends Call<infer _I, infer _O, infer R, infer _W> ? keyof R & string : never

export const methodOf = (route: Call['route']): string => route.slice(0, route.indexOf(' '))
export const pathOf = (route: Call['route']): string => route.slice(route.indexOf(' ') + 1)

/** Returns whether a call carries `_token`: in the body, or in the query of GET and DELETE (OP-053). */
export const needsToken = ({ route, changesState }: Call): boolean => changesState === true || methodOf(route) !== 'GET'
