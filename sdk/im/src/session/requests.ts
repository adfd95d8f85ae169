import {
	answerCodes,
	type CallAnswer,
	type CallInput,
	type CallName,
	type Envelope,
	type ExchangeName,
	exchangeReadNumbers,
	imLimits,
	sendNumbers,
	sessionNumbers,
	type WithRequestId,
} from '@parley/im'
import type { Environment } from '../core/environment.ts'
import { cancelled, IMError, noResponse, unreachable } from '../core/errors.ts'
import { createMachine, type Machine, type TransitionTable } from '../core/machine.ts'
import type { Stats } from '../core/stats.ts'

export interface CallOptions {
	/** Cancels the call: its promise fails with `cancelled`. A call already sent may still take effect. */
	signal?: AbortSignal | undefined
}

/** Options of sending a message. */
export interface SendOptions extends CallOptions {
	/** No answer arrived, and it was sent again on the same connection. */
	onResent?: (() => void) | undefined
}

export type Call = <N extends CallName>(
	name: N,
	data: CallInput<N> & WithRequestId<N>,
	options?: CallOptions,
) => Promise<CallAnswer<N>>

/** Delivery properties of a call. */
export interface CallKind {
	number: number
	/** It changes data; a write without `cmid` needs a `requestId`. */
	isWrite: boolean
}

/** Calls whose kinds are known before a part is loaded. */
export type ExchangeCall = <N extends ExchangeName>(
	name: N,
	data: CallInput<N>,
	options?: SendOptions,
) => Promise<CallAnswer<N>>

