import { joining } from '@parley/api'
import { meetingQuery } from '@parley/core'
import { type EnterAnswer, roomHandshake, roomPaths } from '@parley/room'
import { Manager, type Socket } from 'socket.io-client'
import { connectMedia } from './probeMedia.ts'

/** Steps of a guest into a meeting, in this order. */
export const probeSteps = ['page', 'join', 'room', 'media'] as const
export type ProbeStep = (typeof probeSteps)[number]

export interface ProbeTarget {
	/** Address that people open, such as `https://meet.example.org`. */
	url: string
	/** Meeting that the guest joins; without one only the page is asked for. */
	meetingId: string | undefined
	password: string | undefined
	/** Name of the guest in the meeting. */
	name: string
	/** Time for each step. */
	withinMs: number
}

/** One step: its duration, and the reason if it failed. */
export interface StepResult {
	step: ProbeStep
	ms: number
	/** Our own words, codes and names of errors, never an address with a ticket, a password or an answer. */
	failure?: string
	/** Set if the step was passed over, with the reason. */
	skipped?: string
}

/** Failure of a step that says enough by itself. */
class StepError extends Error {}

/**
 * Joins a meeting as a guest does, up to a media connection with ICE and DTLS, and leaves it again.
 * @returns the steps up to the first that failed
 */
export async function probe(target: ProbeTarget, elapsedMs: () => number): Promise<StepResult[]> {
	const results: StepResult[] = []
	const ends: (() => unknown)[] = []

	/** Returns the value of a step; undefined if it failed, or one before it. */
	async function run<T>(step: ProbeStep, work: () => Promise<T>): Promise<T | undefined> {
		const startedAt = elapsedMs()
		let failure: string | undefined
		try {
			return await within(work(), target.withinMs)
		} catch (error) {
			failure = reasonOf(error)
		} finally {
			results.push({ step, ms: elapsedMs() - startedAt, ...(failure !== undefined && { failure }) })
		}
		return undefined
	}

	try {
		const guest = await run('page', () => openPage(target))
		if (!guest || target.meetingId === undefined) return results
		const ticket = await run('join', () => join(target, guest))
		if (ticket === undefined) return results
		const room = openSockets(target)
		ends.push(room.close)
		const entered = await run('room', () => enter(room.presence, ticket))
		if (!entered) return results
		ends.unshift(() => leave(room.presence))
		const { skipped, grant } = entered
		if (skipped !== undefined) results.push({ step: 'media', ms: 0, skipped })
		else
			await run('media', async () => {
				const media = room.media()
				await connectMedia(media, grant, end => ends.unshift(end))
			})
		return results
	} finally {
		for (const end of ends) await end()
	}
}

const leaveWithinMs = 2_000

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
	let timer: NodeJS.Timeout | undefined
	const tooLate = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new StepError(`no answer within ${Math.round(ms / 1_000)} s`)), ms)
	})
	try {
		return await Promise.race([work, tooLate])
	} finally {
		clearTimeout(timer)
	}
}

/** Words for the codes of network errors. */
const networkErrors: Record<string, string> = {
	ECONNREFUSED: 'nothing listens at this address',
	ENOTFOUND: 'the host name is unknown',
	EAI_AGAIN: 'the host name could not be looked up',
	ETIMEDOUT: 'the address does not answer',
	EHOSTUNREACH: 'the address cannot be reached',
	ECONNRESET: 'the connection was closed',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
	CERT_HAS_EXPIRED: 'the certificate has expired',
	ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host name',
}

function reasonOf(error: unknown): string {
	if (error instanceof StepError) return error.message
	const { cause, code: own, name, message } = error as Partial<NodeJS.ErrnoException> & { cause?: { code?: string } }
	if (name === 'TimeoutError') return 'no answer in time'
	const code = cause?.code ?? own
	const known = code === undefined ? undefined : networkErrors[code]
	return known === undefined ? (code ?? message ?? 'unknown error') : `${known} (${code})`
}

