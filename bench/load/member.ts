import { randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, request as requestPlain } from 'node:http'
import { Agent, request as requestEncrypted } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import { encryptPassword } from '@parley/api'
import { meetingQuery } from '@parley/core'
import { type EnterRequest, type EnterResult, roomHandshake, roomPaths } from '@parley/room'
import { io, type Socket } from 'socket.io-client'
import { password } from './companies.ts'

/** Calls of a member who arrives, in order. */
export const calls = ['first page', 'sign in', 'list', 'detail', 'join', 'enter'] as const
export type CallName = (typeof calls)[number]

const tries = 10
/** After an answer or a broken connection that names no time. */
const retryAfterMs = 1_000
const enterTimeoutMs = 120_000

/** The answer to a call: accepted with a value, or refused under a code, perhaps until later. */
export type Answer<T> = { value: T } | { refused: string; retryAfterMs?: number }

/** Is told of each call. */
export interface ArrivalObserver {
	/** Called once the call has been accepted, with the milliseconds since its first try. */
	accepted(call: CallName, ms: number): void
	refused(call: CallName, code: string, isTriedAgain: boolean): void
}

interface MemberSetup {
	/** Address of the server, or of a proxy. */
	origin: string
	/** Own address of the member: limits count by it. */
	localAddress: string
	name: string
}

/** A browser of one member: a cookie, a token, and connections from an address of its own. */
export class Member {
	#setup: MemberSetup
	readonly #agent: Agent | undefined
	#cookie = ''
	#csrfToken = ''
	#token = ''
	#socket: Socket | undefined

	constructor(setup: MemberSetup) {
		this.#setup = setup
		const { origin, localAddress } = setup
		if (origin.startsWith('https:'))
			this.#agent = new Agent({ keepAlive: true, localAddress, rejectUnauthorized: false })
	}

	/** Sends what follows to another address; the session is valid on every server of the database. */
	at(origin: string): this {
		this.#setup = { ...this.#setup, origin }
		return this
	}

	/** Opens the first page, for its cookie and token. */
	async openPage(): Promise<Answer<true>> {
		const answer = await this.#send('GET', '/Login', { accept: 'text/html' })
		if (answer.status !== 200) return refusalOf(answer)
		this.#cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
		this.#csrfToken = /name="csrf-token" content="([^"]+)"/.exec(answer.text)?.[1] ?? ''
		return { value: true }
	}

