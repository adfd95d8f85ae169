import type { Call, CommonRefusal, InputOf, OutputOf, RefusalOf } from '@parley/api'
import type { CompanyId, Result, SiteId, UserId } from '@parley/core'

/** A signed-in person in one of their companies. */
export interface Member {
	userId: UserId
	userName: string
	displayName: string
	companyId: CompanyId
	companyType: number
	/** What the person may do in this company (0, 5, 6, 7 … of the spec). */
	userType: number
	sessionId: string
}

/** Who sends a request; resolved before a handler runs. */
export interface Caller {
	siteId: SiteId
	/** Scheme and host of the request, without a trailing slash. */
	origin: string
	address: string
	/** Id from the browser's cookie; the address if it accepts none. */
	browser: string
	requestId: string
	member: Member | undefined
	/** The bearer token of the request, valid or not. */
	token: string | undefined
}

/** The caller of a call with `who: 'member'`. */
export interface MemberCaller extends Caller {
	member: Member
	token: string
}

type CallerOf<C extends Call> = C['who'] extends 'member' ? MemberCaller : Caller

/** What a response carries beside the name of a refusal. */
export interface RefusalDetail {
	retryAfterMs?: number
	message?: string
}
export type HandlerResult<T, F extends string> = Result<T, F> | ({ ok: false; failure: F } & RefusalDetail)

export type Handler<C extends Call> = (
	input: InputOf<C>,
	caller: CallerOf<C>,
) => Promise<HandlerResult<OutputOf<C>, RefusalOf<C> | CommonRefusal>>

type Group = Record<string, Call>
export interface CallHandlers {
	group: Group
	table: Record<string, (input: never, caller: never) => Promise<HandlerResult<unknown, string>>>
}

/** One handler per call of the group. A missing handler, or a refusal the contract does not declare, does not compile. */
export const handlers = <G extends { [K in keyof G]: Call }>(
	group: G,
	table: { [K in keyof G]: Handler<G[K]> },
): CallHandlers => ({ group: group as Group, table: table as CallHandlers['table'] })
