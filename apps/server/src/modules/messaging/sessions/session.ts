import type { Result } from '@parley/core'
import {
	answerCodes,
	type CallData,
	type CallName,
	calls,
	decodeCall,
	encodePacket,
	encodePush,
	endsSession,
	isCall,
	mayGuestCall,
	mayParticipantCall,
	type Packet,
	packetKind,
	writeId,
} from '@parley/im'
import * as v from 'valibot'
import type { Timers } from '../../../platform/timers.ts'
import {
	type CallContext,
	type CallHandlers,
	type HandledCall,
	type Refusal,
	refuse,
	refuseData,
} from '../calls/context.ts'
import type { Connection } from '../ports/connection.ts'
import { isParticipantId } from '../ports/participation.ts'
import { isAnnounced, type Limits } from './limits.ts'
import type { LoggedIn, LoginSession, Logins } from './logins.ts'
import { type EndCode, endPushes } from './sessionEnd.ts'

/** Maximum number of pending calls on one connection; a client keeps to far fewer. */
const maxInFlight = 64
/** Default retry delay of refusals. */
const retryAfterMs = 1_000
/** A login that expires within this time gets a timer; later ones are checked again first. */
const expiryTimerMs = 20_000
/** Interval at which {@link Session.watchExpiry} is called. */
export const expiryEveryMs = 10_000

export interface SessionDeps {
	handlers: CallHandlers
	logins: Logins
	limits: Limits
	timers: Timers
	log: { error(fields: object, message: string): void }
	/** True once the server stops: no more calls are accepted. */
	isStopping(): boolean
	/** Called when a write arrives that waits for an earlier one. */
	onWaiting(): void
	/** Called when the connection has closed, whoever closed it. */
	onClosed(session: Session): void
}

type Answer = Result<Record<string, unknown>, Refusal>

const nothing = Promise.resolve()

/** Maximum length of `msg` in an answer: parts of it come from the client and may be long. */
const maxDetail = 200
/** Names the invalid field and the error: `content: more than 255 characters`. */
const issueText = (issue: v.BaseIssue<unknown>, field = v.getDotPath(issue)): string =>
	`${field ?? 'jsonData'}: ${issue.message}`.slice(0, maxDetail)

/**
 * One connection: the person logged in on it, and the answers to its calls. Thousands are held: it has no functions of
 * its own.
 */
export class Session implements LoginSession {
	readonly connection: Connection
	readonly #deps: SessionDeps
	#loggedIn: LoggedIn | undefined
	#isOver = false
	#inFlight = 0
	#cancelExpiry: (() => void) | undefined
	/** Session calls and writes that are not answered yet. */
	#writes = 0
	/** Calls are answered one after the other; reads only wait for a login. */
	#lastWrite: Promise<void> = nothing
	#lastLogin: Promise<void> = nothing

	constructor(connection: Connection, deps: SessionDeps) {
		this.connection = connection
		this.#deps = deps
	}

