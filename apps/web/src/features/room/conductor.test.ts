import type { EnterResult, MediaGrant, PresenceCalls, PresenceEvents } from '@parley/room'
import { beforeEach, expect, test } from 'vitest'
import type { MediaSession, MediaSessionEvent, Presence } from '../../media/index.ts'
import { conductRoom, type RoomOutside } from './conductor.ts'
import type { Keepsake } from './keepsake.ts'

const grant = {
	engine: 'embedded',
	url: '',
	token: 'g',
	roomId: '1',
	iceServers: [],
	expiresAt: 0,
} as unknown as MediaGrant
const entered = (fields: Partial<EnterResult> = {}) =>
	({
		self: 'self',
		topic: 'Harbour plans',
		locked: false,
		startedAt: 0,
		now: 0,
		wants: { microphone: true, camera: false },
		roster: [],
		resumeToken: 'resume-1',
		grant,
		...fields,
	}) as unknown as EnterResult

/** A world in which the test is the server, the engine and the clock. */
function aWorld() {
	const calls: { name: string; input: unknown }[] = []
	const answers: Record<string, unknown> = { enter: { ok: true, value: entered() }, leave: { ok: true, value: null } }
	const news = new Map<string, (payload: never) => void>()
	const waiting: (() => void)[] = []
	const connects: MediaGrant[] = []
	const published: string[] = []
	let link: (up: boolean) => void = () => {}
	let engine: (event: MediaSessionEvent) => void = () => {}
	let kept: Keepsake | undefined
	const seen = { closed: 0, awake: 0, opened: [] as string[] }

	const presence: Presence = {
		async call<K extends keyof PresenceCalls>(name: K, input: unknown) {
			calls.push({ name, input })
			return (answers[name] ?? { ok: true, value: null }) as never
		},
		on: (event, listener) => void news.set(event, listener as (payload: never) => void),
		onLink(listener) {
			link = listener
		},
		open: () => link(true),
	}
	const session: MediaSession = {
		connect: async given => void connects.push(given),
		publish: async source => void published.push(`+${source}`),
		unpublish: async source => void published.push(`-${source}`),
		leave() {},
		on(listener) {
			engine = listener
			return () => {}
		},
	}
	const outside: RoomOutside = {
		support: 'ready',
		openSockets: async () => ({ presence, openSession: async () => session, close: () => void seen.closed++ }),
		devices: {
			async open(kinds) {
				seen.opened.push(kinds.join('+'))
				const track = { stop() {}, enabled: true, onended: null } as unknown as MediaStreamTrack
				return Object.fromEntries(kinds.map(kind => [kind, { ok: true, value: track }]))
			},
		},
		createPlayback: () => ({ play() {}, stop() {}, unlock() {}, close() {} }),
		keepAwake: () => {
			seen.awake++
			return () => void seen.awake--
		},
		takeTicket: () => 'ticket-1',
		keepsake: {
			read: () => kept,
			keep: keepsake => {
				kept = keepsake
			},
			forget: () => {
				kept = undefined
			},
		},
		now: () => 0,
		later(act) {
			waiting.push(act)
			return () => void waiting.splice(waiting.indexOf(act), 1)
		},
	}
	return {
		outside,
		calls,
		answers,
		connects,
		published,
		seen,
		waiting,
		kept: () => kept,
		keep: (keepsake: Keepsake) => {
			kept = keepsake
		},
		link: (up: boolean) => link(up),
		engine: (event: MediaSessionEvent) => engine(event),
		tell: <E extends keyof PresenceEvents>(event: E, ...payload: Parameters<PresenceEvents[E]>) =>
			news.get(event)?.(payload[0] as never),
	}
}

const settled = () => new Promise(resolve => setTimeout(resolve))
let world: ReturnType<typeof aWorld>

beforeEach(() => {
	world = aWorld()
})

async function started(change: Partial<RoomOutside> = {}) {
	const conductor = conductRoom({ ...world.outside, ...change })
	conductor.start()
	await settled()
	return { conductor, room: () => conductor.view().room }
}

const entries = () => world.calls.filter(call => call.name === 'enter').map(call => call.input)

test('[ROOM-01] the ticket is the first thing shown; afterwards it is the resume token', async () => {
	await started()
	world.link(false)
	world.link(true)
	await settled()
	expect(entries()).toEqual([
		{ by: 'ticket', ticket: 'ticket-1' },
		{ by: 'resume', token: 'resume-1', sending: { microphone: true, camera: false } },
	])
})

test('[ROOM-13] what was chosen on the join screen is switched on, once', async () => {
	await started()
	expect(world.seen.opened).toEqual(['microphone'])
	expect(world.published).toEqual(['+microphone'])
	world.link(true)
	await settled()
	expect(world.seen.opened).toEqual(['microphone'])
})

