// The streams of happy-dom are none.
import { ReadableStream, WritableStream } from 'node:stream/web'
import type {
	EnterResult,
	MediaGrant,
	Participant,
	ParticipantId,
	PresenceCalls,
	PresenceEvents,
	Waiting,
} from '@parley/room'
import { initialPermissions, QualityReport } from '@parley/room'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { blurCamera } from '../../media/blur/blurredCamera.ts'
import { createDeviceChoices } from '../../media/deviceChoices.ts'
import { noDevices } from '../../media/deviceList.ts'
import { createDevices } from '../../media/devices.ts'
import type {
	HeadsetEvents,
	MediaKeyHandlers,
	MediaSession,
	MediaSessionEvent,
	PlaybackEvents,
	PresenceConnection,
} from '../../media/index.ts'
import type { PastExit, ResumeState } from './resumeStore.ts'
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
		onAir: false,
		chat: { showsHistory: true },
		sharing: { presenter: null },
		permissions: initialPermissions,
		spotlight: null,
		recording: null,
		ending: null,
		poll: null,
		startedAt: 0,
		now: 0,
		wants: { microphone: true, camera: false },
		roster: [],
		resumeToken: 'resume-1',
		visitToken: 'visit-1',
		grant,
		...fields,
	}) as unknown as EnterResult

const person = (id: string, fields: Partial<Participant> = {}): Participant => ({
	id: id as ParticipantId,
	name: id,
	role: 'member',
	connected: true,
	sending: { microphone: false, camera: false },
	handRaisedAt: null,
	...fields,
})

/** A harness in which the test is the server, the engine and the clock. */
function createHarness() {
	const calls: { name: string; input: unknown }[] = []
	const answers: Record<string, unknown> = { enter: { ok: true, value: entered() }, leave: { ok: true, value: null } }
	const listeners = new Map<string, (payload: never) => void>()
	const waiting: (() => void)[] = []
	/** Waits, in ms. */
	const waits: number[] = []
	const grants: MediaGrant[] = []
	/** Connections that came with a grant. */
	const admitted: string[] = []
	const published: string[] = []
	let setConnected: (isConnected: boolean) => void = () => {}
	let engine: (event: MediaSessionEvent) => void = () => {}
	let resumeState: ResumeState | undefined
	let pastExit: PastExit | undefined
	/** Tickets with which the page was loaded again. */
	const reloads: (string | undefined)[] = []
	let changeNetwork: (() => void) | undefined
	let mediaKeys: MediaKeyHandlers | undefined
	const shownOnKeys: string[] = []
	let sound: PlaybackEvents | undefined
	let headset: HeadsetEvents | undefined
	const counts = { looked: 0, closed: 0, redirected: 0, checked: 0, awake: 0, released: 0, opened: [] as string[] }
	const choices = createDeviceChoices({ readJson: () => undefined, writeJson() {} })
	const devices: { kind: string; track: MediaStreamTrack; isStopped: boolean }[] = []
	const played: string[] = []
	const chimes: string[] = []
	const screen = { hasSound: false }
	const views: string[] = []

	const presence: PresenceConnection = {
		getId: () => 'socket-1',
		async call<K extends keyof PresenceCalls>(name: K, input: unknown) {
			calls.push({ name, input })
			return (answers[name] ?? { ok: true, value: null }) as never
		},
		on: (event, listener) => void listeners.set(event, listener as (payload: never) => void),
		onConnectionChange(listener) {
			setConnected = listener
		},
		connect: () => setConnected(true),
		async replaceIfDead() {
			counts.checked++
			return false
		},
	}
	const figures = {
		freezes: 1,
		freezeMs: 200,
		concealedMs: 12_000,
		receivedPackets: 900,
		lostPackets: 30,
		sentPackets: 800,
		sentLostPackets: 4,
		receivedHeight: 360,
		sentHeight: 180,
	}
	const repeated: { act: () => void; ms: number }[] = []
	const time = { now: 0 }
	const session: MediaSession = {
		connect: async (given, admittedConnectionId) => {
			grants.push(given)
			if (admittedConnectionId !== undefined) admitted.push(admittedConnectionId)
		},
		publish: async source => void published.push(`+${source}`),
		unpublish: async source => void published.push(`-${source}`),
		setView: tiles => void views.push(tiles.map(({ participantId, height }) => `${participantId} ${height}`).join()),
		countBytes: async () => 1_000,
		takeFigures: () => figures,
		leave: () => void played.push('session left'),
		on(listener) {
			engine = listener
			return () => {}
		},
	}
	const deps: RoomDeps = {
		support: 'ready',
		openSockets: async () => ({
			presence,
			isNamedInJoin: false,
			openSession: async () => session,
			reconnectToRoom: () => void counts.redirected++,
			close: () => void counts.closed++,
		}),
		devices: {
			async open(kinds) {
				counts.opened.push(kinds.join('+'))
				const openDevice = (kind: string) => {
					const stop = () => {
						device.isStopped = true
					}
					const fields = { stop, enabled: true, muted: false, onended: null, label: `new ${kind}` }
					const track = Object.assign(new EventTarget(), fields) as unknown as MediaStreamTrack
					const device = { kind, track, isStopped: false }
					devices.push(device)
					return track
				}
				return Object.fromEntries(kinds.map(kind => [kind, { ok: true, value: openDevice(kind) }]))
			},
			releasePrepared: () => void counts.released++,
		},
		playChime: kind => void chimes.push(kind),
		deviceChoices: choices,
		findSpeaker: async () => choices.get().speaker?.id,
		watchDevices: () => () => {},
		openScreen: async () => {
			const track = () => ({ stop() {}, onended: null }) as unknown as MediaStreamTrack
			const sound = screen.hasSound ? track() : undefined
			return { ok: true, value: { picture: track(), sound, onEnded() {}, close() {} } }
		},
		setScreenContent: async () => {},
		createPlayback(events) {
			sound = events
			return {
				play: id => void played.push(`play ${id}`),
				stop: id => void played.push(`stop ${id}`),
				pause: () => void played.push('paused'),
				resume: () => void played.push('resumed'),
				restart: () => void played.push('restarted'),
				setSpeaker: id => void (id && played.push(`speaker ${id}`)),
				close: () => void played.push('closed'),
			}
		},
		watchHeadset(events) {
			headset = events
			return { refresh: () => void counts.looked++, stop: () => void played.push('headset left') }
		},
		holdWakeLock: () => {
			counts.awake++
			return () => void counts.awake--
		},
		watchNetworkChanges(onChange) {
			changeNetwork = onChange
			return () => {
				changeNetwork = undefined
			}
		},
		handleMediaKeys(handlers) {
			mediaKeys = handlers
			return {
				show: ({ microphone, camera }) => void shownOnKeys.push(`${microphone} ${camera}`),
				stop() {
					mediaKeys = undefined
				},
			}
		},
		takeTicket: () => 'ticket-1',
		reloadPage: ticket => void reloads.push(ticket),
		mayResume: true,
		resumeStore: {
			read: () => resumeState,
			write: state => {
				resumeState = state
			},
			exit(exit) {
				resumeState = undefined
				pastExit = exit
			},
			readExit: () => pastExit,
		},
		now: () => time.now,
		repeat(act, ms) {
			const entry = { act, ms }
			repeated.push(entry)
			return () => void repeated.splice(repeated.indexOf(entry), 1)
		},
		schedule(act, ms) {
			waiting.push(act)
			waits.push(ms)
			return () => {
				const index = waiting.indexOf(act)
				if (index !== -1) waiting.splice(index, 1)
			}
		},
	}
	return {
		deps,
		calls,
		answers,
		grants,
		admitted,
		published,
		counts,
		reloads,
		changeNetwork: () => changeNetwork?.(),
		mediaKeys: () => mediaKeys,
		shownOnKeys,
		sound: () => sound,
		headset: () => headset,
		devices,
		choices,
		played,
		chimes,
		screen,
		views,
		waiting,
		waits,
		repeated,
		figures,
		time,
		resumeState: () => resumeState,
		setResumeState: (state: ResumeState) => {
			resumeState = state
		},
		setConnected: (isConnected: boolean) => setConnected(isConnected),
		engine: (event: MediaSessionEvent) => engine(event),
		emit: <E extends keyof PresenceEvents>(event: E, ...payload: Parameters<PresenceEvents[E]>) =>
			(listeners.get(event) as ((...payload: unknown[]) => void) | undefined)?.(...payload),
	}
}

/** A track that is heard to end where its browser ends it, not where it is stopped. */
class FakeTrack extends EventTarget {
	readyState = 'live'
	onended: (() => void) | undefined
	stop() {
		this.readyState = 'ended'
	}
}

