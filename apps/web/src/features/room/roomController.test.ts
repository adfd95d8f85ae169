import type { EnterResult, MediaGrant, PresenceCalls, PresenceEvents } from '@parley/room'
import { beforeEach, expect, test } from 'vitest'
import type { MediaSession, MediaSessionEvent, PresenceConnection } from '../../media/index.ts'
import type { ResumeState } from './resumeStore.ts'
import { createRoomController } from './roomController.ts'
import type { RoomDeps } from './roomDeps.ts'

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
	let kept: ResumeState | undefined
	const seen = { closed: 0, awake: 0, opened: [] as string[] }

	const presence: PresenceConnection = {
		async call<K extends keyof PresenceCalls>(name: K, input: unknown) {
			calls.push({ name, input })
			return (answers[name] ?? { ok: true, value: null }) as never
		},
		on: (event, listener) => void news.set(event, listener as (payload: never) => void),
		onConnectionChange(listener) {
			link = listener
		},
		connect: () => link(true),
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
	const outside: RoomDeps = {
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
		holdWakeLock: () => {
			seen.awake++
			return () => void seen.awake--
		},
		takeTicket: () => 'ticket-1',
		resumeStore: {
			read: () => kept,
			write: keepsake => {
				kept = keepsake
			},
			clear: () => {
				kept = undefined
			},
		},
		now: () => 0,
		schedule(act) {
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
		keep: (keepsake: ResumeState) => {
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

async function started(change: Partial<RoomDeps> = {}) {
	const controller = createRoomController({ ...world.outside, ...change })
	controller.start()
	await settled()
	return { controller, room: () => controller.getView().state }
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
	expect(room()).toEqual({ status: 'exited', reason: 'ticket.used' })
})

test.each(['ticket.expired', 'room.full', 'room.locked', 'participant.removed', 'resume.invalid'])(
	'[ROOM-71] turned away with %s is outside, and everything is closed',
	async reason => {
		world.answers.enter = { ok: false, failure: reason }
		const { room } = await started()
		expect(room()).toEqual({ status: 'exited', reason })
		expect(world.seen.closed).toBe(1)
	},
)

test.each(['room.closed-for-maintenance', 'input.invalid', 'not.entered', 'constructor'])(
	'[ROOM-71] %s, which is no refusal of enter this page knows, is final too',
	async refusal => {
		world.answers.enter = { ok: false, failure: refusal }
		const { room } = await started()
		expect(room()).toEqual({ status: 'exited', reason: 'unknown' })
		expect(world.waiting).toEqual([])
		expect(world.seen.closed).toBe(1)
	},
)

test('[ROOM-71] a close reason that this page does not know is final too', async () => {
	const { room } = await started()
	world.tell('room.closed', { reason: 'moved' as never })
	expect(room()).toEqual({ status: 'exited', reason: 'unknown' })
})

test('[ROOM-24] a reconnect replaces the retry that was pending, so that nobody enters twice', async () => {
	world.answers.enter = { ok: false, failure: 'server.broken' }
	await started()
	expect(world.waiting).toHaveLength(1)
	world.answers.enter = { ok: true, value: entered() }
	world.link(true)
	await settled()
	expect(world.waiting).toEqual([])
})

test('[ROOM-71] without ticket and token nothing is even connected', async () => {
	const { room } = await started({ takeTicket: () => undefined })
	expect(room()).toEqual({ status: 'exited', reason: 'no-ticket' })
	expect(world.calls).toEqual([])
})

test('[ROOM-75] where there can be no camera it is said before anything else', async () => {
	const { room } = await started({ support: 'insecure' })
	expect(room()).toEqual({ status: 'exited', reason: 'insecure' })
})

test('[ROOM-24] a stumble of the server is tried again', async () => {
	world.answers.enter = { ok: false, failure: 'server.broken' }
	const { room } = await started()
	expect(room().status).toBe('joining')
	world.answers.enter = { ok: true, value: entered() }
	world.waiting.shift()?.()
	await settled()
	expect(room().status).toBe('joined')
})

test('[ROOM-60] a lost engine is asked for again until it grants, and the devices stay on', async () => {
	const { room } = await started()
	world.answers['media.grant'] = { ok: false, failure: 'engine.away' }
	world.engine({ type: 'state', state: 'lost' })
	world.waiting.shift()?.()
	await settled()
	expect(room()).toMatchObject({ status: 'joined', media: 'unavailable', devices: { microphone: { status: 'on' } } })
	world.answers['media.grant'] = { ok: true, value: { ...grant, token: 'fresh' } }
	world.tell('media.available')
	await settled()
	expect(world.connects.map(given => given.token)).toEqual(['g', 'fresh'])
	expect(world.seen.opened).toEqual(['microphone'])
})

test('[ROOM-42] muted by the host, nothing is sent until it is switched on again', async () => {
	const { controller } = await started()
	world.tell('muted', { source: 'microphone' })
	controller.toggleDevice('microphone')
	await settled()
	expect(world.published).toEqual(['+microphone', '-microphone', '+microphone'])
	expect(world.seen.opened).toEqual(['microphone'])
})

test('[ROOM-45] sent out, one says why, forgets the token and lets the screen sleep', async () => {
	const { room } = await started()
	expect(world.seen.awake).toBe(1)
	world.tell('room.closed', { reason: 'ended-by-host' })
	expect(room()).toEqual({ status: 'exited', reason: 'ended-by-host' })
	expect(world.kept()).toBeUndefined()
	expect(world.seen).toMatchObject({ awake: 0, closed: 1 })
})

test('[ROOM-45] whoever ends the meeting is told that they did', async () => {
	const { controller, room } = await started()
	controller.endMeeting()
	world.tell('room.closed', { reason: 'ended-by-host' })
	expect(room()).toEqual({ status: 'exited', reason: 'ended-by-you' })
})

test('[ROOM-23] whoever went on elsewhere may come back here', async () => {
	await started()
	world.tell('room.closed', { reason: 'elsewhere' })
	expect(world.kept()?.token).toBe('resume-1')
})

test('[ROOM-14] leaving says goodbye and forgets', async () => {
	const { controller, room } = await started()
	controller.leave()
	await settled()
	expect(world.calls.at(-1)?.name).toBe('leave')
	expect(room()).toEqual({ status: 'exited', reason: 'left' })
	expect(world.kept()).toBeUndefined()
	expect(world.seen.closed).toBe(1)
})

test('[ROOM-14] whoever goes to another screen says goodbye, and may come back', async () => {
	const { controller } = await started()
	controller.close()
	expect(world.calls.at(-1)?.name).toBe('leave')
	expect(world.kept()?.token).toBe('resume-1')
	expect(world.seen).toMatchObject({ awake: 0, closed: 1 })
})