	async signIn(secret = password): Promise<Answer<unknown>> {
		const input = { name: this.#setup.name, password: encryptPassword(secret, randomBytes(16)), captcha: '' }
		const answer = await this.call<{ access_token: string }>('/auth/login?unauth', { ...input, auto_login: 1 })
		if ('value' in answer) this.#token = answer.value.access_token
		return answer
	}

	list = () => this.call<unknown>('/meeting/users/meetings?page=1')
	detail = (meetingId: string) => this.call<unknown>(`/meeting/meetings/${meetingId}`)

	/** Ends a meeting. */
	close = (meetingId: string) =>
		this.call<unknown>(`/meeting/closeMeeting/${meetingId}?_token=${encodeURIComponent(this.#csrfToken)}`)

	/** Joins a meeting; returns the ticket with which a socket enters its room. */
	async join(meetingId: string, meetingPassword?: string): Promise<Answer<EnterRequest>> {
		const input = { meetingId, display_name: this.#setup.name, action: 'webJoin' }
		const typed = meetingPassword === undefined ? {} : { meeting_pwd: meetingPassword }
		const answer = await this.call<{ rtc_join_url: string }>(`/meeting/joinMeeting?${meetingQuery}=${meetingId}`, {
			...input,
			...typed,
		})
		if (!('value' in answer)) return answer
		return { value: { kind: 'ticket', ticket: answer.value.rtc_join_url.split('#ticket=')[1] ?? '' } }
	}

	/** Enters the room over a socket, which stays open. */
	async enter(meetingId: string, entry: EnterRequest): Promise<Answer<{ socket: Socket; result: EnterResult }>> {
		const { origin, localAddress } = this.#setup
		const socket = io(origin + roomPaths.presence, {
			path: roomPaths.socket,
			transports: ['websocket'],
			forceNew: true,
			reconnection: false,
			timeout: enterTimeoutMs,
			auth: roomHandshake,
			query: { [meetingQuery]: meetingId },
			extraHeaders: { origin },
			rejectUnauthorized: false,
			localAddress,
		} as Parameters<typeof io>[1])
		this.#socket = socket
		try {
			await new Promise<void>((resolve, reject) => {
				socket.once('connect', resolve)
				socket.once('connect_error', reject)
			})
			const answer: { ok: true; value: EnterResult } | { ok: false; failure: string } = await socket
				.timeout(enterTimeoutMs)
				.emitWithAck('enter', entry)
			if (answer.ok) return { value: { socket, result: answer.value } }
			socket.disconnect()
			// The room has moved meanwhile: the page connects again at once.
			return { refused: answer.failure, ...(answer.failure === 'other-node' && { retryAfterMs: 100 }) }
		} catch (error) {
			socket.disconnect()
			return { refused: `socket: ${messageOf(error)}`, retryAfterMs }
		}
	}

	/** Leaves the room, and closes all connections. */
	async leave(): Promise<void> {
		await this.#socket
			?.timeout(enterTimeoutMs)
			.emitWithAck('leave', null)
			.catch(() => {})
		this.#socket?.disconnect()
		this.#agent?.destroy()
	}

	/** Makes a call; with an input by POST. */
	async call<T>(path: string, input?: object): Promise<Answer<T>> {
		const answer = await this.#send(
			input ? 'POST' : 'GET',
			path,
			{},
			input && JSON.stringify({ ...input, _token: this.#csrfToken }),
		).catch(error => ({ problem: messageOf(error) }))
		if ('problem' in answer) return { refused: answer.problem, retryAfterMs }
		const { code, data } = parseAnswer(answer.text)
		return code === 200 || code === 201 ? { value: data as T } : refusalOf(answer, code)
	}

	#send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<HttpAnswer> {
		const { origin, localAddress } = this.#setup
		const { port, host, protocol } = new URL(origin)
		const isEncrypted = protocol === 'https:'
		return new Promise((resolve, reject) => {
			const sent = (isEncrypted ? requestEncrypted : requestPlain)(
				{
					host: '127.0.0.1',
					port,
					path,
					method,
					localAddress,
					...(isEncrypted && { servername: 'localhost', agent: this.#agent }),
					headers: {
						host,
						...headers,
						...(this.#cookie && { cookie: this.#cookie }),
						...(this.#token && { authorization: `Bearer ${this.#token}` }),
						...(body !== undefined && {
							'content-type': 'application/json',
							'content-length': Buffer.byteLength(body),
						}),
					},
				},
				response => {
					let text = ''
					response.setEncoding('utf8')
					response.on('data', (chunk: string) => {
						text += chunk
					})
					response.on('error', reject)
					response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
				},
			)
			sent.on('error', reject)
			sent.end(body)
		})
	}
}

interface HttpAnswer {
	status: number
	headers: IncomingHttpHeaders
	text: string
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** A proxy answers without JSON. */
function parseAnswer(text: string): { code?: number; data?: unknown } {
	try {
		return JSON.parse(text)
	} catch {
		return {}
	}
}

/** Too many calls, and a server that is missing or starts, may be tried again. */
const temporary = [429, 502, 503, 504]

function refusalOf({ status, headers }: HttpAnswer, code: number = status): { refused: string; retryAfterMs?: number } {
	if (!temporary.includes(status)) return { refused: String(code) }
	const seconds = Number(headers['retry-after'])
	return { refused: String(code), retryAfterMs: seconds > 0 ? seconds * 1_000 : retryAfterMs }
}

/**
 * Signs in, reads the list and the detail of a meeting, and enters its room. Refusals that end are waited for.
 * @returns the member in the room; undefined if one of the calls was refused for good
 */
export async function arrive(
	setup: MemberSetup,
	meetingId: string,
	observer: ArrivalObserver,
): Promise<Member | undefined> {
	const member = new Member(setup)
	let ticket: EnterRequest | undefined
	const acts: Record<CallName, () => Promise<Answer<unknown>>> = {
		'first page': () => member.openPage().catch(error => ({ refused: messageOf(error), retryAfterMs })),
		'sign in': () => member.signIn(),
		list: member.list,
		detail: () => member.detail(meetingId),
		async join() {
			const joined = await member.join(meetingId)
			if ('value' in joined) ticket = joined.value
			return joined
		},
		enter: async () => (ticket ? await member.enter(meetingId, ticket) : { refused: 'no ticket' }),
	}
	for (const call of calls) {
		if (await untilAccepted(call, acts[call], observer)) continue
		await member.leave()
		return undefined
	}
	return member
}

async function untilAccepted(call: CallName, act: () => Promise<Answer<unknown>>, observer: ArrivalObserver) {
	const startedAt = performance.now()
	for (let attempt = 1; ; attempt++) {
		const answer = await act()
		if ('value' in answer) {
			observer.accepted(call, performance.now() - startedAt)
			return true
		}
		const isTriedAgain = answer.retryAfterMs !== undefined && attempt < tries
		observer.refused(call, answer.refused, isTriedAgain)
		if (!isTriedAgain) return false
		await delay(answer.retryAfterMs)
	}
}
