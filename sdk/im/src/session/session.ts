import {
	answerCodes,
	type CallAnswer,
	type Envelope,
	endsSession,
	imLimits,
	isRetryable,
	jidOf,
	type PushData,
	type PushName,
	pushName,
} from '@parley/im'
import type { Environment } from '../core/environment.ts'
import { cancelled, IMError, misuse, noResponse, toIMError, unreachable } from '../core/errors.ts'
import { random } from '../core/ids.ts'
import { createMachine } from '../core/machine.ts'
import type { Stats } from '../core/stats.ts'
import type { CloseCause } from '../transport/transport.ts'
import { reconnectDelay } from './backoff.ts'
import { createConnection } from './connection.ts'
import type { Requests } from './requests.ts'
import type { ServersOfToken } from './servers.ts'
import { connectionStateOf, type SessionState, type StateEvent, sessionTable } from './states.ts'

export interface LoginInfo {
	uid: string
	appId: string
	token: string
	/** Version of the application, for the server's records. */
	appVersion?: string
	/**
	 * Returns a new token when the old one ends; without it the session ends with its token. An error is retried with the
	 * next attempt, unless it is an {@link IMError} that is not `retryable`: then the session ends.
	 */
	getToken?: (() => Promise<string>) | undefined
	/** Server addresses issued with the token, without a trailing slash; those in the options take precedence. */
	servers?: ServersOfToken | undefined
}

export type LoginAnswer = CallAnswer<'login'>

/** A packet pushed by the server; its data may be incomplete. */
export interface Push {
	name: PushName
	data: Record<string, unknown>
}

export interface SessionEvents {
	/** A different user logs in; the connection is not open yet. */
	onPerson(info: LoginInfo): void
	/** Logged in on a new connection; missed events can be read. */
	onLogin(info: LoginInfo, answer: LoginAnswer): void
	onPush(push: Push): void
	/** The connection is lost for now. */
	onLost(): void
	/** The login information was discarded; `code` 0 is a logout. */
	onEnd(code: number, reason: string): void
	/** Connecting failed (IMC-19). */
	onError(error: IMError): void
}

export interface Session {
	readonly state: SessionState
	/** The user who is logged in, or will be once connected. */
	readonly info: LoginInfo | undefined
	/** Resolves when missed events have been read. @throws {IMError} if the session ended before, or was given up */
	login(info: LoginInfo): Promise<LoginAnswer>
	logout(): void
	/** Ends without notifying the server, as when the page is closed; no further login is possible. */
	close(): void
	/** Connects now instead of waiting, and replaces a hanging attempt. */
	connectNow(reason: 'online' | 'resumed' | 'asked'): void
	/** Call when the network is known to be down. */
	dropConnection(reason: string): void
	/** Missed events have been read. */
	synced(): void
	/** Resolves at the next `ready`, or at once. */
	ready(timeoutMs?: number): Promise<void>
}

interface SessionDeps {
	env: Environment
	stats: Stats
	requests: Requests
	server: { url: string; path: string }
	deviceId(): Promise<string>
	emit(name: 'state', event: StateEvent): void
	events: SessionEvents
}

