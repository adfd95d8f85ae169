import type { Call, CommonRefusal, InputOf, OutputOf, RefusalOf } from '@parley/api'
import type { CompanyId, Result, SiteId, UserId } from '@parley/core'

/** A signed-in person in one of their companies. */
export interface Member {
	userId: UserId
	userName: string
	displayName: string
	companyId: CompanyId
	companyType: number
	/** The person's rights in this company (0, 5, 6, 7 … of the spec). */
	userType: number
	/** Changes with everything shown about this company's meetings. */
	meetingsVersion: number
	/** All companies of the person, including this one. */
	companyIds: readonly CompanyId[]
	sessionId: string
}

/** The browser a request comes from. */
export interface Client {
	siteId: SiteId
	/** The address limits count the request by; see `clientAddress`. */
	address: string
	/** Id from the browser's cookie; the address if it accepts none. */
	browser: string
	/** The people who have signed in on this device; see `account/knownDevices.ts`. */
	deviceCookie: string | undefined
}

/** The sender of a request; resolved before a handler runs. */
export interface Caller extends Client {
	/** Prefix of links when no public address is set, without a trailing slash; see `linkOrigin`. */
	origin: string
	/** Requested scheme, host and port: where this client, and possibly no other, reaches the server. */
	requestedOrigin: string
	requestId: string
	member: Member | undefined
	/** The bearer token of the request, valid or not. */
	token: string | undefined
	/** Identifies the messaging guest of this browser; see `messaging/guestCookie.ts`. */
	imGuestCookie: string | undefined
}

/** The key limits count a caller by: a member as a person, wherever they are, other callers by address. */
export const callerKey = ({ member, address }: Pick<Caller, 'member' | 'address'>): string =>
	member ? `member ${member.userId}` : address

/** The caller of a call with `who: 'member'`. */
export interface MemberCaller extends Caller {
	member: Member
	token: string
}

type CallerOf<C extends Call> = C['who'] extends 'member' ? MemberCaller : Caller

/** Fields of a response besides the name of a refusal. */
export interface RefusalDetail {
	retryAfterMs?: number
	message?: string
}
/** Fields of a response besides its value. */
export interface SuccessDetail {
	/**
	 * The person who has just proved their identity with a secret; the caller's device becomes one of their known
	 * devices.
	 */
	signedIn?: UserId
	/** This browser's messaging guest from now on. */
	imGuestCookie?: string
	/** Lets this browser load the media of a live or a recording, or the files of a chat, from now on. */
	pathCookies?: PathCookies
}

/**
 * Cookies for addresses below `path` only. `token` opens playlists, media and files on this server; `pass` opens the media
 * of a live at an edge in front of it while it is valid.
 */
export interface PathCookies {
	path: string
	/** Missing if it has not changed. */
	token?: string
	pass?: { value: string; forMs: number }
}

export type HandlerResult<T, F extends string> =
	| Result<T, F>
	| ({ ok: true; value: T } & SuccessDetail)
	| ({ ok: false; failure: F } & RefusalDetail)

export type Handler<C extends Call> = (
	input: InputOf<C>,
	caller: CallerOf<C>,
) => Promise<HandlerResult<OutputOf<C>, RefusalOf<C> | CommonRefusal>>

type Group = Record<string, Call>
export interface CallHandlers {
	group: Group
	table: Record<string, (input: never, caller: never) => Promise<HandlerResult<unknown, string>>>
}

/** Handlers as declared in the contract, except for the names of their refusals, which `Problem` checks. */
export type HandlerTable<G> = {
	[K in keyof G]?: G[K] extends Call
		? (input: InputOf<G[K]>, caller: CallerOf<G[K]>) => Promise<HandlerResult<OutputOf<G[K]>, string>>
		: never
}

type RefusalsOfResult<R> = R extends { ok: false; failure: infer F } ? F : never
type RefusalsOfHandler<H> = H extends (...args: never) => Promise<infer R> ? RefusalsOfResult<R> : never

type Missing<G, T> = Exclude<keyof G, keyof T> & string
type Undeclared<C, H> = C extends Call ? Exclude<RefusalsOfHandler<H>, RefusalOf<C> | CommonRefusal> & string : never

/** The problem with a table of handlers, as a text for the compiler to print; `never` if it has none. */
type Problem<G, T> =
	| { [K in Missing<G, T>]: `missing handler for call "${K}"` }[Missing<G, T>]
	| { [K in Missing<T, G>]: `handler "${K}" is for no call of the contract` }[Missing<T, G>]
	| {
			[K in keyof G & keyof T & string]: Undeclared<G[K], T[K]> extends infer F extends string
				? [F] extends [never]
					? never
					: `call "${K}" does not declare the refusal "${F}"`
				: never
	  }[keyof G & keyof T & string]

type Checked<P> = [P] extends [never] ? CallHandlers : { error: P }

/**
 * One handler per call of the group. If a handler is missing or a refusal is undeclared, the result is not a
 * `CallHandlers`, and the compile error names it in one line.
 */
export const handlers = <G extends { [K in keyof G]: Call }, T extends HandlerTable<G>>(
	group: G,
	table: T,
): Checked<Problem<G, T>> => ({ group, table }) as never
