import {
	answerCodes,
	type CallAnswer,
	type CallInput,
	type CallName,
	type Envelope,
	encodePacket,
	imLimits,
	isWrite,
	type Packet,
	type WithRequestId,
} from '@parley/im'
import type { Environment } from '../core/environment.ts'
import { cancelled, IMError, noResponse, unreachable } from '../core/errors.ts'
import { createMachine, type Machine, type TransitionTable } from '../core/machine.ts'
import type { Stats } from '../core/stats.ts'

export interface CallOptions {
	/** Gives the call up: its promise fails with `cancelled`. What was sent may be done all the same. */
	signal?: AbortSignal | undefined
}

export type Call = <N extends CallName>(
	name: N,
	data: CallInput<N> & WithRequestId<N>,
	options?: CallOptions,
) => Promise<CallAnswer<N>>

export interface Requests {
	/**
	 * Sends a call as soon as somebody is logged in; after a lost connection it is sent again with the same `messageId`.
	 * @throws {IMError} the code of the answer, `serverNoResponse` after 60 to 65 s, `cancelled`, or what ended the session
	 */
	call: Call
	/** On this connection, before the login is answered; it fails with the connection. */
	callNow: Call
	/** Somebody is logged in: what waits is sent in the order of its ids. */
	open(send: (envelope: Envelope) => void): void
	/** The connection is gone: what had been sent waits again. */
	lose(): void
	failAll(error: IMError): void
	/** @returns whether somebody had been waiting for it */
	answer(packet: Packet): boolean
	/** Where {@link callNow} sends to. */
	connect(send: (envelope: Envelope) => void): void
}

const requestTable = {
	waiting: ['sent', 'failed', 'cancelled'],
	sent: ['waiting', 'answered', 'failed', 'cancelled'],
	answered: [],
	failed: [],
	cancelled: [],
} as const satisfies TransitionTable<string>
type RequestState = keyof typeof requestTable

interface Request {
	name: CallName
	messageId: number
	data: object
	machine: Machine<RequestState>
	isEarly: boolean
	wasSent: boolean
	/** The sweep with which it times out. A clock that jumps changes nothing. */
	lastSweep: number
	settle(end: RequestState, reason: string, result: IMError | Record<string, unknown>): void
}

const sweepsOfTimeout = imLimits.answerTimeoutMs / imLimits.answerSweepMs

/** What travels around the data is shorter than this. */
const maxDataBytes = imLimits.maxEnvelopeBytes - 256
/** In UTF-8. */
const sizeOf = (data: object) => new Blob([JSON.stringify(data)]).size

/** The table of what was asked and not yet answered. */
export function createRequests(deps: { env: Environment; stats: Stats; newId: () => string }): Requests {
	const { env, stats } = deps
	const pending = new Map<number, Request>()
	let nextId: number = imLimits.firstMessageId
	let sweeps = 0
	let stopSweeping: (() => void) | undefined
	let sendEarly: ((envelope: Envelope) => void) | undefined
	let send: ((envelope: Envelope) => void) | undefined

	function sweep() {
		sweeps++
		stopSweeping = env.after(imLimits.answerSweepMs, sweep)
		for (const request of [...pending.values()]) {
			if (request.lastSweep > sweeps) continue
			stats.timeouts++
			request.settle('failed', 'no response', noResponse())
		}
	}
	function transmit(request: Request) {
		const out = request.isEarly ? sendEarly : send
		if (!out) return
		request.machine.to('sent', request.wasSent ? 'sent again' : 'sent')
		if (request.wasSent) stats.resent++
		request.wasSent = true
		stats.requests++
		out(encodePacket(request.name, request.messageId, request.data))
	}
	function start(name: CallName, data: object, { signal }: CallOptions, isEarly: boolean) {
		return new Promise<Record<string, unknown>>((resolve, reject) => {
			const giveUp = () => request.settle('cancelled', 'aborted', cancelled())
			const request: Request = {
				name,
				messageId: nextId++,
				data: isWrite(name) && !('cmid' in data) ? { requestId: deps.newId(), ...data } : data,
				machine: createMachine<RequestState>('request', 'waiting', requestTable, deps),
				isEarly,
				wasSent: false,
				lastSweep: sweeps + sweepsOfTimeout + (stopSweeping ? 1 : 0),
				settle(end, reason, result) {
					pending.delete(request.messageId)
					signal?.removeEventListener('abort', giveUp)
					request.machine.to(end, reason, result instanceof IMError ? result.code : answerCodes.ok)
					if (pending.size === 0) {
						stopSweeping?.()
						stopSweeping = undefined
					}
					if (result instanceof IMError) reject(result)
					else resolve(result)
				},
			}
			pending.set(request.messageId, request)
			// The server would close the connection, and on the next one it would come again.
			if (sizeOf(request.data) > maxDataBytes) {
				return request.settle(
					'failed',
					'too large',
					new IMError(answerCodes.tooLarge, { message: 'tooLarge', kind: 'client' }),
				)
			}
			stopSweeping ??= env.after(imLimits.answerSweepMs, sweep)
			if (signal?.aborted) return giveUp()
			signal?.addEventListener('abort', giveUp)
			transmit(request)
		})
	}

	return {
		call: ((name, data, options = {}) => start(name, data, options, false)) as Call,
		callNow: ((name, data, options = {}) => start(name, data, options, true)) as Call,
		connect(out) {
			sendEarly = out
		},
		open(out) {
			send = out
			for (const request of [...pending.values()]) if (request.machine.state === 'waiting') transmit(request)
		},
		lose() {
			send = undefined
			sendEarly = undefined
			for (const request of [...pending.values()]) {
				if (request.isEarly) {
					request.settle('failed', 'connection lost', unreachable('connection lost'))
				} else if (request.machine.state === 'sent') request.machine.to('waiting', 'connection lost')
			}
		},
		failAll(error) {
			for (const request of [...pending.values()]) request.settle('cancelled', error.message, error)
		},
		answer({ messageId, name, data }) {
			const request = pending.get(messageId)
			if (request?.machine.state !== 'sent' || request.name !== name) {
				stats.lateAnswers++
				return false
			}
			const error = errorOf(data, request.data)
			request.settle(error ? 'failed' : 'answered', 'answered', error ?? data)
			return true
		},
	}
}

/** Success is code 0 (IMC-22). */
function errorOf({ code, msg, retryAfterMs }: Record<string, unknown>, data: object): IMError | undefined {
	if (code === answerCodes.ok) return undefined
	return new IMError(typeof code === 'number' ? code : answerCodes.malformed, {
		message: typeof msg === 'string' ? msg : undefined,
		retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : undefined,
		cmid: 'cmid' in data ? String(data.cmid) : undefined,
	})
}