/** Devices whose cameras are blurred where that was chosen, 200 ms for each picture, once the test loads the blur. */
function createSlowBlur({ deps, choices }: Pick<ReturnType<typeof createHarness>, 'deps' | 'choices'>) {
	const cameras: MediaStreamTrack[] = []
	const blurred: MediaStreamTrack[] = []
	const time = { now: 0 }
	let load = () => {}
	const loaded = new Promise<void>(resolve => {
		load = resolve
	})
	class MediaStreamTrackProcessor {
		readable = new ReadableStream({ pull: controller => controller.enqueue({}) })
	}
	class MediaStreamTrackGenerator extends FakeTrack {
		writable = new WritableStream({ close: () => this.onended?.() })
	}
	const blur = {
		async blur(frame: VideoFrame) {
			time.now += 200
			return frame
		},
		close() {},
	}
	const slow = createDevices({
		mediaDevices: {
			async getUserMedia() {
				const camera = new FakeTrack() as unknown as MediaStreamTrack
				cameras.push(camera)
				return { getVideoTracks: () => [camera] } as unknown as MediaStream
			},
		},
		getChoices: choices.get,
		listDevices: async () => noDevices,
		async blurCamera(camera) {
			const browser = { MediaStreamTrackProcessor, MediaStreamTrackGenerator, OffscreenCanvas: class {}, WebAssembly }
			const picture = blurCamera(camera, { openBlur: () => loaded.then(() => blur), browser, now: () => time.now })
			blurred.push(picture)
			return picture
		},
	})
	const devices: RoomDeps['devices'] = {
		...deps.devices,
		open: async kinds => ({
			...(await deps.devices.open(kinds.filter(kind => kind === 'microphone'))),
			...(kinds.includes('camera') ? await slow.open(['camera']) : {}),
		}),
	}
	return { devices, cameras, blurred, load }
}

const settled = () => new Promise(resolve => setTimeout(resolve))
let harness: ReturnType<typeof createHarness>

beforeEach(() => {
	harness = createHarness()
})

async function started(change: Partial<RoomDeps> = {}, wait: () => Promise<unknown> = settled) {
	const controller = createRoomController({ ...harness.deps, ...change })
	controller.start()
	await wait()
	return { controller, room: () => controller.getView().state }
}

const enterRequests = () => harness.calls.filter(call => call.name === 'enter').map(call => call.input)

test('[ROOM-01] the first entry uses the ticket, later ones the resume token', async () => {
	await started()
	harness.setConnected(false)
	harness.setConnected(true)
	await settled()
	expect(enterRequests()).toEqual([
		{ kind: 'ticket', ticket: 'ticket-1' },
		{ kind: 'resume', token: 'resume-1', sending: { microphone: true, camera: false } },
	])
})

test('[ROOM-13] what was chosen on the join screen is switched on, once', async () => {
	await started()
	expect(harness.counts.opened).toEqual(['microphone'])
	expect(harness.published).toEqual(['+microphone'])
	harness.setConnected(true)
	await settled()
	expect(harness.counts.opened).toEqual(['microphone'])
})

describe('[NODE-05] a room that another node of the server has', () => {
	const otherNode = { ok: false, failure: 'other-node' } as const
	const reconnect = async () => {
		harness.setConnected(false)
		harness.setConnected(true)
		await settled()
	}

	test('is entered over another connection with the same ticket, at once', async () => {
		harness.answers.enter = otherNode
		const { room } = await started()
		expect([room().status, harness.counts.redirected, harness.waiting]).toEqual(['joining', 1, []])
		harness.answers.enter = { ok: true, value: entered() }
		await reconnect()
		const enter = { kind: 'ticket', ticket: 'ticket-1' }
		expect([room().status, enterRequests()]).toEqual(['joined', [enter, enter]])
	})

	test('is looked for again after a pause while it is elsewhere again', async () => {
		harness.answers.enter = otherNode
		const { room } = await started()
		await reconnect()
		expect([harness.counts.redirected, harness.waits]).toEqual([1, [1_000]])
		harness.waiting.shift()?.()
		expect([room().status, harness.counts.redirected]).toEqual(['joining', 2])
	})
})

describe('[ROOM-89] a join that named the socket', () => {
	const confirm = vi.fn()
	beforeEach(() => void confirm.mockClear())
	const named = () =>
		started({ openSockets: async () => ({ ...(await harness.deps.openSockets()), isNamedInJoin: true }) })

	test('enters with the answer that comes by itself, and asks for nothing', async () => {
		const { room } = await named()
		expect([room().status, harness.waits]).toEqual(['joining', [3_000]])
		harness.emit('entered', { ok: true, value: entered({ admittedConnectionId: 'c1' }) }, confirm)
		await settled()
		expect([room().status, enterRequests(), harness.waiting]).toEqual(['joined', [], []])
		expect([harness.admitted, harness.counts.opened, confirm.mock.calls.length]).toEqual([['c1'], ['microphone'], 1])
		harness.emit('entered', { ok: false, failure: 'room.full' }, confirm)
		expect(room().status).toBe('joined')
	})

	test('is refused by it', async () => {
		const { room } = await named()
		harness.emit('entered', { ok: false, failure: 'room.full' }, confirm)
		expect(room()).toEqual({ status: 'exited', reason: 'room.full' })
	})

	test('enters with the ticket where the answer does not come, or the connection was lost', async () => {
		const { room } = await named()
		harness.waiting.shift()?.()
		await settled()
		expect([room().status, enterRequests()]).toEqual(['joined', [{ kind: 'ticket', ticket: 'ticket-1' }]])
		harness = createHarness()
		const lost = await named()
		harness.setConnected(false)
		harness.setConnected(true)
		await settled()
		expect([lost.room().status, enterRequests()]).toEqual(['joined', [{ kind: 'ticket', ticket: 'ticket-1' }]])
	})

	test('that no join named enters nothing', async () => {
		harness.answers.enter = new Promise(() => {})
		const { room } = await started()
		harness.emit('entered', { ok: true, value: entered() }, confirm)
		expect([room().status, confirm.mock.calls]).toEqual(['joining', []])
	})
})

test('[ROOM-21] a reload enters with the resume token and opens the devices that were on', async () => {
	harness.setResumeState({ token: 'resume-0', microphone: false, camera: true })
	await started({ takeTicket: () => undefined })
	expect(enterRequests()[0]).toMatchObject({ kind: 'resume', token: 'resume-0' })
	expect(harness.counts.opened).toEqual(['camera'])
})

test('[ROOM-103] a reaction is sent, is shown when the server says so, and goes by itself', async () => {
	const { controller, room } = await started()
	controller.react('clap')
	expect(harness.calls.at(-1)).toEqual({ name: 'reaction.send', input: { reaction: 'clap' } })
	expect(room()).toMatchObject({ reactions: new Map() })
	harness.emit('participant.reacted', { participantId: 'self' as ParticipantId, reaction: 'clap' })
	expect(room()).toMatchObject({ reactions: new Map([['self', { reaction: 'clap', times: 1, number: 1 }]]) })
	harness.waiting.at(-1)?.()
	expect(room()).toMatchObject({ reactions: new Map() })
})

test('[ROOM-103] a reaction that this page does not know is not shown', async () => {
	const { room } = await started()
	harness.emit('participant.reacted', { participantId: other, reaction: 'unknown' as never })
	expect(room()).toMatchObject({ reactions: new Map() })
	expect(harness.waiting).toEqual([])
})

test('[ROOM-34] a host is warned of password attempts until they dismiss it, and again if they continue', async () => {
	const { controller, room } = await started()
	expect(room()).toMatchObject({ triedPassword: undefined })
	harness.emit('passwords.tried', { password: 'host' })
	expect(room()).toMatchObject({ triedPassword: 'host' })
	controller.dismissPasswordWarning()
	expect(room()).toMatchObject({ triedPassword: undefined })
	harness.emit('passwords.tried', { password: 'live' })
	expect(room()).toMatchObject({ triedPassword: 'live' })
	harness.emit('passwords.changed', { passwords: ['meeting', 'live'] })
	expect(room()).toMatchObject({ triedPassword: undefined })
})

test('[DESK-16] the room says when the meeting goes on air, and when it is no longer', async () => {
	const { room } = await started()
	expect(room()).toMatchObject({ isOnAir: false })
	harness.emit('room.on-air', { onAir: true })
	expect(room()).toMatchObject({ isOnAir: true })
	harness.emit('room.on-air', { onAir: false })
	expect(room()).toMatchObject({ isOnAir: false })
	harness.answers.enter = { ok: true, value: entered({ onAir: true }) }
	expect((await started()).room()).toMatchObject({ isOnAir: true })
})

test('[ROOM-03] a ticket used before in the same tab is replaced by the resume token', async () => {
	harness.setResumeState({ token: 'resume-0', microphone: false, camera: false })
	harness.answers.enter = { ok: false, failure: 'ticket.used' }
	const { room } = await started()
	expect(enterRequests()).toMatchObject([{ kind: 'ticket' }, { kind: 'resume' }])
	expect(room()).toEqual({ status: 'exited', reason: 'ticket.used' })
})

