import type { Codec } from './codec.ts'

/** How one refusal travels: the status class and the code this call gives it. */
export interface Refusal {
	http: number
	code: number
}
export type Refusals = Record<string, Refusal>

/** What any call may answer besides its own refusals. */
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

export type Who = 'anyone' | 'member'

export interface Call<I = unknown, O = unknown, R extends Refusals = Refusals, W extends Who = Who> {
	route: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`
	/** One line for readers of the generated documentation. */
	summary: string
	/** `anyone` may be known or not; `member` is signed in on this site and in the company of the `corpId` header. */
	who: W
	/** Travels in the URL: `unauth` sends neither company nor token, `noErrorTip` keeps the page's own toast quiet. */
	urlFlags?: readonly ('unauth' | 'noErrorTip')[]
	/**
	 * True where it is about the person and no company: answered before profile and phone are complete, where other calls
	 * answer 406, and whatever company the `corpId` header names.
	 */
	accountLevel?: true
	/** True where a GET changes something, so that it needs `_token` too (OP-139). */
	changesState?: true
	/** The body code that means success in this call (OP-058). */
	success: number
	/** True where that code travels as text, as the field has it in this call (OP-059); refusals carry numbers. */
	codeAsString?: true
	/** Where the answer stands in the body: under `data`, under `dataResult`, or beside the code. */
	responseField: 'data' | 'dataResult' | 'flat'
	input: Codec<I>
	output: Codec<O>
	/** What this call may refuse, besides {@link commonRefusals}. */
	refusals: R
	/** At most so many requests of one address in so many seconds; 429 with Retry-After beyond. */
	rateLimit: { times: number; perS: number }
}

type Defaults = 'success' | 'responseField' | 'rateLimit'
type Declared<I, O, R extends Refusals, W extends Who> = Omit<Call<I, O, R, W>, Defaults> &
	Partial<Pick<Call, Defaults>>

/** Declares one call; both ends are made from it. */
export const call = <I, O, const R extends Refusals, const W extends Who>(
	declared: Declared<I, O, R, W>,
): Call<I, O, R, W> => ({
	success: 200,
	responseField: 'data',
	rateLimit: { times: 120, perS: 60 },
	...declared,
})

export type InputOf<C> = C extends Call<infer I, infer _O, infer _R, infer _W> ? I : never
export type OutputOf<C> = C extends Call<infer _I, infer O, infer _R, infer _W> ? O : never
export type RefusalOf<C> = C extends Call<infer _I, infer _O, infer R, infer _W> ? keyof R & string : never

export const methodOf = (route: Call['route']): string => route.slice(0, route.indexOf(' '))
export const pathOf = (route: Call['route']): string => route.slice(route.indexOf(' ') + 1)

/** State-changing calls carry `_token`: in the body, or in the query of GET and DELETE (OP-053). */
export const needsToken = ({ route, changesState }: Call): boolean => changesState === true || methodOf(route) !== 'GET'