test('[ROOM-21] a reload comes back with the token and with what was on before', async () => {
	world.keep({ token: 'resume-0', microphone: false, camera: true })
	await started({ takeTicket: () => undefined })
	expect(entries()[0]).toMatchObject({ by: 'resume', token: 'resume-0' })
	expect(world.seen.opened).toEqual(['camera'])
})

test('[ROOM-03] a link followed twice in one tab comes back instead of failing', async () => {
	world.keep({ token: 'resume-0', microphone: false, camera: false })
	world.answers.enter = { ok: false, failure: 'ticket.used' }
	const { room } = await started()
	expect(entries()).toMatchObject([{ by: 'ticket' }, { by: 'resume' }])
	expect(room()).toEqual({ at: 'outside', why: 'ticket.used' })
})

test.each(['ticket.expired', 'room.full', 'room.locked', 'participant.removed', 'resume.invalid'])(
	'[ROOM-71] turned away with %s is outside, and everything is closed',
	async why => {
		world.answers.enter = { ok: false, failure: why }
		const { room } = await started()
		expect(room()).toEqual({ at: 'outside', why })
		expect(world.seen.closed).toBe(1)
	},
)

test('[ROOM-71] without ticket and token nothing is even connected', async () => {
	const { room } = await started({ takeTicket: () => undefined })
	expect(room()).toEqual({ at: 'outside', why: 'no-ticket' })
	expect(world.calls).toEqual([])
})

test('[ROOM-75] where there can be no camera it is said before anything else', async () => {
	const { room } = await started({ support: 'insecure' })
	expect(room()).toEqual({ at: 'outside', why: 'insecure' })
})

test('[ROOM-24] a stumble of the server is tried again', async () => {
	world.answers.enter = { ok: false, failure: 'server.broken' }
	const { room } = await started()
	expect(room().at).toBe('entering')
	world.answers.enter = { ok: true, value: entered() }
	world.waiting.shift()?.()
	await settled()
	expect(room().at).toBe('inside')
})

test('[ROOM-60] a lost engine is asked for again until it grants, and the devices stay on', async () => {
	const { room } = await started()
	world.answers['media.grant'] = { ok: false, failure: 'engine.away' }
	world.engine({ type: 'state', state: 'lost' })
	world.waiting.shift()?.()
	await settled()
	expect(room()).toMatchObject({ at: 'inside', media: 'away', devices: { microphone: { at: 'on' } } })
	world.answers['media.grant'] = { ok: true, value: { ...grant, token: 'fresh' } }
	world.tell('media.available')
	await settled()
	expect(world.connects.map(given => given.token)).toEqual(['g', 'fresh'])
	expect(world.seen.opened).toEqual(['microphone'])
})

test('[ROOM-42] muted by the host, nothing is sent until it is switched on again', async () => {
	const { conductor } = await started()
	world.tell('muted', { source: 'microphone' })
	conductor.toggle('microphone')
	await settled()
	expect(world.published).toEqual(['+microphone', '-microphone', '+microphone'])
	expect(world.seen.opened).toEqual(['microphone'])
})

test('[ROOM-45] sent out, one says why, forgets the token and lets the screen sleep', async () => {
	const { room } = await started()
	expect(world.seen.awake).toBe(1)
	world.tell('room.closed', { reason: 'ended-by-host' })
	expect(room()).toEqual({ at: 'outside', why: 'ended-by-host' })
	expect(world.kept()).toBeUndefined()
	expect(world.seen).toMatchObject({ awake: 0, closed: 1 })
})

test('[ROOM-45] whoever ends the meeting is told that they did', async () => {
	const { conductor, room } = await started()
	conductor.endForAll()
	world.tell('room.closed', { reason: 'ended-by-host' })
	expect(room()).toEqual({ at: 'outside', why: 'ended-by-you' })
})

test('[ROOM-23] whoever went on elsewhere may come back here', async () => {
	await started()
	world.tell('room.closed', { reason: 'elsewhere' })
	expect(world.kept()?.token).toBe('resume-1')
})

test('[ROOM-14] leaving says goodbye and forgets', async () => {
	const { conductor, room } = await started()
	conductor.leave()
	await settled()
	expect(world.calls.at(-1)?.name).toBe('leave')
	expect(room()).toEqual({ at: 'outside', why: 'left' })
	expect(world.kept()).toBeUndefined()
	expect(world.seen.closed).toBe(1)
})

test('[ROOM-14] whoever goes to another screen says goodbye, and may come back', async () => {
	const { conductor } = await started()
	conductor.close()
	expect(world.calls.at(-1)?.name).toBe('leave')
	expect(world.kept()?.token).toBe('resume-1')
	expect(world.seen).toMatchObject({ awake: 0, closed: 1 })
})
