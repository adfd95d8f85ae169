import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { MediaGrant, MediaSource, ParticipantId } from '@parley/room'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { engineSuite, type SuiteParticipant } from '../../mediaEngine.suite.ts'
import type { SignallingConnection } from '../../signalling.ts'
import { keyFrameStart, SyntheticParticipant } from '../testing/syntheticParticipant.ts'
import { createEmbeddedEngine, type EmbeddedEngine } from './embeddedEngine.ts'

const quiet = { info() {}, warn() {}, error() {} }
const frame = {
	microphone: { bytes: 60, ticks: 960 },
	camera: { bytes: 400, ticks: 4500 },
	screen: { bytes: 400, ticks: 9000 },
	'screen-audio': { bytes: 120, ticks: 960 },
}

const openEngine = ({ udpMux = false, privateCandidates = false } = {}) =>
	createEmbeddedEngine({
		config: {
			network: { udpPorts: { from: 46_000, to: 46_999 }, udpMux, privateCandidates },
			iceServers: [],
			maxParticipants: 12,
		},
		log: quiet,
		now: () => Date.now(),
	})

/** Timeout for a busy machine; waits end as soon as their condition holds. */
const soon = { timeout: 30_000, interval: 20 }

let ssrcs = 10_000

/** Connects a participant and waits for the connection. */
async function introduce(
	engine: EmbeddedEngine,
	token: string,
	participant: SyntheticParticipant,
	onJoined: (joined: SignallingConnection) => void,
	onLost = () => {},
): Promise<void> {
	const answer = await engine.signalling.hello(token, null, (event, ...payload) => {
		const [signal] = payload
		if (event === 'lost') return onLost()
		if (signal && 'sdp' in signal) participant.onOffer(signal)
		else if (signal && 'slots' in signal) participant.slots = signal.slots
	})
	if (!answer.ok) throw new Error(answer.failure)
	onJoined(answer.value)
	await vi.waitFor(() => expect(participant.connected).toBe(true), soon)
}

async function connect(engine: EmbeddedEngine, grant: MediaGrant): Promise<SuiteParticipant & { lost: () => number }> {
	let joined: SignallingConnection | undefined
	let losses = 0
	const answer = (input: { offerId: number; sdp: string }) => joined?.send({ kind: 'answer', ...input })
	ssrcs += 100
	const person = new SyntheticParticipant(grant.participantId, { answer }, ssrcs)
	const onJoined = (connection: SignallingConnection) => {
		joined = connection
	}
	await introduce(engine, grant.token, person, onJoined, () => losses++)
	const timers: NodeJS.Timeout[] = []
	return {
		publish: source => joined?.send({ kind: 'published', source }),
		unpublish: source => joined?.send({ kind: 'unpublished', source }),
		feed(source: MediaSource) {
			const { bytes, ticks } = frame[source]
			const isAudio = source === 'microphone' || source === 'screen-audio'
			const payload = isAudio ? Buffer.alloc(bytes) : keyFrameStart(bytes)
			timers.push(setInterval(() => person.send(source, payload, ticks, true), 20))
		},
		packetsOf: (participantId, source) => person.packetsOf(participantId, source),
		isConnected: () => person.connected,
		lost: () => losses,
		close() {
			for (const timer of timers) clearInterval(timer)
			person.close()
		},
	}
}

describe('embedded engine', () => {
	engineSuite(async () => {
		const engine = openEngine()
		return { engine, connect: grant => connect(engine, grant), refusedWithinMs: 0, stop: () => engine.stop() }
	})
})

/** Starts threads that compete for the processors, so that those of the native library are interrupted anywhere. */
function keepProcessorsBusy(threads: number): () => Promise<void> {
	const workers = Array.from({ length: threads }, () => new Worker('for (;;) Math.random()', { eval: true }))
	return async () => void (await Promise.all(workers.map(worker => worker.terminate())))
}

