import type { Result } from '@parley/core'
import type { AnswerCodeName, CallAnswer, CallData, CallName, ImAppId, ImUserId } from '@parley/im'
import type { Subscriber } from '../delivery/subscribers.ts'
import type { Commit, CommitResult } from '../model/commit.ts'

/** The person behind a session. */
export interface Caller {
	appId: ImAppId
	uid: ImUserId
	isGuest: boolean
	nickName: string
	imgUrl: string
	/** The address limits count the connection by. */
	address: string
}

/** Context of a call besides its data. */
export interface CallContext {
	caller: Caller
	/** The client's id for this write, or a generated one; a repetition has the same id. */
	requestId: string
	/** The session that made the call. */
	subscriber: Subscriber
	/** Returns whether more writes of this session wait for the answer to this one. */
	othersWait(): boolean
	/** Runs a function once the answer is on its way. */
	afterAnswer(act: () => void): void
}

/** A name of {@link AnswerCodeName} that a handler may answer with. */
export type RefusalCode = Exclude<AnswerCodeName, 'ok' | 'serverNoResponse' | 'cancelled'>

export interface Refusal {
	code: RefusalCode
	retryAfterMs?: number
	/** Error in the data, for developers: `content: more than 255 characters`. */
	detail?: string
}

/** Data that does not have the form of the call's input. */
export const refuseData = (detail: string): Result<never, Refusal> => ({
	ok: false,
	failure: { code: 'invalidData', detail },
})

export const refuse = (code: RefusalCode, retryAfterMs?: number): Result<never, Refusal> => ({
	ok: false,
	failure: retryAfterMs === undefined ? { code } : { code, retryAfterMs },
})

export type CallResult<N extends CallName> = Result<CallAnswer<N>, Refusal>
export type Handler<N extends CallName> = (context: CallContext, data: CallData<N>) => Promise<CallResult<N>>

/** Calls the session answers itself. */
export type SessionCall = 'login' | 'logout'
export type HandledCall = Exclude<CallName, SessionCall>
/** One function per call; an incomplete table does not compile. */
export type CallHandlers = { [N in HandledCall]: Handler<N> }

/** A write without the fields that are the same for every call. */
export type WriteParts = Omit<Commit, 'appId' | 'now' | 'request'>
export type Stored = Extract<CommitResult, { status: 'committed' | 'repeated' }>

/**
 * Stores the result of `decide`, and notifies everyone concerned. If its data has changed since, `decide` is called
 * again with `isFresh` true: then it reads from the store. With `named` false the request has no id of its own, like
 * messages, which are identified by their `cmid`.
 */
export type Write = (
	context: CallContext,
	decide: (isFresh: boolean) => Promise<Result<WriteParts, Refusal>>,
	options?: { named: boolean },
) => Promise<Result<Stored, Refusal>>