export interface Requests {
	/**
	 * Sends a call as soon as a user is logged in; after a lost connection it is sent again with the same `messageId`. A
	 * message without an answer is resent too, after 5 to 10 s and then at growing intervals: the server stores it once
	 * by its `cmid`.
	 * @throws {IMError} the code of the answer, `serverNoResponse` after 60 to 65 s, `cancelled`, or the error that ended
	 * the session
	 */
	start(kind: CallKind, data: object, options?: SendOptions): Promise<unknown>
	/** Same, by name. */
	call: ExchangeCall
	/** Sends on this connection, before the login is answered; fails with the connection. */
	callNow: ExchangeCall
	/** Call when a user is logged in: sends waiting calls in the order of their ids. */
	open(send: (envelope: Envelope) => void): void
	/** Call when the connection is lost: sent calls wait again. */
	lose(): void
	failAll(error: IMError): void
	answer(envelope: Envelope): void
	/** Connection used by {@link callNow}. */
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

const exchangeNumbers = { ...sessionNumbers, ...exchangeReadNumbers, ...sendNumbers }

/** Kind of a call needed to exchange messages. */
export const exchangeKind = (name: string): CallKind | undefined =>
	name in exchangeNumbers ? { number: exchangeNumbers[name as ExchangeName], isWrite: name in sendNumbers } : undefined

interface Request {
	envelope: Envelope
	machine: Machine<RequestState>
	isEarly: boolean
	wasSent: boolean
	/** The sweep at which it times out. A jump of the clock makes no difference. */
	lastSweep: number
	/** For messages: the sweep at which it is resent, and the number of sweeps until the next one. */
	resendSweep: number
	resendGap: number
	onResent?: (() => void) | undefined
	settle(end: RequestState, result: IMError | Record<string, unknown>): void
}

const sweepsOfTimeout = imLimits.answerTimeoutMs / imLimits.answerSweepMs
/** The next sweep may run immediately: the second is 5 to 10 s away. */
const sweepsOfResend = 2

/** The envelope around the data is shorter than this. */
const maxDataBytes = imLimits.maxEnvelopeBytes - 256
/** Size in UTF-8. */
const sizeOf = (data: object) => new Blob([JSON.stringify(data)]).size

/** The table of unanswered calls. */
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
		pending.forEach(request => {
			if (request.lastSweep <= sweeps) {
				stats.timeouts++
				request.settle('failed', noResponse())
			} else if (request.resendSweep === sweeps && request.machine.state === 'sent') {
				transmit(request, request.resendGap * 2)
				request.onResent?.()
			}
		})
	}
	/** @param resendGap number of sweeps after which it is sent again if unanswered */
	function transmit(request: Request, resendGap = sweepsOfResend) {
		const out = request.isEarly ? sendEarly : send
		if (!out) return
		request.machine.to('sent')
		request.resendGap = resendGap
		request.resendSweep = 'cmid' in request.envelope.jsonData ? sweeps + resendGap : Number.POSITIVE_INFINITY
		if (request.wasSent) stats.resent++
		request.wasSent = true
		stats.requests++
		out(request.envelope)
	}
	function start({ number, isWrite }: CallKind, data: object, { signal, onResent }: SendOptions = {}, isEarly = false) {
		return new Promise<Record<string, unknown>>((resolve, reject) => {
			const giveUp = () => request.settle('cancelled', cancelled())
			const messageId = nextId++
			const jsonData = { ...(isWrite && !('cmid' in data) ? { requestId: deps.newId() } : {}), ...data }
			const request: Request = {
				envelope: { messageId, messageType: number, jsonData },
				machine: createMachine<RequestState>('request', 'waiting', requestTable, deps),
				isEarly,
				wasSent: false,
				lastSweep: sweeps + sweepsOfTimeout + (stopSweeping ? 1 : 0),
				resendSweep: Number.POSITIVE_INFINITY,
				resendGap: 0,
				onResent,
				settle(end, result) {
					pending.delete(messageId)
					signal?.removeEventListener('abort', giveUp)
					if (pending.size === 0) {
						stopSweeping?.()
						stopSweeping = undefined
					}
					const isError = result instanceof IMError
					request.machine.to(end, isError ? result.message : end, isError ? result.code : answerCodes.ok)
					if (isError) reject(result)
					else resolve(result)
				},
			}
			pending.set(messageId, request)
			// The server would close the connection, and receive it again on the next one.
			if (sizeOf(jsonData) > maxDataBytes) {
				return request.settle('failed', new IMError(answerCodes.tooLarge, { message: 'tooLarge', kind: 'client' }))
			}
			// If no other call is pending, sweeps begin with this one, and the first is 5 s away.
			const resendGap = stopSweeping ? sweepsOfResend : 1
			stopSweeping ??= env.after(imLimits.answerSweepMs, sweep)
			if (signal?.aborted) return giveUp()
			signal?.addEventListener('abort', giveUp)
			transmit(request, resendGap)
		})
	}

	return {
		start,
		call: ((name, data, options) => start(exchangeKind(name) as CallKind, data, options)) as ExchangeCall,
		callNow: ((name, data) => start(exchangeKind(name) as CallKind, data, undefined, true)) as ExchangeCall,
		connect(out) {
			sendEarly = out
		},
		open(out) {
			send = out
			pending.forEach(request => {
				if (request.machine.state === 'waiting') transmit(request)
			})
		},
		lose() {
			send = undefined
			sendEarly = undefined
			pending.forEach(request => {
				if (request.isEarly) {
					request.settle('failed', unreachable('connection lost'))
				} else if (request.machine.state === 'sent') request.machine.to('waiting')
			})
		},
		failAll(error) {
			pending.forEach(request => void request.settle('cancelled', error))
		},
		answer({ messageId, messageType, jsonData }) {
			const request = pending.get(messageId)
			if (request?.machine.state !== 'sent' || request.envelope.messageType !== messageType) {
				stats.lateAnswers++
				return
			}
			const error = errorOf(jsonData, request.envelope.jsonData)
			request.settle(error ? 'failed' : 'answered', error ?? jsonData)
		},
	}
}

/** Success is code 0 (IMC-22). */
function errorOf(
	{ code, msg, retryAfterMs }: Record<string, unknown>,
	data: Record<string, unknown>,
): IMError | undefined {
	if (code === answerCodes.ok) return undefined
	return new IMError(typeof code === 'number' ? code : answerCodes.malformed, {
		message: msg as string | undefined,
		retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : undefined,
		cmid: data.cmid as string | undefined,
	})
}