test.each([
	'ticket.expired',
	'room.full',
	'room.locked',
	'participant.removed',
	'resume.invalid',
	'access.ended',
	'person.too-often',
])('[ROOM-71] refused with %s, the room is exited and everything is closed', async reason => {
	harness.answers.enter = { ok: false, failure: reason }
	const { room } = await started()
	expect(room()).toEqual({ status: 'exited', reason })
	expect(harness.counts.closed).toBe(1)
})

test.each(['room.closed-for-maintenance', 'input.invalid', 'not.entered', 'constructor'])(
	'[ROOM-71] %s, an unknown refusal of enter, is final too',
	async refusal => {
		harness.answers.enter = { ok: false, failure: refusal }
		const { room } = await started()
		expect(room()).toEqual({ status: 'exited', reason: 'unknown' })
		expect(harness.waiting).toEqual([])
		expect(harness.counts.closed).toBe(1)
	},
)

test('[ROOM-71] an unknown close reason is final too', async () => {
	const { room } = await started()
	harness.emit('room.closed', { reason: 'moved' as never })
	expect(room()).toMatchObject({ status: 'exited', reason: 'unknown' })
})

test('[ROOM-24] a reconnect replaces the pending retry, so that nobody enters twice', async () => {
	harness.answers.enter = { ok: false, failure: 'server.broken' }
	await started()
	expect(harness.waiting).toHaveLength(1)
	harness.answers.enter = { ok: true, value: entered() }
	harness.setConnected(true)
	await settled()
	expect(harness.waiting).toEqual([])
})

test('[ROOM-26] a restart of the server is announced until the page has reconnected on its own', async () => {
	const { room } = await started()
	harness.emit('server.stopping')
	harness.setConnected(false)
	expect(room()).toMatchObject({ status: 'joined', isServerRestarting: true, isConnected: false })
	harness.setConnected(true)
	await settled()
	expect(enterRequests().at(-1)).toMatchObject({ kind: 'resume', token: 'resume-1' })
	expect(room()).toMatchObject({ status: 'joined', isServerRestarting: false, isConnected: true })
})

test('[ROOM-26] a server that does not come back is a lost connection', async () => {
	const { room } = await started()
	harness.emit('server.stopping')
	harness.setConnected(false)
	harness.waiting.shift()?.()
	expect(room()).toMatchObject({ status: 'joined', isServerRestarting: false, isConnected: false })
})

test('[ROOM-71] without ticket and token no connection is opened', async () => {
	const { room } = await started({ takeTicket: () => undefined })
	expect(room()).toEqual({ status: 'exited', reason: 'no-ticket' })
	expect(harness.calls).toEqual([])
})

test('[ROOM-79] coming back to a room that was left without pressing Leave does not enter it, and the token stays', async () => {
	harness.setResumeState({ token: 'resume-0', microphone: true, camera: false })
	const { room } = await started({ takeTicket: () => undefined, mayResume: false })
	expect(room()).toEqual({ status: 'exited', reason: 'not-resumed' })
	expect(harness.calls).toEqual([])
	expect(harness.resumeState()?.token).toBe('resume-0')
})

test('[ROOM-93] a page that is outdated in the middle of a call keeps its token for the page that is loaded instead', async () => {
	const { controller, room } = await started()
	harness.answers.enter = { ok: false, failure: 'page.outdated' }
	harness.setConnected(false)
	harness.setConnected(true)
	await settled()
	expect(room()).toMatchObject({ status: 'exited', reason: 'page.outdated' })
	expect(harness.resumeState()?.token).toBe('resume-1')
	controller.reloadPage()
	expect(harness.reloads).toEqual([undefined])
})

test('[ROOM-93] a page that has to be loaded again to connect to the engine says so, and keeps its place', async () => {
	const { controller, room } = await started()
	harness.engine({ type: 'page-outdated' })
	await settled()
	expect(room()).toMatchObject({ status: 'exited', reason: 'page.outdated' })
	expect([harness.resumeState()?.token, harness.calls.some(({ name }) => name === 'leave')]).toEqual([
		'resume-1',
		false,
	])
	controller.reloadPage()
	expect(harness.reloads).toEqual([undefined])
})

test('[ROOM-93] a page that is outdated before it has entered is loaded again with its ticket', async () => {
	harness.answers.enter = { ok: false, failure: 'page.outdated' }
	const { controller, room } = await started()
	expect(room()).toEqual({ status: 'exited', reason: 'page.outdated' })
	controller.reloadPage()
	expect(harness.reloads).toEqual(['ticket-1'])
})

test('[ROOM-75] an insecure page exits before anything else', async () => {
	const { room } = await started({ support: 'insecure' })
	expect(room()).toEqual({ status: 'exited', reason: 'insecure' })
})

test('[ROOM-24] an error of the server is retried', async () => {
	harness.answers.enter = { ok: false, failure: 'server.broken' }
	const { room } = await started()
	expect(room().status).toBe('joining')
	harness.answers.enter = { ok: true, value: entered() }
	harness.waiting.shift()?.()
	await settled()
	expect(room().status).toBe('joined')
})

test('[ROOM-60] after a loss of the engine grants are requested until there is one, and the devices stay on', async () => {
	const { room } = await started()
	harness.answers['media.grant'] = { ok: false, failure: 'engine.unavailable' }
	harness.engine({ type: 'state', state: 'lost' })
	harness.waiting.shift()?.()
	await settled()
	expect(room()).toMatchObject({ status: 'joined', media: 'unavailable', devices: { microphone: { status: 'on' } } })
	harness.answers['media.grant'] = { ok: true, value: { ...grant, token: 'fresh' } }
	harness.emit('media.available')
	await settled()
	expect(harness.grants.map(given => given.token)).toEqual(['g', 'fresh'])
	expect(harness.counts.opened).toEqual(['microphone'])
})

test('[ROOM-42] muted by the host, nothing is sent until it is switched on again', async () => {
	const { controller } = await started()
	harness.emit('muted', { source: 'microphone' })
	controller.toggleDevice('microphone')
	await settled()
	expect(harness.published).toEqual(['+microphone', '-microphone', '+microphone'])
	expect(harness.counts.opened).toEqual(['microphone'])
})

test('[ROOM-45] a closed room is exited with its reason, the token is cleared and the wake lock released', async () => {
	const { room } = await started()
	expect(harness.counts.awake).toBe(1)
	harness.emit('room.closed', { reason: 'ended-by-host' })
	expect(room()).toMatchObject({ status: 'exited', reason: 'ended-by-host', lastedMs: expect.any(Number) })
	expect(harness.resumeState()).toBeUndefined()
	expect(harness.counts).toMatchObject({ awake: 0, closed: 1 })
})

test.each(['removed', 'access-ended', 'ended-by-host'] as const)(
	'[ROOM-71] [ROOM-172] after a reload the reason is still %s, with the duration, and the visit can be rated',
	async reason => {
		const first = await started()
		harness.emit('room.closed', { reason })
		const shown = first.room()
		expect(shown).toEqual({ status: 'exited', reason, lastedMs: expect.any(Number) })
		const { controller, room } = await started({ takeTicket: () => undefined })
		expect(room()).toEqual(shown)
		const again = await started({ takeTicket: () => undefined })
		expect([again.room(), again.controller.getVisitToken()]).toEqual([shown, controller.getVisitToken()])
		expect(controller.getVisitToken()).toBe('visit-1')
		// A new ticket enters as usual.
		const rejoined = await started()
		expect(rejoined.room().status).toBe('joined')
	},
)

test('[ROOM-198] leaving keeps the name and the devices of the visit, for joining again', async () => {
	harness.answers.enter = { ok: true, value: entered({ roster: [person('self', { name: '小明' })] }) }
	const { controller } = await started()
	controller.toggleDevice('camera')
	controller.toggleDevice('microphone')
	await settled()
	controller.leave()
	await settled()
	const visit = { name: '小明', microphone: false, camera: true }
	expect(harness.deps.resumeStore.readExit()).toMatchObject({ reason: 'left', visit })
})

test('[ROOM-45] the host who ends the meeting has their own exit reason', async () => {
	const { controller, room } = await started()
	controller.endMeeting()
	harness.emit('room.ending', { ending: { isOwn: true, inMs: 10_000 } })
	harness.emit('room.closed', { reason: 'ended-by-host' })
	expect(room()).toMatchObject({ status: 'exited', reason: 'ended-by-you' })
})