describe('[ROOM-82] connections prepared before admission', () => {
	async function openPrepared() {
		const engine = openEngine()
		onTestFinished(() => engine.stop())
		await vi.waitFor(async () => expect((await engine.health()).ok).toBe(true), soon)
		await engine.ensureRoom('room-1', { maxParticipants: 12 })
		const request = {
			roomId: 'room-1',
			ttlSec: 60,
			sources: ['microphone' as const],
		}
		const grantOf = async (name: string) => {
			const grant = await engine.grant({ ...request, participantId: name as ParticipantId })
			if (!grant.ok) throw new Error(grant.failure)
			return grant.value
		}
		return { engine, grantOf }
	}
	async function prepare(engine: EmbeddedEngine) {
		const toPage = vi.fn()
		const answer = await engine.signalling.prepare(toPage)
		if (!answer.ok) throw new Error(answer.failure)
		return { ...answer.value, toPage }
	}

	test('belong to the socket that prepared them', async () => {
		const { engine, grantOf } = await openPrepared()
		const { connectionId, toPage } = await prepare(engine)
		const { token } = await grantOf('person-anna')
		const other = await engine.signalling.hello((await grantOf('person-ben')).token, connectionId, () => {})
		expect(other.ok && other.value.connectionId).not.toBe(connectionId)
		const wrong = await engine.signalling.hello('no-token', connectionId, toPage)
		expect(wrong).toEqual({ ok: false, failure: 'grant.invalid' })
		const own = await engine.signalling.hello(token, connectionId, toPage)
		expect(own.ok && own.value.connectionId).toBe(connectionId)
		expect((await engine.list('room-1')).map(({ participantId }) => participantId).sort()).toEqual([
			'person-anna',
			'person-ben',
		])
	})

	test('admitted by two requests at once, as after a restart of the engine, are heard afterwards', async () => {
		const { engine, grantOf } = await openPrepared()
		const { connectionId, toPage } = await prepare(engine)
		const { token } = await grantOf('person-anna')
		const hello = () => engine.signalling.hello(token, connectionId, toPage)
		const [, last] = await Promise.all([hello(), hello()])
		if (last.ok) last.value.send({ kind: 'published', source: 'microphone' })
		await vi.waitFor(
			async () =>
				expect(await engine.list('room-1')).toEqual([{ participantId: 'person-anna', sources: ['microphone'] }]),
			soon,
		)
	})

	test('[ROOM-22] a socket that says hello again still hears of its new connection when the earlier one ends', async () => {
		const { engine, grantOf } = await openPrepared()
		const toPage = vi.fn()
		const { token } = await grantOf('person-anna')
		const first = await engine.signalling.hello(token, null, toPage)
		await engine.signalling.hello(token, null, toPage)
		if (first.ok) first.value.disconnect()
		process.kill(engine.childPid ?? 0, 'SIGKILL')
		await vi.waitFor(() => expect(toPage).toHaveBeenCalledWith('lost'), soon)
	})

	test('are reported to nobody, and limited in number', async () => {
		const { engine } = await openPrepared()
		const first = await prepare(engine)
		const events = vi.fn()
		engine.onEvent(events)
		const all = await Promise.all(Array.from({ length: 110 }, () => engine.signalling.prepare(() => {})))
		expect(all.filter(({ ok }) => ok).length).toBeLessThanOrEqual(99)
		expect(all.at(-1)).toEqual({ ok: false, failure: 'engine.full' })
		first.disconnect()
		await vi.waitFor(async () => expect((await engine.signalling.prepare(() => {})).ok).toBe(true), soon)
		expect(events).not.toHaveBeenCalled()
	})
})

test('[ROOM-65] all of many participants who connect to a busy engine succeed', async () => {
	const engine = openEngine()
	const calmDown = keepProcessorsBusy(availableParallelism() * 2)
	onTestFinished(calmDown)
	await vi.waitFor(async () => expect((await engine.health()).ok).toBe(true), soon)
	let lost = 0
	for (let round = 0; round < 10; round++) {
		const roomId = `room-${round}`
		await engine.ensureRoom(roomId, { maxParticipants: 12 })
		const join = async (index: number) => {
			const participantId = `person-${round}-${index}` as ParticipantId
			const request = { roomId, participantId, ttlSec: 60 }
			const grant = await engine.grant({ ...request, sources: ['microphone'] })
			if (!grant.ok) throw new Error(grant.failure)
			return await connect(engine, grant.value)
		}
		const people = await Promise.all(Array.from({ length: 12 }, (_, index) => join(index)))
		lost += people.reduce((sum, person) => sum + person.lost(), 0)
		for (const person of people) person.close()
		await engine.endRoom(roomId)
	}
	expect(lost).toBe(0)
	await engine.stop()
}, 180_000)

describe('embedded engine, killed', () => {
	const grantOf = async (engine: EmbeddedEngine) =>
		engine.grant({
			roomId: 'room-1',
			participantId: 'person-a' as never,
			sources: ['camera'],
			ttlSec: 60,
		})
	const isUp = (engine: EmbeddedEngine) => vi.waitFor(async () => expect((await engine.health()).ok).toBe(true), soon)

	test('[ROOM-60] a killed child is restarted, and everyone is notified that their connection was lost', async () => {
		const engine = openEngine()
		const seen: string[] = []
		engine.onEvent(event => seen.push(event.type))
		await isUp(engine)
		await engine.ensureRoom('room-1', { maxParticipants: 4 })
		const grant = await grantOf(engine)
		if (!grant.ok) throw new Error(grant.failure)
		const person = await connect(engine, grant.value)
		const firstPid = engine.childPid
		process.kill(firstPid ?? 0, 'SIGKILL')
		await vi.waitFor(() => expect(person.lost()).toBe(1), soon)
		expect((await grantOf(engine)).ok).toBe(false)
		await isUp(engine)
		expect(engine.childPid).not.toBe(firstPid)
		expect(seen.filter(type => type === 'unavailable' || type === 'available')).toEqual([
			'available',
			'unavailable',
			'available',
		])
		const again = await connect(engine, grant.value)
		expect(again.lost()).toBe(0)
		person.close()
		again.close()
		await engine.stop()
	})

	test('[ROOM-61] stopping the engine ends its child', async () => {
		const engine = openEngine()
		await isUp(engine)
		const pid = engine.childPid ?? 0
		await engine.stop()
		expect(() => process.kill(pid, 0)).toThrow()
	})
})

