import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type MediaEvents, type ParticipantId, roomPaths } from '@parley/room'
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryRateLimits } from '../../../../platform/rateLimit.ts'
import { createRoomHarness } from '../../fixtures.ts'
import { createEmbeddedEngine } from '../embedded/embeddedEngine.ts'
import { keyFrameStart, SyntheticParticipant } from '../testing/syntheticParticipant.ts'
import { attachRoomGateway } from './gateway.ts'

const roomId = 'room-1'
const log = { info() {}, warn() {}, error() {} }
const network = { udpPorts: { from: 46_000, to: 46_999 }, udpMux: false, privateCandidates: false }
/** Timeout for a busy machine; waits end as soon as their condition holds. */
const soon = { timeout: 30_000, interval: 20 }

/** Sockets of rooms with the embedded engine behind them; a room is open. */
async function openRoom() {
	const { service, clock } = await createRoomHarness()
	const config = { network, iceServers: [], maxParticipants: 12 }
	const engine = createEmbeddedEngine({ config, log, now: Date.now })
	const server = createServer()
	const gateway = attachRoomGateway({
		browsersPerAddress: 1,
		server,
		service,
		createRateLimit: createMemoryRateLimits(),
		addressOf: () => 'one',
		ownOriginOf: async ({ headers }) => `http://${headers.host}`,
		clock,
		log,
		onConnectionEnd: () => {},
		...(engine.signalling && { signalling: engine.signalling }),
	})
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(async () => {
		await gateway.stop()
		server.close()
		await engine.stop()
	})
	await vi.waitFor(async () => expect((await engine.health()).ok).toBe(true), soon)
	await engine.ensureRoom(roomId, { maxParticipants: 12 })
	let ssrcs = 50_000

	/** Connects a page by its socket. */
	async function join(name: string) {
		const participantId = `person-${name}` as ParticipantId
		const request = { roomId, participantId, ttlSec: 60 }
		const grant = await engine.grant({ ...request, sources: ['camera'] })
		if (!grant.ok) throw new Error(grant.failure)
		const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${roomPaths.media}`
		const socket: Socket = io(url, {
			path: roomPaths.socket,
			transports: ['websocket'],
			forceNew: true,
			reconnection: false,
		})
		ssrcs += 100
		const answer = (input: { offerId: number; sdp: string }) => void socket.emit('answer', input)
		const person = new SyntheticParticipant(participantId, { answer }, ssrcs)
		onTestFinished(() => {
			socket.disconnect()
			person.close()
		})
		socket.on('offer', (offer => person.onOffer(offer)) satisfies MediaEvents['offer'])
		socket.on('slots', (({ slots }) => {
			person.slots = slots
		}) satisfies MediaEvents['slots'])
		const ask = (call: string, input: unknown) => socket.timeout(20_000).emitWithAck(call, input)
		expect(await ask('hello', { token: grant.value.token, connectionId: null })).toMatchObject({ ok: true })
		await vi.waitFor(() => expect(person.connected).toBe(true), soon)
		return { participantId, person, socket, ask }
	}
	return { engine, join }
}

/** Sends a camera until the test ends. */
function film({ person, socket }: { person: SyntheticParticipant; socket: Socket }) {
	socket.emit('published', { source: 'camera' })
	const timer = setInterval(() => person.send('camera', keyFrameStart(400), 4_500, true), 20)
	onTestFinished(() => clearInterval(timer))
}

test('[ROOM-06] [ROOM-63] sizes of tiles that make no sense are refused, however often they come, and everyone else sees on', async () => {
	const { engine, join } = await openRoom()
	const [sender, watcher, hostile] = [await join('anna'), await join('ben'), await join('carl')]
	film(sender)
	const seen = ({ person }: typeof watcher) => person.packetsOf(sender.participantId, 'camera')
	await vi.waitFor(() => expect([seen(watcher), seen(hostile)].every(packets => packets > 5)).toBe(true), soon)

	const tile = { participantId: sender.participantId, source: 'camera', height: 180 }
	const heights = [-1, 0.5, 10_001, 1e9, Number.NaN, Number.POSITIVE_INFINITY, '180', null, [180], {}]
	const refused = [
		...heights.map(height => ({ tiles: [{ ...tile, height }] })),
		{ tiles: Array.from({ length: 65 }, () => tile) },
		{ tiles: [{ ...tile, source: 'window' }] },
		{ tiles: [{ ...tile, participantId: 7 }] },
		{ tiles: { length: 1, 0: tile } },
		{ tiles: null },
		[],
		null,
	]
	for (const input of refused) expect(await hostile.ask('view', input)).toEqual({ ok: false, failure: 'input.invalid' })
	const accepted = [
		{ tiles: [] },
		{ tiles: [{ ...tile, height: 0 }] },
		{ tiles: [{ ...tile, participantId: 'nobody-is-this' }] },
		{ tiles: Array.from({ length: 64 }, () => tile) },
	]
	for (const input of accepted) expect(await hostile.ask('view', input)).not.toMatchObject({ ok: false })

	// Below the limit of frames a second, which would end the connection (ROOM-09).
	const answers: { failure?: string }[] = []
	for (let round = 0; round < 10; round++) {
		answers.push(...(await Promise.all(Array.from({ length: 100 }, () => hostile.ask('view', refused[0])))))
		await new Promise(resolve => setTimeout(resolve, 500))
	}
	expect(new Set(answers.map(({ failure }) => failure))).toEqual(new Set(['input.invalid', 'calls.too-many']))

	const before = [seen(watcher), seen(hostile)]
	await vi.waitFor(() => expect(seen(watcher)).toBeGreaterThan((before[0] ?? 0) + 20), soon)
	await vi.waitFor(() => expect(seen(hostile)).toBeGreaterThan((before[1] ?? 0) + 20), soon)
	expect((await engine.list(roomId)).map(({ participantId }) => participantId).sort()).toEqual(
		[sender, watcher, hostile].map(({ participantId }) => participantId).sort(),
	)
}, 120_000)
