import type { Instant, Result } from '@parley/core'
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
	type Packet,
	packetKind,
	writeId,
} from '@parley/im'
import * as v from 'valibot'
import { type CallContext, type CallHandlers, type HandledCall, type Refusal, refuse } from './context.ts'
import type { Limits } from './limits.ts'
import type { LoggedIn, Logins } from './logins.ts'
import type { Connection, Timers } from './ports.ts'
import { type EndCode, endPushes } from './sessionEnd.ts'

/** Calls of one connection that are being answered; a client keeps to far fewer. */
const maxInFlight = 64
/** After `unavailable`. */
const retryAfterMs = 1_000
/** A timer takes no more than about 24 days. */
const longestTimerMs = 86_400_000

export interface SessionDeps {
	handlers: CallHandlers
	logins: Logins
	limits: Limits
	timers: Timers
	log: { error(fields: object, message: string): void }
	/** True once the server stops: nothing is taken in. */
	isStopping(): boolean
	/** The connection is gone, whoever closed it. */
	onClosed(session: Session): void
}

type Answer = Result<Record<string, unknown>, Refusal>

/** One connection: who is logged in on it, and the answers to what it asks. */
export function createSession(connection: Connection, deps: SessionDeps) {
	const { handlers, logins, limits, timers, log } = deps
	let loggedIn: LoggedIn | undefined
	let isOver = false
	let inFlight = 0
	let cancelExpiry = () => {}
	/** Session calls and writes are answered one after the other; reads wait for a login alone. */
	let lastWrite: Promise<void> = Promise.resolve()
	let lastLogin: Promise<void> = Promise.resolve()

	function answer({ name, messageId }: Packet, result: Answer): void {
		if (isOver) return
		const data = result.ok
			? { ...result.value, code: answerCodes.ok }
			: {
					code: answerCodes[result.failure.code],
					msg: result.failure.code,
					...(result.failure.retryAfterMs === undefined ? {} : { retryAfterMs: result.failure.retryAfterMs }),
				}
		connection.send([encodePacket(name, messageId, data)])
	}

	function forgetLogin(): void {
		cancelExpiry()
		if (loggedIn) logins.leave(loggedIn)
		loggedIn = undefined
	}

	function close(): void {
		if (isOver) return
		isOver = true
		forgetLogin()
		connection.close()
		deps.onClosed(session)
	}

	/** Tells the client why, and closes: it forgets its login (IMC-07). */
	function end(code: EndCode): void {
		if (isOver) return
		connection.send([encodePush(endPushes[code], { code: answerCodes[code], msg: code })])
		close()
	}

	/** Lets the client come back later with the same login. */
	function sendAway(code: 'stopping' | 'tooSlow', afterMs: number): void {
		if (isOver) return
		connection.send([encodePush('reconnectLater', { code: answerCodes[code], retryAfterMs: afterMs })])
		close()
	}

	function endAt(expiresAt: Instant): void {
		cancelExpiry()
		const leftMs = expiresAt - timers.now()
		if (leftMs <= 0) end('userTokenExpired')
		else cancelExpiry = timers.after(Math.min(leftMs, longestTimerMs), () => endAt(expiresAt))
	}

	async function logIn(data: CallData<'login'>): Promise<Answer> {
		const counted = await limits.ofLogin(connection)
		if (!counted.ok) return counted
		const renewed = loggedIn !== undefined
		const result = await logins.enter(data, {
			connection,
			current: loggedIn,
			end,
			sendAway: () => sendAway('tooSlow', retryAfterMs),
		})
		if (!result.ok) return result
		if (isOver) {
			if (!renewed) logins.leave(result.value.loggedIn)
			return refuse('unavailable')
		}
		loggedIn = result.value.loggedIn
		endAt(loggedIn.expiresAt)
		return { ok: true, value: result.value.answer }
	}

	function logOut(): Answer {
		if (!loggedIn) return refuse('notLoggedIn')
		forgetLogin()
		return { ok: true, value: {} }
	}

	async function handle(
		name: HandledCall,
		{ messageId, data: raw }: Packet,
		data: unknown,
		afterAnswer: CallContext['afterAnswer'],
	): Promise<Answer> {
		if (!loggedIn) return refuse('notLoggedIn')
		const { caller, id } = loggedIn
		if (caller.isGuest && !mayGuestCall(name)) return refuse('noPromise')
		if (name === 'chatSend' || name === 'groupSend') {
			const counted = await limits.ofMessage(connection, caller)
			if (!counted.ok) return counted
		}
		const named = v.safeParse(writeId.entries.requestId, raw.requestId)
		if (!named.success) return refuse('invalidData')
		const context: CallContext = {
			caller,
			subscriber: loggedIn.subscriber,
			requestId: named.output ?? `${id}:${messageId}`,
			afterAnswer,
		}
		const handler = handlers[name] as (context: CallContext, data: unknown) => Promise<Answer>
		return handler(context, data)
	}

	async function call(packet: Packet, name: CallName, afterAnswer: CallContext['afterAnswer']): Promise<Answer> {
		if (deps.isStopping()) return refuse('stopping', retryAfterMs)
		const counted = await limits.ofCall(connection, loggedIn?.caller)
		if (!counted.ok) return counted
		const parsed = v.safeParse(calls[name].input, packet.data)
		if (!parsed.success) return refuse('invalidData')
		if (name === 'login') return logIn(parsed.output as CallData<'login'>)
		if (name === 'logout') return logOut()
		return handle(name, packet, parsed.output, afterAnswer)
	}

	async function answerCall(packet: Packet, name: CallName): Promise<void> {
		const afterwards: (() => void)[] = []
		let result: Answer
		try {
			result = await call(packet, name, act => afterwards.push(act))
		} catch (error) {
			log.error({ err: error, call: name }, 'a call failed')
			result = refuse('unavailable', retryAfterMs)
		}
		answer(packet, result)
		for (const act of afterwards) act()
		inFlight--
		if (name === 'login' && !result.ok && endsSession(answerCodes[result.failure.code])) close()
	}

	const session = {
		connection,
		/** Takes in whatever a client sent, and answers it once; never throws. */
		receive(value: unknown): void {
			if (isOver) return
			const decoded = decodeCall(value)
			if (!decoded.ok) {
				const { messageId, messageType, error } = decoded
				const jsonData = { code: answerCodes[error], msg: error }
				connection.send([{ messageId, messageType, jsonData }])
				return
			}
			const { packet } = decoded
			const { name } = packet
			if (!isCall(name)) return
			if (inFlight >= maxInFlight) {
				answer(packet, refuse('tooMany', retryAfterMs))
				return
			}
			inFlight++
			const kind = packetKind(name)
			const answered = (kind === 'read' ? lastLogin : lastWrite).then(() => answerCall(packet, name))
			if (kind !== 'read') lastWrite = answered
			if (kind === 'session') lastLogin = answered
		},
		/** The connection is gone. */
		closed(): void {
			if (isOver) return
			isOver = true
			forgetLogin()
			deps.onClosed(session)
		},
		isLoggedIn: (): boolean => loggedIn !== undefined,
		/** When every write that has come in is answered. */
		answered: (): Promise<void> => lastWrite,
		end,
		sendAway,
	}
	return session
}

export type Session = ReturnType<typeof createSession>