test('[ROOM-62] all participants can share one UDP port', async () => {
	const engine = openEngine({ udpMux: true })
	await vi.waitFor(async () => expect((await engine.health()).ok).toBe(true), soon)
	await engine.ensureRoom('room-1', { maxParticipants: 4 })
	const people = []
	for (const name of ['person-a', 'person-b', 'person-c']) {
		const grant = await engine.grant({
			roomId: 'room-1',
			participantId: name as never,
			sources: ['microphone'],
			ttlSec: 60,
		})
		if (!grant.ok) throw new Error(grant.failure)
		const person = await connect(engine, grant.value)
		person.publish('microphone')
		person.feed('microphone')
		people.push({ name, person })
	}
	for (const { person } of people) {
		for (const other of people) {
			if (other.person === person) continue
			const heard = () => expect(person.packetsOf(other.name, 'microphone')).toBeGreaterThan(3)
			await vi.waitFor(heard, soon)
		}
	}
	for (const { person } of people) person.close()
	await engine.stop()
})

/** Machine in the server's network that a guest names as their own; `probed` waits for a packet to it. */
async function nameThirdParty(privateCandidates: boolean) {
	const machine = createSocket('udp4').bind(0, '127.0.0.1')
	await once(machine, 'listening')
	const probe = once(machine, 'message').then(() => true)
	const engine = openEngine({ privateCandidates })
	await vi.waitFor(async () => expect((await engine.health()).ok).toBe(true), soon)
	await engine.ensureRoom('room-1', { maxParticipants: 4 })
	const grant = await engine.grant({
		roomId: 'room-1',
		participantId: 'person-a' as never,
		sources: ['microphone'],
		ttlSec: 60,
	})
	if (!grant.ok) throw new Error(grant.failure)
	const line = `candidate:9 1 UDP 2122317823 127.0.0.1 ${machine.address().port} typ host`
	let guest: SignallingConnection | undefined
	let hasAnswered = false
	const answer = ({ offerId, sdp }: { offerId: number; sdp: string }) => {
		// Only the machine's address, once in the answer and once as a candidate.
		guest?.send({ kind: 'answer', offerId, sdp: sdp.replace(/a=candidate:[^\r]*/g, `a=${line}`) })
		guest?.send({ kind: 'candidate', candidate: line, mid: '0' })
		hasAnswered = true
	}
	const person = new SyntheticParticipant('person-a', { answer }, 90_000)
	const hello = await engine.signalling.hello(grant.value.token, null, (_, ...payload) => {
		const [signal] = payload
		if (signal && 'sdp' in signal) person.onOffer(signal)
	})
	if (!hello.ok) throw new Error(hello.failure)
	guest = hello.value
	await vi.waitFor(() => expect(hasAnswered).toBe(true), soon)
	// Their own checks would establish a connection, and no other candidate would be tried.
	person.close()
	return {
		probed: (withinMs: number) => Promise.race([probe, delay(withinMs, false)]),
		async stop() {
			await engine.stop()
			machine.close()
		},
	}
}

test('[ROOM-64] no check is sent to a private address named by a guest', async () => {
	const { probed, stop } = await nameThirdParty(false)
	expect(await probed(4_000)).toBe(false)
	await stop()
})

test('[ROOM-64] with the setting, checks are sent there', async () => {
	const { probed, stop } = await nameThirdParty(true)
	expect(await probed(20_000)).toBe(true)
	await stop()
})

test('a child that exits while the server stops is not replaced', async () => {
	const engine = openEngine()
	await vi.waitFor(async () => expect((await engine.health()).ok).toBe(true), soon)
	const pid = engine.childPid
	engine.beginStop()
	process.kill(Number(pid), 'SIGKILL')
	await vi.waitFor(async () => expect((await engine.health()).ok).toBe(false), soon)
	await delay(500)
	expect(engine.childPid).toBe(pid)
	await engine.stop()
})

test('[ROOM-156] a room is tapped for as long as anybody listens, each on their own', async () => {
	const engine = openEngine()
	onTestFinished(() => engine.stop())
	const batches = { broadcast: 0, recording: 0 }
	const listen = (name: keyof typeof batches) => engine.tapRoom('r1', () => void batches[name]++)
	const [broadcast, recording] = [listen('broadcast'), listen('recording')]
	await vi.waitFor(() => expect(Math.min(batches.broadcast, batches.recording)).toBeGreaterThan(2), soon)
	broadcast.close()
	broadcast.close()
	const { broadcast: atClose, recording: before } = batches
	await vi.waitFor(() => expect(batches.recording).toBeGreaterThan(before + 5), soon)
	expect(batches.broadcast).toBe(atClose)
	recording.close()
	const again = listen('broadcast')
	await vi.waitFor(() => expect(batches.broadcast).toBeGreaterThan(atClose), soon)
	again.close()
})