test('[ROOM-113] who may not unmute is told so, and opens no microphone; who is asked decides', async () => {
	harness.answers.enter = { ok: true, value: entered({ wants: { microphone: false, camera: false } }) }
	const { controller, room } = await started()
	harness.emit('room.permissions', { ...initialPermissions, unmute: false })
	controller.toggleDevice('microphone')
	expect(room()).toMatchObject({ devices: { microphone: { status: 'off' } }, notice: { type: 'unmute-not-allowed' } })
	harness.emit('unmute.asked')
	controller.answerUnmute(false)
	expect(room()).toMatchObject({ isAskedToUnmute: false, devices: { microphone: { status: 'off' } } })
	harness.emit('unmute.asked')
	controller.answerUnmute(true)
	await settled()
	expect(room()).toMatchObject({ isAskedToUnmute: false, devices: { microphone: { status: 'on' } } })
})

test('[ROOM-110] a refused action says why', async () => {
	const { controller, room } = await started()
	for (const [failure, type] of [
		['role.not-allowed', 'role.not-allowed'],
		['name.locked', 'name.locked'],
		['server.broken', 'failed'],
	] as const) {
		harness.answers['name.set'] = { ok: false, failure }
		controller.setOwnName('Mei')
		await settled()
		expect(room()).toMatchObject({ notice: { type } })
	}
})

test('[ROOM-118] a host who answers a person who no longer waits is told so', async () => {
	const { controller, room } = await started()
	const answers = {
		'waiting.deny': () => controller.deny('tina' as ParticipantId, ''),
		'waiting.admit': () => controller.admit('tina' as ParticipantId),
	}
	for (const [call, answer] of Object.entries(answers)) {
		harness.answers[call] = { ok: false, failure: 'participant.missing' }
		answer()
		await settled()
		expect(room()).toMatchObject({ notice: { type: 'waiting-gone' } })
		harness.emit('room.locked', { locked: true, by: 'bo' as ParticipantId })
	}
})

test('[ROOM-119] muting all first decides who may unmute, and says what happened, also where all were muted', async () => {
	const { controller, room } = await started()
	const muteAll = async (mayUnmute: boolean) => {
		const before = harness.calls.length
		controller.muteAll(mayUnmute)
		await settled()
		return harness.calls.slice(before)
	}
	harness.emit('participant.joined', person('bo', { role: 'host', sending: { microphone: true, camera: false } }))
	expect(await muteAll(false)).toEqual([
		{ name: 'room.set-permissions', input: { unmute: false } },
		{ name: 'room.mute-all', input: null },
	])
	expect(room()).toMatchObject({ notice: { type: 'all-muted-before' } })
	harness.emit('participant.changed', person('bo', { role: 'guest', sending: { microphone: true, camera: false } }))
	await muteAll(true)
	expect(room()).toMatchObject({ notice: { type: 'you-muted-all' } })
	harness.answers['room.set-permissions'] = { ok: false, failure: 'role.not-allowed' }
	expect(await muteAll(true)).toHaveLength(1)
	expect(room()).toMatchObject({ notice: { type: 'role.not-allowed' } })
})

test('[ROOM-23] after a takeover by another window the token is kept', async () => {
	await started()
	harness.emit('room.closed', { reason: 'elsewhere' })
	expect(harness.resumeState()?.token).toBe('resume-1')
})

test('[ROOM-14] leaving calls leave and clears the token', async () => {
	const { controller, room } = await started()
	controller.leave()
	await settled()
	expect(harness.calls.at(-1)?.name).toBe('leave')
	expect(room()).toMatchObject({ status: 'exited', reason: 'left' })
	expect(harness.resumeState()).toBeUndefined()
	expect(harness.counts.closed).toBe(1)
})

test('[ROOM-14] an abandoned visit calls leave and keeps the token', async () => {
	const { controller } = await started()
	controller.close()
	expect(harness.calls.at(-1)?.name).toBe('leave')
	expect(harness.resumeState()?.token).toBe('resume-1')
	expect(harness.counts).toMatchObject({ awake: 0, closed: 1 })
})

const other = 'p2' as ParticipantId
const withCamera = { ok: true, value: entered({ wants: { microphone: true, camera: true } }) }
const areStopped = () => harness.devices.map(({ kind, isStopped }) => [kind, isStopped])

test.each(['leave', 'close'] as const)(
	'[ROOM-14] with %s camera, microphone, sound and media are released at once, before the server has answered',
	async way => {
		harness.answers.enter = withCamera
		const { controller } = await started()
		harness.answers.leave = new Promise(() => {})
		expect(areStopped()).toEqual([
			['microphone', false],
			['camera', false],
		])
		controller[way]()
		await settled()
		expect(areStopped()).toEqual([
			['microphone', true],
			['camera', true],
		])
		expect(harness.played).toEqual(['headset left', 'closed', 'session left'])
		expect(harness.counts.awake).toBe(0)
	},
)

test('[ROOM-14] events of the engine and the server after leaving change nothing and cause no retry', async () => {
	const { controller, room } = await started()
	controller.leave()
	await settled()
	const before = harness.calls.length
	harness.engine({ type: 'state', state: 'lost' })
	harness.engine({ type: 'track', participantId: other, source: 'microphone', track: {} as MediaStreamTrack })
	harness.emit('media.available')
	await settled()
	expect(harness.waiting).toEqual([])
	expect(harness.played).not.toContain('play p2')
	expect(harness.calls.slice(before).map(({ name }) => name)).not.toContain('enter')
	expect([harness.grants.length, room().status]).toEqual([1, 'exited'])
})

test('[ROOM-14] a room that is left while it connects closes its sockets and enters nothing', async () => {
	let open = () => {}
	const { openSockets } = harness.deps
	const { controller } = await started({
		openSockets: () => new Promise(resolve => (open = () => resolve(openSockets()))),
	})
	controller.close()
	open()
	await settled()
	expect([harness.counts.closed, harness.calls]).toEqual([1, []])
})

test('[ROOM-14] sockets that failed to open are not retried after leaving', async () => {
	let fail = () => {}
	const { controller } = await started({
		openSockets: () => new Promise((_, reject) => (fail = () => reject(new Error('offline')))),
	})
	controller.close()
	fail()
	await settled()
	expect(harness.waiting).toEqual([])
})

describe.each(['leave', 'close'] as const)('[ROOM-14] with %s', way => {
	const answers = [
		['an admission', () => ({ ok: true, value: entered() })],
		['a place in line', () => waitingAnswer],
		['a refusal', () => ({ ok: false, failure: 'room.full' })],
	] as const
	/** The server says nothing about leaving yet. */
	function withhold() {
		harness.answers.leave = new Promise(() => {})
		let enter = (_: unknown) => {}
		harness.answers.enter = new Promise(resolve => (enter = resolve))
		return (answer: unknown) => {
			enter(answer)
			return settled()
		}
	}
	const isLeft = way === 'leave'

	test.each(answers)('while joining, %s that arrives later opens no device', async (_, answer) => {
		const enter = withhold()
		const { controller, room } = await started()
		controller[way]()
		await enter(answer())
		expect([harness.counts.opened, harness.counts.awake, harness.grants]).toEqual([[], 0, []])
		expect(room()).toEqual(isLeft ? { status: 'exited', reason: 'left' } : { status: 'joining', isOffline: false })
		expect([harness.resumeState(), harness.deps.resumeStore.readExit()?.reason]).toEqual([
			undefined,
			isLeft ? 'left' : undefined,
		])
	})

	test.each(answers)('while entering again, %s that arrives later opens no device', async (_, answer) => {
		const { controller, room } = await started()
		const enter = withhold()
		harness.setConnected(false)
		harness.setConnected(true)
		controller[way]()
		await enter(answer())
		expect(room().status).toBe(isLeft ? 'exited' : 'joined')
		expect([harness.counts.opened, harness.counts.awake, harness.grants.length]).toEqual([['microphone'], 0, 1])
		expect(harness.devices.every(({ isStopped }) => isStopped)).toBe(true)
		expect(harness.resumeState()?.token).toBe(isLeft ? undefined : 'resume-1')
		expect(harness.deps.resumeStore.readExit()?.reason).toBe(isLeft ? 'left' : undefined)
	})

	test('a connection that is back later enters no more', async () => {
		const { controller } = await started()
		withhold()
		harness.setConnected(false)
		controller[way]()
		harness.setConnected(true)
		await settled()
		expect([enterRequests().length, harness.counts.awake]).toEqual([1, 0])
		expect(harness.deps.resumeStore.readExit()?.reason).toBe(isLeft ? 'left' : undefined)
	})

	test('an admission from the waiting room that arrives later opens no device', async () => {
		harness.answers.enter = waitingAnswer
		const { controller } = await started()
		withhold()
		controller[way]()
		harness.emit('admitted', entered())
		await settled()
		expect([harness.counts.opened, harness.chimes, harness.grants]).toEqual([[], [], []])
	})
})