/** `wrong password (803)`: the name that the contract gives the code. */
function refusalOf(code: number): string {
	const [name] = Object.entries(joining.join.refusals).find(([, refusal]) => refusal.code === code) ?? []
	return name === undefined ? `${code}` : `${name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)} (${code})`
}

interface Guest {
	csrfToken: string
	cookie: string
}

async function openPage({ url, withinMs }: ProbeTarget): Promise<Guest> {
	const signal = AbortSignal.timeout(withinMs)
	const response = await fetch(new URL('/', url), { headers: { accept: 'text/html' }, signal })
	const html = await response.text()
	if (!response.ok) throw new StepError(`the page answers ${response.status}`)
	const csrfToken = /name="csrf-token" content="([^"]*)"/.exec(html)?.[1]
	if (!csrfToken) throw new StepError('the page is not one of Parley')
	const cookie = response.headers
		.getSetCookie()
		.map(text => text.split(';')[0])
		.join('; ')
	return { csrfToken, cookie }
}

/** Returns the ticket for the room. */
async function join(
	{ url, meetingId, password, name, withinMs }: ProbeTarget,
	{ csrfToken, cookie }: Guest,
): Promise<string> {
	const response = await fetch(new URL('/meeting/joinMeeting', url), {
		method: 'POST',
		headers: { 'content-type': 'application/json', cookie },
		body: JSON.stringify({
			...{ meetingId, display_name: name, action: 'webJoin', openAudio: 0, openVideo: 0, _token: csrfToken },
			...(password !== undefined && { meeting_pwd: password }),
		}),
		signal: AbortSignal.timeout(withinMs),
	})
	const answer = (await response.json().catch(() => ({}))) as { code?: number; data?: { rtc_join_url?: string } }
	const ticket = /#ticket=(.+)$/.exec(answer.data?.rtc_join_url ?? '')?.[1]
	if (ticket === undefined) throw new StepError(`joining was refused: ${refusalOf(answer.code ?? response.status)}`)
	return ticket
}

function openSockets({ url, meetingId = '', withinMs }: ProbeTarget) {
	const manager = new Manager(url, {
		path: roomPaths.socket,
		transports: ['websocket'],
		reconnection: false,
		forceNew: true,
		timeout: withinMs,
		// With several servers, the one that has the room of the meeting answers.
		query: { [meetingQuery]: meetingId },
		// The page of the site itself.
		extraHeaders: { origin: new URL(url).origin },
	})
	return {
		presence: manager.socket(roomPaths.presence, { auth: roomHandshake }),
		media: () => manager.socket(roomPaths.media),
		close: () => manager._close(),
	}
}

/** Enters the room; a guest who waits for the host, or whose media are elsewhere, has no connection to try. */
async function enter(presence: Socket, ticket: string) {
	const refused = new Promise<never>((_, reject) => {
		presence.once('connect_error', () => reject(new StepError('the WebSocket of the room is refused')))
		presence.io.once('error', () => reject(new StepError('the WebSocket of the room does not open')))
	})
	const answer = (await Promise.race([
		refused,
		presence.emitWithAck('enter', { kind: 'ticket', ticket }),
	])) as EnterAnswer
	if (!answer.ok) {
		if (answer.failure === 'waiting') return { skipped: 'the guest waits for the host' }
		throw new StepError(`entering was refused (${answer.failure})`)
	}
	const { grant } = answer.value
	if (!grant) throw new StepError('the media engine is down')
	if (grant.engine !== 'embedded') return { skipped: `the room is on ${grant.engine}` }
	return { grant }
}

/** A place that is not given up is kept for half a minute. */
async function leave(presence: Socket): Promise<void> {
	if (presence.connected)
		await presence
			.timeout(leaveWithinMs)
			.emitWithAck('leave', null)
			.catch(() => {})
}