	/** Processes anything a client sent, and answers it once; never throws. */
	receive(value: unknown): void {
		if (this.#isOver) return
		const decoded = decodeCall(value)
		if (!decoded.ok) {
			const { messageId, messageType, error } = decoded
			const jsonData = { code: answerCodes[error], msg: error }
			this.connection.send([{ messageId, messageType, jsonData }])
			return
		}
		const { packet } = decoded
		const { name } = packet
		if (!isCall(name)) return
		if (this.#inFlight >= maxInFlight) {
			this.#answer(packet, refuse('tooMany', retryAfterMs))
			return
		}
		this.#inFlight++
		const kind = packetKind(name)
		if (kind !== 'read' && this.#writes++ > 0) this.#deps.onWaiting()
		const answered = (kind === 'read' ? this.#lastLogin : this.#lastWrite).then(() => this.#answerCall(packet, name))
		if (kind !== 'read') this.#lastWrite = answered
		if (kind === 'session') this.#lastLogin = answered
	}

	/** The connection has closed. */
	closed(): void {
		if (this.#isOver) return
		this.#isOver = true
		this.#forgetLogin()
		this.#deps.onClosed(this)
	}

	isLoggedIn(): boolean {
		return this.#loggedIn !== undefined
	}

	personId(): string | undefined {
		return this.#loggedIn?.caller.uid
	}

	/** Resolves when every received write is answered. */
	answered(): Promise<void> {
		return this.#lastWrite
	}

	/** Tells the client why, and closes: it discards its login (IMC-07). */
	end(code: EndCode): void {
		if (this.#isOver) return
		this.connection.send([encodePush(endPushes[code], { code: answerCodes[code], msg: code })])
		this.#close()
	}

	/** Makes the client reconnect later with the same login. */
	sendAway(code: 'stopping' | 'tooSlow', afterMs: number): void {
		if (this.#isOver) return
		this.connection.send([encodePush('reconnectLater', { code: answerCodes[code], retryAfterMs: afterMs })])
		this.#close()
	}

	/** Called when its connection falls behind. */
	giveUp(): void {
		this.sendAway('tooSlow', retryAfterMs)
	}

	/**
	 * Sets a timer for the end of the login if it is no further away than `withinMs`: timers for all would be held for
	 * hours.
	 */
	watchExpiry(withinMs = expiryTimerMs): void {
		if (!this.#loggedIn || this.#cancelExpiry) return
		const leftMs = this.#loggedIn.identity.expiresAt - this.#deps.timers.now()
		if (leftMs <= 0) this.end('userTokenExpired')
		else if (leftMs <= withinMs) this.#cancelExpiry = this.#deps.timers.after(leftMs, () => this.#endOfLogin())
	}

	#endOfLogin(): void {
		this.#cancelExpiry = undefined
		this.watchExpiry()
	}

	#forgetExpiry(): void {
		this.#cancelExpiry?.()
		this.#cancelExpiry = undefined
	}

	#answer({ name, messageId }: Packet, result: Answer): void {
		if (this.#isOver) return
		const data = result.ok
			? { ...result.value, code: answerCodes.ok }
			: {
					code: answerCodes[result.failure.code],
					msg: result.failure.detail ?? result.failure.code,
					...(result.failure.retryAfterMs === undefined ? {} : { retryAfterMs: result.failure.retryAfterMs }),
				}
		this.connection.send([encodePacket(name, messageId, data)])
	}

	#forgetLogin(): void {
		this.#forgetExpiry()
		if (this.#loggedIn) this.#deps.logins.leave(this.#loggedIn)
		this.#loggedIn = undefined
	}

	#close(): void {
		if (this.#isOver) return
		this.#isOver = true
		this.#forgetLogin()
		this.connection.close()
		this.#deps.onClosed(this)
	}

	async #logIn(data: CallData<'login'>): Promise<Answer> {
		const { limits, logins } = this.#deps
		const counted = await limits.ofToken(this.connection)
		if (!counted.ok) return counted
		const renewed = this.#loggedIn !== undefined
		const result = await logins.enter(data, this, this.#loggedIn)
		if (!result.ok) return result
		if (this.#isOver) {
			if (!renewed) logins.leave(result.value.loggedIn)
			return refuse('unavailable')
		}
		this.#loggedIn = result.value.loggedIn
		this.#forgetExpiry()
		this.watchExpiry()
		return { ok: true, value: result.value.answer }
	}

	#logOut(): Answer {
		if (!this.#loggedIn) return refuse('notLoggedIn')
		this.#forgetLogin()
		return { ok: true, value: {} }
	}

	async #handle(
		name: HandledCall,
		{ messageId, data: raw }: Packet,
		data: unknown,
		afterAnswer: CallContext['afterAnswer'],
	): Promise<Answer> {
		const { handlers, limits } = this.#deps
		if (!this.#loggedIn) return refuse('notLoggedIn')
		const { caller, id, subscriber } = this.#loggedIn
		const mayCall = isParticipantId(caller.uid) ? mayParticipantCall : mayGuestCall
		if (caller.isGuest && !mayCall(name)) return refuse('noPromise')
		if (isAnnounced(name)) {
			const counted = await limits.ofMessage(this.connection, caller)
			if (!counted.ok) return counted
		}
		if (name === 'groupCreate' || name === 'groupLeaveMany') {
			const counted = await (name === 'groupCreate' ? limits.ofCreation(caller) : limits.ofLeavingMany(caller))
			if (!counted.ok) return counted
		}
		const named = v.safeParse(writeId.entries.requestId, raw.requestId)
		if (!named.success) return refuseData(issueText(named.issues[0], 'requestId'))
		const requestId = named.output ?? `${id}:${messageId}`
		const handler = handlers[name] as (context: CallContext, data: unknown) => Promise<Answer>
		const othersWait = () => this.#writes > 1
		return handler({ caller, subscriber, requestId, othersWait, afterAnswer }, data)
	}

	async #call(packet: Packet, name: CallName, afterAnswer: CallContext['afterAnswer']): Promise<Answer> {
		const { limits, isStopping } = this.#deps
		if (isStopping()) return refuse('stopping', retryAfterMs)
		const counted = await limits.ofCall(this.connection, this.#loggedIn?.caller)
		if (!counted.ok) return counted
		if (name !== 'login' && !this.#loggedIn) return refuse('notLoggedIn')
		const parsed = v.safeParse(calls[name].input, packet.data, { abortEarly: true })
		if (!parsed.success) return refuseData(issueText(parsed.issues[0]))
		if (name === 'login') return this.#logIn(parsed.output as CallData<'login'>)
		if (name === 'logout') return this.#logOut()
		return this.#handle(name, packet, parsed.output, afterAnswer)
	}

	async #answerCall(packet: Packet, name: CallName): Promise<void> {
		const afterwards: (() => void)[] = []
		let result: Answer
		try {
			result = await this.#call(packet, name, act => afterwards.push(act))
		} catch (error) {
			this.#deps.log.error({ err: error, call: name }, 'a call failed')
			result = refuse('unavailable', retryAfterMs)
		}
		this.#answer(packet, result)
		for (const act of afterwards) act()
		this.#inFlight--
		if (packetKind(name) !== 'read') this.#writes--
		const isRefusedForGood = name === 'login' && !result.ok && endsSession(answerCodes[result.failure.code])
		if (isRefusedForGood || (name === 'logout' && result.ok)) this.#close()
	}
}