test('[ROOM-71] an end that arrives after leaving does not replace the reason', async () => {
	const { controller, room } = await started()
	harness.answers.leave = new Promise(() => {})
	controller.leave()
	harness.emit('room.closed', { reason: 'ended-by-host' })
	expect([room(), harness.deps.resumeStore.readExit()?.reason]).toMatchObject([{ reason: 'left' }, 'left'])
})

test('[ROOM-13] a camera that is on is switched off by the same button, and its picture goes', async () => {
	harness.answers.enter = withCamera
	const { controller, room } = await started()
	expect(controller.getView().cameras.has('self')).toBe(true)
	controller.toggleDevice('camera')
	expect(areStopped().at(-1)).toEqual(['camera', true])
	expect(room()).toMatchObject({ devices: { camera: { status: 'off' } } })
	expect(controller.getView().cameras.has('self')).toBe(false)
	await settled()
	expect(harness.published).toEqual(['+microphone', '+camera', '-camera'])
})

describe('[ROOM-122] another device is chosen during the call', () => {
	test('and sent in place of the old one, which is closed; nobody hears that it was off', async () => {
		await started()
		const before = harness.calls.length
		harness.choices.set({ microphone: { id: 'usb', label: 'USB' } })
		await settled()
		expect(areStopped()).toEqual([
			['microphone', true],
			['microphone', false],
		])
		expect(harness.published).toEqual(['+microphone', '+microphone'])
		const said = harness.calls.slice(before).filter(({ name }) => name === 'sending.set')
		expect(said.map(({ input }) => input)).toEqual([{ microphone: true, camera: false }])
	})

	test('[ROOM-241] [ROOM-242] a camera that is too slow with its blur stops, and is sent without it only on request', async () => {
		harness.answers.enter = withCamera
		harness.choices.set({ blursBackground: true })
		const { devices, cameras, blurred, load } = createSlowBlur(harness)
		const { controller, room } = await started({ devices })
		const own = () => controller.getView().cameras.get('self' as ParticipantId)
		expect([own() === blurred[0], harness.published]).toEqual([true, ['+microphone', '+camera']])
		load()
		const failed = { devices: { camera: { status: 'failed', error: 'blur-slow' } } }
		await vi.waitFor(() => expect(room()).toMatchObject(failed))
		await settled()
		expect([own(), cameras.length, cameras[0]?.readyState]).toEqual([undefined, 1, 'ended'])
		expect(harness.published).toEqual(['+microphone', '+camera', '-camera'])
		harness.choices.set({ blursBackground: false })
		await settled()
		expect([own() === cameras[1], harness.published.at(-1)]).toEqual([true, '+camera'])
	})

	test('one that is off is not opened', async () => {
		const { controller } = await started()
		controller.toggleDevice('microphone')
		harness.choices.set({ microphone: { id: 'usb', label: 'USB' }, camera: { side: 'environment' } })
		await settled()
		expect(areStopped()).toEqual([['microphone', true]])
	})

	test('a loudspeaker plays everybody, also who joins later', async () => {
		await started()
		harness.choices.set({ speaker: { id: 'headset', label: 'Headset' } })
		await settled()
		expect(harness.played).toEqual(['speaker headset'])
	})

	test('after leaving nothing is opened any more', async () => {
		const { controller } = await started()
		controller.leave()
		harness.choices.set({ microphone: { id: 'usb', label: 'USB' } })
		await settled()
		expect(harness.counts.opened).toEqual(['microphone'])
	})
})

test('[ROOM-121] a microphone that is unplugged is replaced by the default one', async () => {
	const { room } = await started()
	harness.devices[0]?.track.onended?.(new Event('ended'))
	await settled()
	expect(harness.counts.opened).toEqual(['microphone', 'microphone'])
	expect(room()).toMatchObject({ devices: { microphone: { status: 'on' } } })
})

describe('what the system interrupts', () => {
	const interruptions = (room: () => unknown) => (room() as { interruptions: string[] }).interruptions

	test('[ROOM-201] without its headset the call is silent until a tap, or until a headset is back', async () => {
		const { controller, room } = await started()
		harness.headset()?.onGone()
		expect([interruptions(room), harness.played]).toEqual([['headset-gone'], ['paused']])
		controller.resolveInterruption('headset-gone')
		expect([interruptions(room), harness.played]).toEqual([[], ['paused', 'resumed']])
		harness.headset()?.onGone()
		harness.headset()?.onBack()
		expect([interruptions(room), harness.played.slice(2)]).toEqual([[], ['paused', 'resumed']])
	})

	test('[ROOM-202] a loudspeaker without sound is shown until it plays again; a tap starts it anew', async () => {
		const { controller, room } = await started()
		harness.sound()?.onDead(true)
		controller.resolveInterruption('output-dead')
		expect([interruptions(room), harness.played]).toEqual([['output-dead'], ['restarted']])
		harness.sound()?.onDead(false)
		expect(interruptions(room)).toEqual([])
	})

	test('[ROOM-200] a microphone that the system mutes is opened again by a tap; the latest interruption is first', async () => {
		vi.useFakeTimers()
		const { controller, room } = await started({}, () => vi.advanceTimersByTimeAsync(0))
		harness.headset()?.onGone()
		const track = harness.devices[0]?.track
		Object.assign(track ?? {}, { muted: true })
		track?.dispatchEvent(new Event('mute'))
		await vi.advanceTimersByTimeAsync(1_500)
		expect(interruptions(room)).toEqual(['microphone-muted', 'headset-gone'])
		controller.resolveInterruption('microphone-muted')
		await vi.advanceTimersByTimeAsync(0)
		expect([interruptions(room), harness.counts.opened]).toEqual([['headset-gone'], ['microphone', 'microphone']])
		vi.useRealTimers()
	})

	test('[ROOM-201] headsets are looked for when a device is switched on, and no longer after leaving', async () => {
		const { controller } = await started()
		expect(harness.counts.looked).toBeGreaterThan(0)
		controller.leave()
		expect(harness.played).toContain('headset left')
	})

	test('[ROOM-204] the device that takes the place of one that is gone is named', async () => {
		const { room } = await started()
		const track = harness.devices[0]?.track
		track?.onended?.(new Event('ended'))
		await settled()
		expect(room()).toMatchObject({ notice: { type: 'microphone-replaced', name: 'new microphone' } })
	})
})

test('[ROOM-120] what the form has opened and the room does not want is closed, also if the room is not entered', async () => {
	await started()
	expect(harness.counts.released).toBe(1)
	harness = createHarness()
	harness.answers.enter = { ok: false, failure: 'ticket.expired' }
	await started()
	expect(harness.counts.released).toBe(1)
})

test('continuing without a failed device turns it off', async () => {
	const { controller, room } = await started({
		devices: {
			open: async () => ({ microphone: { ok: false, failure: 'denied' } }),
			releasePrepared() {},
		},
	})
	expect(room()).toMatchObject({ devices: { microphone: { status: 'failed' } } })
	controller.continueWithoutDevices(['microphone'])
	expect(room()).toMatchObject({ devices: { microphone: { status: 'off' } } })
})

test('a removed listener is not called', async () => {
	const { controller } = await started()
	let heard = 0
	const stop = controller.subscribe(() => heard++)
	harness.emit('passwords.tried', { password: 'meeting' })
	stop()
	controller.dismissPasswordWarning()
	expect(heard).toBe(1)
})

test('a participant who stops sending is no longer heard or seen', async () => {
	const { controller } = await started()
	const track = {} as MediaStreamTrack
	harness.engine({ type: 'track', participantId: other, source: 'microphone', track })
	harness.engine({ type: 'track', participantId: other, source: 'camera', track })
	expect(controller.getView().cameras.get('p2')).toBe(track)
	harness.engine({ type: 'track-ended', participantId: other, source: 'microphone' })
	harness.engine({ type: 'track-ended', participantId: other, source: 'camera' })
	expect(harness.played).toEqual(['play p2', 'stop p2'])
	expect(controller.getView().cameras.has('p2')).toBe(false)
})

test('[ROOM-60] a session that failed to load is opened again, only with the devices that are on by then', async () => {
	let openings = 0
	const { openSockets } = harness.deps
	const { controller } = await started({
		async openSockets() {
			const sockets = await openSockets()
			return {
				...sockets,
				openSession(engine) {
					openings += 1
					return openings === 1 ? Promise.reject(new Error('offline')) : sockets.openSession(engine)
				},
			}
		},
	})
	controller.toggleDevice('microphone')
	harness.answers['media.grant'] = { ok: true, value: grant }
	harness.waiting.shift()?.()
	await settled()
	expect([openings, harness.grants.length, harness.published]).toEqual([2, 1, []])
})

test('[ROOM-60] a grant that arrives after leaving connects nothing', async () => {
	const { controller } = await started()
	let answer = (_: unknown) => {}
	harness.answers['media.grant'] = new Promise(resolve => (answer = resolve))
	harness.emit('media.available')
	controller.close()
	answer({ ok: false, failure: 'engine.unavailable' })
	await settled()
	expect([harness.waiting, harness.grants.length]).toEqual([[], 1])
})

