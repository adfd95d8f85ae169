import {
	type CallAnswer,
	type CallInput,
	type CallName,
	callNames,
	groupTypes,
	type UserOnlineAnswer,
	type UserOnlineInput,
} from '@parley/im'
import { createIM, type IMOptions } from '../api/createIM.ts'
import type { IMEventName, IMEvents } from '../api/events.ts'
import type { Draft } from '../api/messages.ts'
import { misuse, toIMError } from '../core/errors.ts'
import type { SendAnswer } from '../outbox/outbox.ts'
import type { ListenOptions, RoomAnswer } from '../rooms/rooms.ts'
import type { LoginAnswer, LoginInfo } from '../session/session.ts'

/** Argument of failure callbacks: `code` of `answerCodes`, and the texts existing callers compare with. */
export interface LegacyError {
	code: number
	msg: string
}

export type Success<A> = (answer: A) => void
export type Failure = (error: LegacyError) => void
type LegacyCall<P, A> = (param: P, success?: Success<A>, failure?: Failure) => void

/** Calls made by the client itself, or by other methods. */
type OwnCall = 'login' | 'logout' | 'syncKeys' | 'sync' | 'groupPoll' | 'chatSend' | 'groupSend' | 'friendHandleApply'
type PlainCall = Exclude<CallName, OwnCall>
type PlainCalls = { [N in PlainCall]: LegacyCall<CallInput<N>, CallAnswer<N>> }

export interface LegacyIM extends PlainCalls {
	readonly version: string
	readonly groupTypes: typeof groupTypes
	login: LegacyCall<LoginInfo, LoginAnswer>
	logout(): void
	/** Returns a function that unsubscribes. */
	on<N extends IMEventName>(name: N, listener: (event: IMEvents[N]) => void): () => void
	/** Success means acknowledged; the message is stored until then. */
	chatSend: LegacyCall<Draft & { userId: string }, SendAnswer>
	groupSend: LegacyCall<Draft & { gid: string }, SendAnswer>
	acceptFriendApply: LegacyCall<{ msgId: string }, object>
	rejectFriendApply: LegacyCall<{ msgId: string }, object>
	acceptGroupApply: LegacyCall<{ gid: string; msgId: string }, object>
	rejectGroupApply: LegacyCall<{ gid: string; msgId: string }, object>
	startListening: LegacyCall<ListenOptions & { gid: string }, RoomAnswer>
	stopListening: LegacyCall<{ gid: string }, object>
	userOnline: LegacyCall<UserOnlineInput, UserOnlineAnswer>
}

const ownCalls: readonly string[] = [
	'login',
	'logout',
	'syncKeys',
	'sync',
	'groupPoll',
	'chatSend',
	'groupSend',
	'friendHandleApply',
] satisfies OwnCall[]

/**
 * The client with callbacks, for callers of the SDK this one replaces: each call takes its input in wire form, and two
 * functions. Only invalid options throw.
 * @throws {IMError} for options that would log in (IMC-09)
 */
export function createLegacyIM(options: IMOptions = {}): LegacyIM {
	const im = createIM(options)

	const legacy =
		<P, A>(act: (param: P) => Promise<A> | A): LegacyCall<P, A> =>
		(param, success, failure) => {
			// An exception in a callback is not a failure of the call.
			Promise.resolve()
				.then(() => act(param))
				.then(
					answer => success?.(answer),
					error => {
						const { code, message } = toIMError(error)
						failure?.({ code, msg: message })
					},
				)
		}
	const plain = {} as Record<PlainCall, LegacyCall<never, unknown>>
	for (const name of callNames) {
		if (!ownCalls.includes(name)) plain[name as PlainCall] = legacy(param => im.call(name, (param ?? {}) as never))
	}
	/** IMCALL-08 */
	const decided = (param: { msgId?: string } | undefined) => {
		if (!param?.msgId) throw misuse('param illegal')
		return param.msgId
	}
	/** IMCALL-04 */
	const written = <P>(param: P | undefined): P => {
		if (!param) throw misuse('vaild param')
		return param
	}
	const done = async (work: Promise<unknown>) => ((await work) ?? {}) as object
	return {
		...(plain as unknown as PlainCalls),
		version: im.version,
		groupTypes,
		on: im.on,
		login: legacy(info => im.login(info)),
		logout: im.logout,
		chatSend: legacy(param => {
			const { userId, ...draft } = written(param)
			return im.chat(userId).send(draft as Draft).sent
		}),
		groupSend: legacy(param => {
			const { gid, ...draft } = written(param)
			return im.group(gid).send(draft as Draft).sent
		}),
		acceptFriendApply: legacy(param => done(im.friend.accept(decided(param)))),
		rejectFriendApply: legacy(param => done(im.friend.reject(decided(param)))),
		acceptGroupApply: legacy(param => done(im.group(param?.gid).acceptApplication(decided(param)))),
		rejectGroupApply: legacy(param => done(im.group(param?.gid).rejectApplication(decided(param)))),
		startListening: legacy(param => {
			const { gid, ...listenOptions } = written(param)
			return im.room(gid).listen(listenOptions)
		}),
		stopListening: legacy(param => done(im.room(written(param).gid).stop())),
		userOnline: legacy(param => im.online(written(param))),
	}
}
