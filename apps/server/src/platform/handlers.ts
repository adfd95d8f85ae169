import type { Call, CommonRefusal, InputOf, OutputOf, RefusalOf } from '@parley/api'
import type { CompanyId, Result, SiteId, UserId } from '@parley/core'

/** Who is signed in, in which company. */
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

/** Who is asking, resolved at the edge. */
export interface Caller {
	siteId: SiteId
	/** Scheme and host the request came to, without a slash at the end. */
	origin: string
	address: string
	/** The same for every request of one browser; the address where it keeps no cookie. */
	browser: string
	requestId: string
	member: Member | undefined
	/** The bearer token the request came with, good or not. */
	token: string | undefined
}

/** A caller of a call that is declared for members. */
export interface MemberCaller extends Caller {
	member: Member
	token: string
}

type CallerOf<C extends Call> = C['who'] extends 'member' ? MemberCaller : Caller

/** What may be said beside the name of a refusal. */
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

/** One answer per call of the group. A call without an answer, or a refusal the contract does not name, does not compile. */
export const handlers = <G extends { [K in keyof G]: Call }>(
	group: G,
	table: { [K in keyof G]: Handler<G[K]> },
): CallHandlers => ({ group: group as Group, table: table as CallHandlers['table'] })