test('[ROOM-14] leaving while the engine is lost cancels the pending retry', async () => {
	const { controller } = await started()
	harness.engine({ type: 'state', state: 'lost' })
	expect(harness.waiting).toHaveLength(1)
	controller.close()
	expect(harness.waiting).toEqual([])
})

test('[ROOM-60] each further loss of the engine doubles the wait, until it is back', async () => {
	await started()
	harness.answers['media.grant'] = { ok: false, failure: 'engine.unavailable' }
	harness.engine({ type: 'state', state: 'lost' })
	for (let tries = 0; tries < 2; tries++) {
		harness.waiting.shift()?.()
		await settled()
	}
	expect(harness.waits).toEqual([300, 600, 1_200])
	harness.engine({ type: 'state', state: 'live' })
	harness.engine({ type: 'state', state: 'lost' })
	expect(harness.waits.at(-1)).toBe(300)
})

test('joins, changes and leaves of participants are shown, and so is the lock of the room', async () => {
	const { room } = await started()
	const participant = person(other, { name: 'Bo' })
	const changed = { ...participant, name: 'Bo Li' }
	harness.emit('participant.joined', participant)
	expect(room()).toMatchObject({ people: [participant] })
	harness.emit('participant.changed', changed)
	expect(room()).toMatchObject({ people: [changed] })
	harness.emit('participant.left', { participantId: other, reason: 'choice' })
	expect(room()).toMatchObject({ people: [] })
	harness.emit('room.locked', { locked: true, by: 'li-lei' as ParticipantId })
	expect(room()).toMatchObject({ isLocked: true })
})

test('[ROOM-60] only one retry is pending, however often the engine is lost, and none once a new grant is requested', async () => {
	await started()
	harness.engine({ type: 'state', state: 'lost' })
	harness.engine({ type: 'state', state: 'lost' })
	expect(harness.waiting).toHaveLength(1)
	harness.answers['media.grant'] = new Promise(() => {})
	harness.emit('media.available')
	expect(harness.waiting).toEqual([])
	// Entering again brings a grant of its own.
	harness.engine({ type: 'state', state: 'lost' })
	harness.setConnected(true)
	await settled()
	expect([harness.waiting, harness.grants.length]).toEqual([[], 2])
})

test('[ROOM-252] a grant of another engine replaces the client of the former one, which is not heard any more', async () => {
	const { openSockets } = harness.deps
	const opened: string[] = []
	const told: ((event: MediaSessionEvent) => void)[] = []
	const { room } = await started({
		openSockets: async () => {
			const sockets = await openSockets()
			return {
				...sockets,
				openSession: async engine => {
					opened.push(engine)
					const on: MediaSession['on'] = listener => {
						told.push(listener)
						return () => {}
					}
					return { ...(await sockets.openSession(engine)), on }
				},
			}
		},
	})
	await settled()
	harness.published.length = 0
	harness.answers['media.grant'] = { ok: true, value: { ...grant, engine: 'livekit' } }
	harness.emit('media.available')
	await settled()
	expect([opened, harness.grants.map(({ engine }) => engine)]).toEqual([
		['embedded', 'livekit'],
		['embedded', 'livekit'],
	])
	expect(harness.played).toContain('session left')
	expect(room()).toMatchObject({ engine: 'livekit' })
	expect(harness.published).toEqual(['+microphone'])
	told[1]?.({ type: 'state', state: 'live' })
	told[0]?.({ type: 'state', state: 'lost' })
	expect(room()).toMatchObject({ media: 'live' })
	expect(harness.waiting).toEqual([])
	// A grant of the same engine keeps the client.
	harness.emit('media.available')
	await settled()
	expect(opened).toHaveLength(2)
})

/** A room that moves to LiveKit, whose client takes its time to load. */
async function movedToLivekit(loadLivekit: () => Promise<void>) {
	const { openSockets } = harness.deps
	await started({
		openSockets: async () => {
			const sockets = await openSockets()
			return {
				...sockets,
				async openSession(engine) {
					if (engine === 'livekit') await loadLivekit()
					return await sockets.openSession(engine)
				},
			}
		},
	})
	await settled()
	harness.answers['media.grant'] = { ok: true, value: { ...grant, engine: 'livekit' } }
	harness.emit('media.available')
	await settled()
}

test('[ROOM-256] a page hears the former engine until the client of the other one is loaded', async () => {
	let load = () => {}
	const loaded = new Promise<void>(resolve => {
		load = resolve
	})
	await movedToLivekit(() => loaded)
	expect(harness.played).not.toContain('session left')
	load()
	await settled()
	expect(harness.played.filter(played => played === 'session left')).toHaveLength(1)
	expect(harness.grants.at(-1)).toMatchObject({ engine: 'livekit' })
})

test('[ROOM-256] where the client of the other engine cannot be loaded, the former one is kept', async () => {
	await movedToLivekit(() => Promise.reject(new Error('offline')))
	expect(harness.played).not.toContain('session left')
})

test('[ROOM-86] [ROOM-88] the engine is told how large each camera is shown, and again when that changes', async () => {
	const withCameraOn = (id: string) => person(id, { sending: { microphone: false, camera: true } })
	harness.answers.enter = { ok: true, value: entered({ roster: ['self', 'p1', 'p2'].map(withCameraOn) }) }
	const { controller } = await started()
	const told = async () => {
		await settled()
		return harness.views.splice(0)
	}
	expect(await told()).toEqual([''])
	controller.setTiles(new Map([['p1', 300.4]]))
	// One that was not laid out yet is sent as well as possible.
	expect(await told()).toEqual(['p1 300'])
	controller.setTiles(new Map([['p1', 300.4]]))
	expect(await told()).toEqual([])
	controller.setSoundOnly(true)
	expect(await told()).toEqual(['p1 0,p2 0'])
	controller.setSoundOnly(false)
	controller.setTiles('hidden')
	expect(await told()).toEqual(['p1 300', 'p1 0,p2 0'])
	// A newcomer is not shown either.
	harness.emit('participant.joined', withCameraOn('p3'))
	expect(await told()).toEqual(['p1 0,p2 0,p3 0'])
	controller.leave()
	await told()
	controller.setTiles(new Map([['p1', 10]]))
	expect(await told()).toEqual([])
})

describe('[ROOM-94] the socket is checked', () => {
	test('when packets stop although a microphone is on', async () => {
		await started()
		harness.emit('participant.joined', person('p1', { sending: { microphone: true, camera: false } }))
		harness.engine({ type: 'stalled' })
		expect(harness.counts.checked).toBe(1)
	})

	test('not when packets stop because all microphones are off', async () => {
		await started()
		harness.emit('participant.joined', person('p1', { sending: { microphone: false, camera: true } }))
		harness.engine({ type: 'stalled' })
		expect(harness.counts.checked).toBe(0)
	})

	test('at once on another network, and no longer after leaving', async () => {
		const { controller } = await started()
		harness.changeNetwork()
		expect(harness.counts.checked).toBe(1)
		controller.leave()
		await settled()
		harness.changeNetwork()
		expect(harness.counts.checked).toBe(1)
	})
})