/** Owns the connection: its login and its retries. */
export function createSession(deps: SessionDeps): Session {
	const { env, stats, requests, events } = deps
	let info: LoginInfo | undefined
	let answer: LoginAnswer | undefined
	/** Number of the next reconnection attempt since the last login. */
	let attempt = 0
	/** Failed attempts since then, or since it gave up. */
	let failures = 0
	let retryInMs = 0
	let hintMs: number | undefined
	let stopRetry: (() => void) | undefined
	let stopRenewal: (() => void) | undefined
	let isClosed = false
	/** The server no longer accepts the token: the next attempt starts with a new one. */
	let isTokenOver = false
	/** Changes with every connection and every end, so that data of an older one is dropped. */
	let life = 0
	const waiters = new Set<(error?: IMError) => void>()

	const machine = createMachine<SessionState>('session', 'idle', sessionTable, deps, transition => {
		const retry = transition.to === 'reconnecting' ? { attempt, retryInMs } : {}
		deps.emit('state', { ...transition, connection: connectionStateOf(transition.to), ...retry })
	})
	const connection = createConnection(deps.server, deps, { onOpen: authenticate, onEnvelope: receive, onClose: lost })
	const isOnline = () => machine.state === 'syncing' || machine.state === 'ready'

	function settleWaiters(error?: IMError) {
		waiters.forEach(settle => void settle(error))
	}
	function openConnection(reason: string) {
		stopRetry?.()
		life++
		machine.to('connecting', reason)
		if (isTokenOver) void openWithNewToken()
		else connection.open()
	}
	async function openWithNewToken() {
		const own = life
		try {
			const token = (await info?.getToken?.()) ?? ''
			if (own !== life || !info) return
			info = { ...info, token }
		} catch (caught) {
			if (own === life) noNewToken(toIMError(caught))
			return
		}
		isTokenOver = false
		connection.open()
	}
	function noNewToken(error: IMError) {
		if (error.retryable) return restart('network', error.message, error.retryAfterMs)
		events.onError(error)
		end(answerCodes.userTokenExpired, 'no new token')
	}
	function stopTimers() {
		stopRetry?.()
		stopRenewal?.()
	}
	function lost(cause: CloseCause, reason: string) {
		const wasOnline = isOnline()
		life++
		stopRenewal?.()
		requests.lose()
		if (wasOnline) events.onLost()
		else {
			failures++
			events.onError(unreachable(reason))
		}
		if (!info) return
		attempt++
		retryInMs = hintMs ?? reconnectDelay(cause, attempt, random(env))
		hintMs = undefined
		machine.to('reconnecting', reason, answerCodes.unavailable)
		if (failures >= imLimits.giveUpAfterAttempts) return giveUp()
		stopRetry = env.after(retryInMs, () => {
			stats.reconnects++
			openConnection('next attempt')
		})
	}
	function giveUp() {
		stopTimers()
		attempt = 0
		failures = 0
		machine.to('gaveUp', undefined, answerCodes.unavailable)
		settleWaiters(unreachable('gave up'))
	}
	/** Closes the connection and retries later. */
	function restart(cause: CloseCause, reason: string, delayMs?: number) {
		connection.close()
		hintMs = delayMs ?? hintMs
		lost(cause, reason)
	}

	async function authenticate() {
		machine.to('authenticating')
		requests.connect(connection.send)
		const own = life
		const deviceId = await deps.deviceId()
		if (own !== life || !info) return
		try {
			const result = await requests.callNow('login', loginFields(info, deviceId))
			if (own === life) loggedIn(info, result)
		} catch (error) {
			if (own === life) loginFailed(toIMError(error))
		}
	}
	function loggedIn(current: LoginInfo, result: LoginAnswer) {
		answer = result
		attempt = 0
		failures = 0
		machine.to('syncing')
		scheduleRenewal(result)
		requests.open(connection.send)
		events.onLogin(current, result)
	}
	/** A login error ends the session (IMC-05), unless the server is only busy, or there may be a newer token. */
	function loginFailed(error: IMError) {
		if (isReplaceable(error.code)) return restartWithNewToken(error.message)
		if (isRetryable(error.code) || error.kind === 'timeout') return restart('server', error.message, error.retryAfterMs)
		events.onError(error)
		end(error.code, 'login refused')
	}
	const isReplaceable = (code: number) => code === answerCodes.userTokenExpired && info?.getToken !== undefined
	function restartWithNewToken(reason: string) {
		isTokenOver = true
		restart('server', reason)
	}
	/** Renews the token before it expires, by another login on the same connection. */
	async function renew() {
		const own = life
		const current = info
		if (!current?.getToken) return
		try {
			const token = await current.getToken()
			if (info !== current) return
			info = { ...current, token }
			if (own === life) await renewLogin(info)
		} catch (error) {
			if (own === life) events.onError(toIMError(error))
		}
	}
	async function renewLogin(current: LoginInfo) {
		scheduleRenewal(await requests.callNow('login', loginFields(current, await deps.deviceId())))
	}
	/** Schedules the renewal a minute before the token expires, and at least once a day, since longer timers are not reliable. */
	function scheduleRenewal({ expiresAt, now }: LoginAnswer) {
		stopRenewal?.()
		if (!info?.getToken) return
		const leftMs = Math.max(expiresAt - now - 60_000, 1_000)
		stopRenewal = env.after(Math.min(leftMs, 86_400_000), renew)
	}

	function receive(envelope: Envelope) {
		if (envelope.messageId !== 0) return requests.answer(envelope)
		const { messageType, jsonData: data } = envelope
		const name = pushName(messageType) as PushName
		if (name === 'reconnectLater') hintMs = (data as PushData<'reconnectLater'>).retryAfterMs
		events.onPush({ name, data })
		const ending = endingPushes[name]
		if (ending === undefined) return
		const code = typeof data.code === 'number' && endsSession(data.code) ? data.code : ending
		if (isReplaceable(code)) restartWithNewToken(name)
		else end(code, name)
	}
	function end(code: number, reason: string) {
		if (!info) return
		life++
		info = undefined
		answer = undefined
		attempt = 0
		failures = 0
		hintMs = undefined
		stopTimers()
		connection.close()
		requests.lose()
		const error = new IMError(code === answerCodes.ok ? answerCodes.cancelled : code, { message: reason })
		requests.failAll(error)
		machine.to('closed', reason, code)
		events.onEnd(code, reason)
		settleWaiters(error)
	}

	function logout() {
		if (isOnline()) requests.callNow('logout', {}).catch(() => {})
		end(answerCodes.ok, 'logout')
	}
	function ready(timeoutMs?: number) {
		return new Promise<void>((resolve, reject) => {
			if (machine.state === 'ready') return resolve()
			const settle = (error?: IMError) => {
				stopTimeout?.()
				waiters.delete(settle)
				if (error) reject(error)
				else resolve()
			}
			const stopTimeout = timeoutMs === undefined ? undefined : env.after(timeoutMs, () => settle(noResponse()))
			waiters.add(settle)
		})
	}
	return {
		get state() {
			return machine.state
		},
		get info() {
			return info
		},
		async login(next) {
			// IMC-08
			if (!next?.uid || !next.appId) throw misuse('incomplete login info')
			const token = next.token || (await next.getToken?.())
			if (isClosed) throw cancelled({ message: 'closed' })
			if (!token) throw misuse('incomplete login info')
			if (info && (info.uid !== next.uid || info.appId !== next.appId)) logout()
			const isNew = !info
			info = { ...next, token }
			if (isNew) events.onPerson(info)
			const done = ready()
			const hasWaited = isTokenOver || machine.state === 'gaveUp' || machine.state === 'reconnecting'
			isTokenOver = false
			if (isNew || hasWaited) openConnection('login')
			else if (isOnline()) await renewLogin(info)
			await done
			if (!answer) throw cancelled()
			return answer
		},
		logout,
		close() {
			isClosed = true
			end(answerCodes.cancelled, 'closed')
		},
		connectNow(reason) {
			const isHanging = machine.state === 'connecting' && reason === 'online'
			if (machine.state === 'reconnecting' || machine.state === 'gaveUp' || isHanging) openConnection(reason)
		},
		dropConnection(reason) {
			if (isOnline() || machine.state === 'connecting' || machine.state === 'authenticating') restart('network', reason)
		},
		synced() {
			if (machine.state !== 'syncing') return
			machine.to('ready')
			settleWaiters()
		},
		ready,
	}
}

const loginFields = ({ uid, appId, token, appVersion = '' }: LoginInfo, deviceId: string) => ({
	uid,
	appId,
	token,
	appVersion,
	jid: jidOf(uid, appId),
	deviceId,
	sdkVersion: imLimits.sdkVersion,
})

/** Pushes that end the session, with the code to use if they carry none (IMC-07, IMCALL-57, IMCALL-58). */
const endingPushes: Partial<Record<PushName, number>> = {
	kickedOff: answerCodes.userKickedOff,
	tokenExpired: answerCodes.userTokenExpired,
	forcedDisconnect: answerCodes.forcedDisconnect,
	unauthorised: answerCodes.unauthorised,
}