describe('[ROOM-100] sharing the screen', () => {
	const sharing = (presenter: string | null) => ({ presenter }) as never

	test('asks the server, sends the screen, and stops when somebody else presents', async () => {
		const { controller, room } = await started()
		controller.toggleScreen()
		await settled()
		expect(harness.calls.at(-1)).toEqual({ name: 'screen.start', input: null })
		expect([harness.published.at(-1), room()]).toMatchObject(['+screen', { ownScreen: 'on' }])
		harness.emit('room.sharing', sharing('self'))
		expect(room()).toMatchObject({ ownScreen: 'on', sharing: { presenter: 'self' } })
		harness.emit('room.sharing', sharing(null))
		await settled()
		expect(harness.published.at(-1)).toBe('-screen')
		expect(room()).toMatchObject({ ownScreen: 'off', notice: { type: 'screen-stopped' } })
	})

	test('the sound of a tab is sent with it, played apart from its presenter, and ends with it', async () => {
		harness.screen.hasSound = true
		const { controller } = await started()
		controller.toggleScreen()
		await settled()
		expect(harness.published.slice(-2)).toEqual(['+screen', '+screen-audio'])
		controller.toggleScreen()
		await settled()
		expect(harness.published.slice(-2)).toEqual(['-screen', '-screen-audio'])
		const participantId = 'p1' as ParticipantId
		harness.engine({ type: 'track', participantId, source: 'microphone', track: {} as MediaStreamTrack })
		harness.engine({ type: 'track', participantId, source: 'screen-audio', track: {} as MediaStreamTrack })
		harness.engine({ type: 'track-ended', participantId, source: 'screen-audio' })
		expect(harness.played).toEqual(['play p1', 'play p1 screen-audio', 'stop p1 screen-audio'])
	})

	test('asks for no screen where the server would refuse it', async () => {
		const { controller, room } = await started()
		harness.emit('room.sharing', sharing('p1'))
		controller.toggleScreen()
		await settled()
		expect(room()).toMatchObject({ ownScreen: 'off', notice: { type: 'screen.taken' } })
		harness.emit('room.sharing', { presenter: null } as never)
		harness.emit('room.permissions', { ...initialPermissions, share: false })
		controller.toggleScreen()
		await settled()
		expect(room()).toMatchObject({ ownScreen: 'off', notice: { type: 'screen.not-allowed' } })
		expect(harness.calls.map(({ name }) => name)).not.toContain('screen.start')
	})

	test('a page that was loaded again gives up what it presented before', async () => {
		harness.answers.enter = { ok: true, value: entered({ sharing: sharing('self') }) }
		await started()
		expect(harness.calls.map(({ name }) => name)).toContain('screen.stop')
	})

	test('shows who else shares, and receives the screen apart from the camera', async () => {
		const { controller, room } = await started()
		harness.emit('participant.joined', person('p1', { name: 'Bo' }))
		harness.emit('room.sharing', sharing('p1'))
		expect(room()).toMatchObject({ notice: { type: 'sharing', name: 'Bo' } })
		const track = {} as MediaStreamTrack
		harness.engine({ type: 'track', participantId: 'p1' as ParticipantId, source: 'screen', track })
		expect([controller.getView().screens.get('p1'), controller.getView().cameras.has('p1')]).toEqual([track, false])
		harness.engine({ type: 'track-ended', participantId: 'p1' as ParticipantId, source: 'screen' })
		expect(controller.getView().screens.size).toBe(0)
	})
})

const waiting = {
	self: 'self',
	topic: 'Harbour plans',
	hostName: 'Anna',
	place: 2,
	message: null,
	wants: { microphone: true, camera: false },
	resumeToken: 'line-1',
} as unknown as Waiting
const waitingAnswer = { ok: false, failure: 'waiting', waiting }

test('[ROOM-141] one who has to wait opens no device and no media, and sees place and message', async () => {
	harness.answers.enter = waitingAnswer
	const { room } = await started()
	expect(room()).toMatchObject({ status: 'waiting', topic: 'Harbour plans', hostName: 'Anna', place: 2 })
	// The camera of the form is not on meanwhile (ROOM-120).
	expect(harness.counts.released).toBe(1)
	harness.emit('waiting.changed', { place: 1, message: 'One moment' })
	expect(room()).toMatchObject({ place: 1, message: 'One moment' })
	expect([harness.counts.opened, harness.grants, harness.counts.awake]).toEqual([[], [], 0])
	expect(harness.resumeState()).toEqual({ token: 'line-1', microphone: true, camera: false })
})

test('[ROOM-142] one who is let in hears a chime, enters without another call, and with the devices chosen meanwhile', async () => {
	harness.answers.enter = waitingAnswer
	const { controller, room } = await started()
	controller.toggleDevice('microphone')
	controller.toggleDevice('camera')
	expect(room()).toMatchObject({ wants: { microphone: false, camera: true } })
	harness.emit('admitted', entered())
	await settled()
	expect(room()).toMatchObject({ status: 'joined' })
	expect(harness.chimes).toEqual(['admitted'])
	expect(harness.counts.opened).toEqual(['camera'])
	expect(harness.grants).toEqual([grant])
	expect(enterRequests()).toHaveLength(1)
	expect(harness.resumeState()?.token).toBe('resume-1')
})

test.each([
	['stays off where the host has decided so meanwhile', false, []],
	['is on where it was chosen only while waiting', true, ['microphone']],
] as const)('[ROOM-113] the microphone of one who is let in %s', async (_, unmute, opened) => {
	harness.answers.enter = { ...waitingAnswer, waiting: { ...waiting, wants: { microphone: !unmute, camera: false } } }
	const { controller, room } = await started()
	if (unmute) controller.toggleDevice('microphone')
	expect(room()).toMatchObject({ wants: { microphone: true } })
	const wants = { microphone: false, camera: false }
	harness.emit('admitted', entered({ wants, permissions: { ...initialPermissions, unmute } }))
	await settled()
	expect(harness.counts.opened).toEqual(opened)
	expect(harness.resumeState()).toMatchObject({ microphone: unmute })
})

test('[ROOM-143] after a lost connection the place is claimed with its token; leaving gives it up', async () => {
	harness.answers.enter = waitingAnswer
	const { controller, room } = await started()
	harness.setConnected(false)
	expect(room()).toMatchObject({ status: 'waiting', isConnected: false })
	harness.setConnected(true)
	await settled()
	expect(enterRequests().at(-1)).toMatchObject({ kind: 'resume', token: 'line-1' })
	expect(room()).toMatchObject({ status: 'waiting', isConnected: true })
	controller.leave()
	await settled()
	expect(harness.calls.at(-1)?.name).toBe('leave')
	expect(room()).toMatchObject({ status: 'exited', reason: 'left' })
	expect(harness.resumeState()).toBeUndefined()
})

test('[ROOM-143] a page that is left while waiting gives up the place', async () => {
	harness.answers.enter = waitingAnswer
	const { controller } = await started()
	controller.close()
	expect(harness.calls.at(-1)?.name).toBe('leave')
})

test('[ROOM-183] one who is not let in sees the meeting, its host, their words and the time until they can ask again, also after a reload', async () => {
	harness.answers.enter = waitingAnswer
	const { room } = await started()
	harness.time.now = 5_000
	harness.emit('room.closed', { reason: 'denied', message: 'Come back at three', askAgainInMs: 300_000 })
	const denial = { topic: 'Harbour plans', hostName: 'Anna', message: 'Come back at three', askAgainAt: 305_000 }
	expect(room()).toEqual({ status: 'exited', reason: 'denied', denial })
	harness.time.now = 65_000
	const reloaded = createRoomController({ ...harness.deps, takeTicket: () => undefined })
	reloaded.start()
	await settled()
	expect(reloaded.getView().state).toEqual({ status: 'exited', reason: 'denied', denial })
})

test('[ROOM-183] one who asks again too early sees the same, with the time that is left', async () => {
	const denial = { topic: 'Harbour plans', hostName: 'Anna', message: 'Come back at three', askAgainInMs: 240_000 }
	harness.answers.enter = { ok: false, failure: 'entry.denied', denial }
	harness.time.now = 5_000
	const { room } = await started()
	const { askAgainInMs, ...shown } = denial
	expect(room()).toEqual({ status: 'exited', reason: 'entry.denied', denial: { ...shown, askAgainAt: 245_000 } })
})

test('[ROOM-181] the removed people are those of the last event, and the host is told whom they allowed again', async () => {
	const bo = { id: 'bo' as ParticipantId, name: 'Bo', role: 'guest' as const }
	harness.answers.enter = { ok: true, value: entered({ removed: [bo] }) }
	const { controller, room } = await started()
	expect(room()).toMatchObject({ removed: [bo], ownsMeeting: false })
	controller.allowAgain(bo)
	await settled()
	expect(harness.calls.at(-1)).toEqual({ name: 'participant.allow-again', input: { participantId: 'bo' } })
	expect(room()).toMatchObject({ notice: { type: 'allowed-again', name: 'Bo' } })
	harness.emit('room.removed', { people: [] })
	expect(room()).toMatchObject({ removed: [] })
	// Another host was faster.
	harness.answers['participant.allow-again'] = { ok: false, failure: 'participant.missing' }
	controller.allowAgain(bo)
	await settled()
	expect(room()).toMatchObject({ notice: { type: 'participant.missing' } })
})

test('[ROOM-199] the owner takes the role of host back, and is told where that is refused', async () => {
	harness.answers.enter = { ok: true, value: entered({ ownsMeeting: true }) }
	const { controller, room } = await started()
	expect(room()).toMatchObject({ ownsMeeting: true })
	harness.answers['host.claim'] = { ok: false, failure: 'role.not-allowed' }
	controller.reclaimHost()
	await settled()
	expect(harness.calls.at(-1)).toEqual({ name: 'host.claim', input: null })
	expect(room()).toMatchObject({ notice: { type: 'role.not-allowed' } })
})

test('[ROOM-145] one who is moved to the waiting room keeps the token for the place in line, and closes everything', async () => {
	const { room } = await started()
	harness.emit('room.closed', { reason: 'moved-to-waiting' })
	expect(room()).toMatchObject({ status: 'exited', reason: 'moved-to-waiting' })
	expect(harness.resumeState()?.token).toBe('resume-1')
	expect(harness.devices.every(({ isStopped }) => isStopped)).toBe(true)
})

test('[ROOM-145] who learns of it only with the next connection closes everything, too', async () => {
	const { room } = await started()
	harness.answers.enter = waitingAnswer
	harness.setConnected(false)
	harness.setConnected(true)
	await settled()
	expect(room()).toMatchObject({ status: 'exited', reason: 'moved-to-waiting' })
	expect(harness.resumeState()?.token).toBe('line-1')
	expect(harness.devices.every(({ isStopped }) => isStopped)).toBe(true)
})

test('[ROOM-142] hosts hear a sound for the first who waits, and answer', async () => {
	const { controller, room } = await started()
	const list = (count: number) => ({ isOn: true, count, people: [], message: null })
	harness.emit('room.waiting', list(1))
	harness.emit('room.waiting', list(2))
	harness.emit('room.waiting', list(0))
	expect(harness.chimes).toEqual(['knock'])
	expect(room()).toMatchObject({ waiting: list(0) })
	harness.answers['waiting.admit-all'] = { ok: false, failure: 'room.full' }
	controller.admitAll()
	controller.deny('p' as ParticipantId, 'later')
	await settled()
	expect(harness.calls.slice(-2)).toEqual([
		{ name: 'waiting.admit-all', input: null },
		{ name: 'waiting.deny', input: { participantId: 'p', message: 'later' } },
	])
	expect(room()).toMatchObject({ notice: { type: 'room.full' } })
})

describe('[ROOM-88] the bytes of the call', () => {
	const store = async () => {
		harness.repeated.find(({ ms }) => ms === 2_000)?.act()
		await settled()
	}

	test('include those before a reload, and not those of an earlier visit', async () => {
		harness.setResumeState({ token: 'resume-0', microphone: false, camera: false, bytes: 5_000 })
		const { controller } = await started({ takeTicket: () => undefined })
		expect(await controller.countBytes()).toBe(6_000)
		await store()
		expect(harness.resumeState()).toMatchObject({ token: 'resume-1', bytes: 6_000 })
		// A connection that is lost in the middle of the call counts nothing twice.
		harness.setConnected(false)
		harness.setConnected(true)
		await settled()
		expect([await controller.countBytes(), harness.resumeState()?.bytes]).toEqual([6_000, 6_000])
		controller.leave()
		await settled()
		expect([harness.repeated, harness.resumeState()]).toEqual([[], undefined])
	})

	test('begin with the ticket', async () => {
		harness.setResumeState({ token: 'resume-0', microphone: false, camera: false, bytes: 5_000 })
		const { controller } = await started()
		expect(await controller.countBytes()).toBe(1_000)
	})
})

describe('[ROOM-168] reports about the own line', () => {
	const reports = () => harness.calls.flatMap(({ name, input }) => (name === 'quality.report' ? [input] : []))

	test('are sent every half minute from entering on, with the times of joining once', async () => {
		const { controller } = await started()
		const [every] = harness.repeated
		expect(every?.ms).toBe(30_000)
		harness.time.now = 900
		harness.engine({ type: 'state', state: 'live' })
		every?.act()
		harness.time.now = 1_400
		harness.engine({ type: 'first-picture' })
		harness.engine({ type: 'state', state: 'lost' })
		harness.engine({ type: 'state', state: 'live' })
		every?.act()
		every?.act()
		const { figures } = harness
		expect(reports()).toEqual([
			{ ...figures, joinMs: 900, firstFrameMs: null, reconnects: 0 },
			{ ...figures, joinMs: null, firstFrameMs: 1_400, reconnects: 1 },
			{ ...figures, joinMs: null, firstFrameMs: null, reconnects: 0 },
		])
		harness.setConnected(false)
		harness.setConnected(true)
		await settled()
		expect(harness.repeated.filter(({ ms }) => ms === 30_000)).toHaveLength(1)
		controller.leave()
	})

	test('end with the last one, which is sent before the room is left', async () => {
		const { controller } = await started()
		controller.leave()
		await settled()
		const sent = harness.calls.map(({ name }) => name).filter(name => name === 'quality.report' || name === 'leave')
		expect(sent).toEqual(['quality.report', 'leave'])
		expect(harness.repeated).toEqual([])
	})

	test('are not sent once the server has closed the room', async () => {
		await started()
		harness.emit('room.closed', { reason: 'removed' })
		expect(harness.repeated).toEqual([])
		expect(reports()).toEqual([])
	})

	test('never have more than the server takes', async () => {
		await started()
		Object.assign(harness.figures, { freezeMs: 9e9, concealedMs: 9e9, receivedPackets: 9e9, receivedHeight: 9e9 })
		harness.repeated[0]?.act()
		expect(v.is(QualityReport, reports()[0])).toBe(true)
	})
})

test('[ROOM-189] keys of headsets switch the devices and leave, and are given back', async () => {
	const { room } = await started()
	expect(harness.shownOnKeys).toEqual(['false false', 'true false'])
	harness.mediaKeys()?.toggleMicrophone()
	harness.mediaKeys()?.toggleCamera()
	await settled()
	expect(harness.shownOnKeys.at(-1)).toBe('false true')
	harness.mediaKeys()?.hangUp()
	expect(room()).toMatchObject({ status: 'exited', reason: 'left' })
	expect(harness.mediaKeys()).toBeUndefined()
})

describe('[ROOM-153] who enters a recorded meeting that asks for consent', () => {
	const asking = { startedAt: 5, by: 'Han Mei', asksConsent: true }
	beforeEach(() => {
		harness.answers.enter = { ok: true, value: entered({ recording: asking }) }
	})

	test('opens no device before they agree, and then what was chosen', async () => {
		const { controller } = await started()
		expect(harness.counts.opened).toEqual([])
		controller.agreeToRecording()
		expect(harness.calls.at(-1)).toEqual({ name: 'recording.agree', input: null })
		harness.emit('room.recording', { recording: { ...asking, asksConsent: false } })
		await settled()
		expect(harness.counts.opened).toEqual(['microphone'])
		harness.emit('room.recording', { recording: null, end: 'stopped' })
		await settled()
		expect(harness.counts.opened).toEqual(['microphone'])
	})

	test('opens them when the recording is over, also while the connection was lost', async () => {
		const { room } = await started()
		harness.answers.enter = { ok: true, value: entered({ recording: null }) }
		harness.setConnected(false)
		harness.setConnected(true)
		await settled()
		expect(harness.counts.opened).toEqual(['microphone'])
		expect(room()).toMatchObject({ recording: null, notice: { type: 'recording-stopped' } })
	})

	test('opens no device that they have switched off meanwhile with a key', async () => {
		const { controller } = await started()
		controller.toggleDevice('camera')
		controller.toggleDevice('microphone')
		await settled()
		expect(harness.counts.opened).toEqual([])
		harness.emit('room.recording', { recording: { ...asking, asksConsent: false } })
		await settled()
		expect(harness.counts.opened).toEqual(['camera'])
		controller.toggleDevice('microphone')
		await settled()
		expect(harness.counts.opened).toEqual(['camera', 'microphone'])
	})

	test('opens no microphone that the host has muted meanwhile', async () => {
		await started()
		harness.emit('muted', { source: 'microphone' })
		harness.emit('room.recording', { recording: { ...asking, asksConsent: false } })
		await settled()
		expect(harness.counts.opened).toEqual([])
	})

	test('opens nothing after they have left', async () => {
		const { controller } = await started()
		controller.leave()
		harness.emit('room.recording', { recording: null, end: 'stopped' })
		await settled()
		expect(harness.counts.opened).toEqual([])
	})
})

test('[ROOM-162] the end of a recording that is as long as it may be is announced, and why it is over', async () => {
	const { room } = await started()
	const recording = { startedAt: 5, by: 'Han Mei', asksConsent: false }
	harness.emit('room.recording', { recording })
	harness.emit('room.recording', { recording, endsSoon: true })
	expect(room()).toMatchObject({ recording, notice: { type: 'recording-ends-soon' } })
	harness.emit('room.recording', { recording: null, end: 'too-long' })
	expect(room()).toMatchObject({ recording: null, notice: { type: 'recording-too-long' } })
})

test('[ROOM-152] a recording that the server refuses is named, and a reason that the page does not know is none', async () => {
	const { controller, room } = await started()
	for (const failure of ['off', 'no-ffmpeg', 'disk-full', 'too-many', 'running']) {
		harness.answers['recording.start'] = { ok: false, failure: `recording.${failure}` }
		controller.startRecording()
		await settled()
		expect(room()).toMatchObject({ notice: { type: `recording.${failure}` } })
	}
	harness.emit('room.recording', { recording: { startedAt: 5, by: 'Han Mei', asksConsent: false } })
	harness.emit('room.recording', { recording: null, end: 'power-cut' as never })
	expect(room()).toMatchObject({ recording: null, notice: { type: 'recording-stopped' } })
})
