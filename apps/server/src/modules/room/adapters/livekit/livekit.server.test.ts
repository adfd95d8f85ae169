import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { env } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import type { ParticipantId } from '@parley/room'
import fastify from 'fastify'
import { AccessToken, RoomServiceClient, TrackSource } from 'livekit-server-sdk'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../../../platform/log.ts'
import { type LivekitServer, startLivekit } from '../../../../platform/testing/livekit.ts'
import type { EngineEvent, GrantRequest } from '../../mediaEngine.ts'
import { connectLivekitParticipant } from '../testing/livekitParticipant/livekitParticipant.ts'
import { checkLivekit } from './checkLivekit.ts'
import { createLivekitEngine, type LivekitEngine, type LivekitEngineSetup } from './livekitEngine.ts'
import { serveLivekitWebhook } from './livekitWebhook.ts'

const program = env.PARLEY_TEST_LIVEKIT
const quiet = { info() {}, warn() {} }
const soon = { timeout: 30_000, interval: 30 }
const roomId = 'room-1'

const request = (name: string, fields: Partial<GrantRequest> = {}): GrantRequest => ({
	roomId,
	participantId: name as ParticipantId,
	sources: ['microphone', 'camera'],
	ttlSec: 600,
	...fields,
})

function openEngine({ settings }: Pick<LivekitServer, 'settings'>, log: LivekitEngineSetup['log'] = quiet) {
	const engine = createLivekitEngine({ settings, maxParticipants: 12, log, now: Date.now })
	const events: EngineEvent[] = []
	engine.onEvent(event => events.push(event))
	onTestFinished(() => engine.stop())
	return { engine, events }
}

async function openRoom(options?: { webhook?: string }) {
	const server = await startLivekit(program ?? '', options)
	onTestFinished(() => server.kill())
	const opened = openEngine(server)
	await opened.engine.ensureRoom(roomId, { maxParticipants: 12 })
	const { apiUrl, key, secret } = server.settings
	return { server, ...opened, api: new RoomServiceClient(apiUrl, key, secret) }
}

async function grantOf(engine: LivekitEngine, name: string, fields?: Partial<GrantRequest>) {
	const granted = await engine.grant(request(name, fields))
	if (!granted.ok) throw new Error(granted.failure)
	return granted.value
}

async function join(engine: LivekitEngine, name: string) {
	const person = await connectLivekitParticipant(await grantOf(engine, name))
	onTestFinished(() => person.close())
	return person
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe.skipIf(!program)('rooms in LiveKit', () => {
	test('[ROOM-246] a token is valid for a minute, for one stay in one opening, and for the sources of its grant only', async () => {
		const { engine } = await openRoom()
		const { token, place } = await grantOf(engine, 'p_a', { sources: ['microphone', 'screen'] })
		const { video, sub, exp, nbf, name } = claimsOf(token)
		expect(exp - nbf).toBeLessThanOrEqual(60)
		expect(sub).toBe('p_a.1')
		expect(name).toBeUndefined()
		expect(video).toEqual({
			room: expect.stringMatching(/^room-1\.[\w-]{12}$/),
			roomJoin: true,
			canSubscribe: true,
			canPublish: true,
			canPublishSources: ['microphone', 'screen_share'],
			canPublishData: false,
			canUpdateOwnMetadata: false,
		})
		expect(place).toBe(`${video.room}/p_a.1`)
		const listener = claimsOf((await grantOf(engine, 'p_b', { sources: [] })).token)
		expect(listener.video).toMatchObject({ canPublish: false, canPublishSources: [] })
		await engine.removeParticipant(roomId, 'p_a' as ParticipantId)
		expect(claimsOf((await grantOf(engine, 'p_a')).token).sub).toBe('p_a.3')
		await engine.endRoom(roomId)
		await engine.ensureRoom(roomId, { maxParticipants: 12 })
		expect(claimsOf((await grantOf(engine, 'p_a')).token).video.room).not.toBe(video.room)
	})

	test('[ROOM-256] the next server is told of people who are still in the room of an earlier one', async () => {
		const { server, engine } = await openRoom()
		const person = await join(engine, 'p_a')
		const next = openEngine(server).engine
		await vi.waitFor(async () => expect(await next.hasEarlierRoom(roomId)).toBe(true), soon)
		expect([await engine.hasEarlierRoom(roomId), await next.hasEarlierRoom('room-2')]).toEqual([false, false])
		person.close()
		await vi.waitFor(async () => expect(await next.hasEarlierRoom(roomId)).toBe(false), soon)
	})

	test('[ROOM-256] a room that has ended is none of an earlier opening, nor is one of a LiveKit that does not answer', async () => {
		const { server, engine } = await openRoom()
		await join(engine, 'p_a')
		const next = openEngine(server).engine
		await vi.waitFor(async () => expect(await next.hasEarlierRoom(roomId)).toBe(true), soon)
		await engine.endRoom(roomId)
		expect(await engine.hasEarlierRoom(roomId)).toBe(false)
		await server.kill()
		expect(await next.hasEarlierRoom(roomId)).toBe(false)
	})

	test('[ROOM-247] a participant whom this server did not admit is out within seconds', async () => {
		const { engine, server } = await openRoom()
		await join(engine, 'p_a')
		const { token } = await grantOf(engine, 'p_b')
		const { url, key, secret } = server.settings
		const forged = new AccessToken(key, secret, { identity: 'p_c.1', ttl: 60 })
		forged.addGrant({ roomJoin: true, room: claimsOf(token).video.room, canPublishSources: [TrackSource.CAMERA] })
		const stranger = await connectLivekitParticipant({ url, token: await forged.toJwt() } as never)
		await vi.waitFor(() => expect(stranger.isConnected()).toBe(false), { timeout: 2_500, interval: 30 })
		expect(await engine.list(roomId)).toEqual([{ participantId: 'p_a', sources: [] }])
	})

	test('[ROOM-255] the recorder of Egress stays, and is no participant', async () => {
		const { engine, server, events } = await openRoom()
		await join(engine, 'p_a')
		const { token } = await grantOf(engine, 'p_b')
		const { url, key, secret } = server.settings
		const recorder = new AccessToken(key, secret, { identity: 'EG_1', ttl: 60 })
		recorder.kind = 'egress'
		recorder.addGrant({ roomJoin: true, room: claimsOf(token).video.room, canSubscribe: true, recorder: true })
		const egress = await connectLivekitParticipant({ url, token: await recorder.toJwt() } as never)
		onTestFinished(() => egress.close())
		// Two looks of the engine.
		await delay(4_500)
		expect(egress.isConnected()).toBe(true)
		expect(await engine.list(roomId)).toEqual([{ participantId: 'p_a', sources: [] }])
		expect(events.filter(({ type }) => type === 'joined')).toHaveLength(1)
	})

	test('[ROOM-247] a source that is sent again right after it was muted is announced again', async () => {
		const { engine, events } = await openRoom()
		const person = await join(engine, 'p_a')
		person.publish('microphone')
		const published = () => events.filter(event => event.type === 'published').length
		await vi.waitFor(() => expect(published()).toBe(1), soon)
		await engine.mute(roomId, 'p_a' as ParticipantId, 'microphone')
		person.publish('microphone')
		await vi.waitFor(() => expect(published()).toBe(2), soon)
	})

	test('[ROOM-249] after LiveKit was killed and started again, a new grant leads to a new room', async () => {
		const { engine, events, server } = await openRoom()
		const before = await grantOf(engine, 'p_a')
		await server.kill()
		expect(await engine.health()).toMatchObject({ ok: false })
		expect(await engine.grant(request('p_a'))).toMatchObject({ ok: false, failure: 'engine.unavailable' })
		await vi.waitFor(() => expect(events).toContainEqual({ type: 'unavailable' }), soon)
		await server.start()
		await vi.waitFor(() => expect(events).toContainEqual({ type: 'available' }), soon)
		const after = await grantOf(engine, 'p_a')
		expect(after.place).not.toBe(before.place)
		await expect(connectLivekitParticipant(before)).rejects.toThrow()
		const person = await connectLivekitParticipant(after)
		expect(person.isConnected()).toBe(true)
		person.close()
	})

	test('[ROOM-249] a restart that is over sooner costs no room: the next grant creates it again', async () => {
		const { engine, events, server } = await openRoom()
		const before = await grantOf(engine, 'p_a')
		await server.kill()
		await server.start()
		const after = await vi.waitFor(() => grantOf(engine, 'p_a'), soon)
		expect(after.place).toBe(before.place)
		const person = await connectLivekitParticipant(after)
		expect(person.isConnected()).toBe(true)
		person.close()
		expect(events.filter(({ type }) => type === 'unavailable')).toEqual([])
	})

	test('[ROOM-249] rooms of an earlier opening are deleted once their pages had time to reconnect', async () => {
		const server = await startLivekit(program ?? '')
		onTestFinished(() => server.kill())
		let passed = 0
		const now = () => Date.now() + passed
		const open = async () => {
			const engine = createLivekitEngine({ settings: server.settings, maxParticipants: 12, log: quiet, now })
			onTestFinished(() => engine.stop())
			await engine.ensureRoom(roomId, { maxParticipants: 12 })
			return { engine, name: claimsOf((await grantOf(engine, 'p_a')).token).video.room }
		}
		const first = await open()
		await first.engine.stop()
		const second = await open()
		const { apiUrl, key, secret } = server.settings
		const api = new RoomServiceClient(apiUrl, key, secret)
		const names = async () => (await api.listRooms()).map(({ name }) => name)
		expect(await names()).toContain(first.name)
		passed = 20_000
		await vi.waitFor(async () => expect(await names()).toEqual([second.name]), soon)
	})

	test('[ROOM-248] a webhook of LiveKit wakes the comparison', async () => {
		const app = fastify()
		onTestFinished(() => app.close())
		let woken = 0
		const { settings } = await startLivekitWith(app, () => woken++)
		const { engine } = openEngine({ settings })
		await engine.ensureRoom(roomId, { maxParticipants: 12 })
		await join(engine, 'p_a')
		await vi.waitFor(() => expect(woken).toBeGreaterThan(0), soon)
	})

	test('[ROOM-247] a woken comparison does not wait for the interval', async () => {
		const { engine, events } = await openRoom()
		// Half of the interval would pass on average.
		for (let round = 0; round < 5; round++) {
			const name = `p_${round}`
			await join(engine, name)
			await delay(150)
			const at = performance.now()
			engine.wake()
			await vi.waitFor(() => expect(events).toContainEqual({ type: 'joined', roomId, participantId: name }), soon)
			expect(performance.now() - at).toBeLessThan(1_000)
		}
	})

	test('[ROOM-258] a LiveKit that refuses the secret is said to refuse it, without a token or the secret in the log', async () => {
		const server = await startLivekit(program ?? '')
		onTestFinished(() => server.kill())
		const secret = 'another secret of the tests, also long enough'
		const lines: string[] = []
		const logged = () => lines.join('')
		const log = createLog('debug', { write: line => void lines.push(line) })
		const settings = { ...server.settings, secret, egressUrl: 'rtmp://127.0.0.1/live' }
		const { engine, events } = openEngine({ settings }, log)
		await engine.ensureRoom(roomId, { maxParticipants: 12 })
		// Before the first reconciliation nothing is known of LiveKit, so that these calls reach it.
		expect(await engine.grant(request('p_a'))).toMatchObject({ ok: false, failure: 'engine.unavailable' })
		expect(await engine.hasEarlierRoom(roomId)).toBe(false)
		expect(await engine.broadcaster?.start(roomId, 'rtmp://127.0.0.1/live/key')).toMatchObject({ ok: false })
		const stopped = await engine.broadcaster?.stop('EG_1').catch(error => error)
		const listed = await engine.broadcaster?.listRunning(roomId).catch(error => error)
		// Other code logs these errors as they are.
		for (const err of [stopped, listed]) if (err !== undefined) log.warn({ err }, 'logged by a caller')
		expect(listed).toBeInstanceOf(Error)
		await vi.waitFor(() => expect(events).toContainEqual({ type: 'unavailable' }), soon)
		expect(logged()).toMatch(/LiveKit refuses the key: .*PARLEY_LIVEKIT_KEY and PARLEY_LIVEKIT_SECRET/)
		expect(logged()).toContain('"reason":"invalid token: [token], error: ')
		expect(logged()).not.toContain('LiveKit does not answer')
		expect(await engine.health()).toMatchObject({ ok: false, detail: expect.not.stringContaining('eyJ') })
		expect(logged()).not.toContain('eyJ')
		expect(logged()).not.toContain(secret)
		await server.kill()
		await vi.waitFor(() => expect(logged()).toContain('LiveKit does not answer'), soon)
		expect(events.filter(({ type }) => type === 'unavailable')).toHaveLength(1)
	}, 40_000)

	test('[ROOM-251] doctor tells what is wrong with LiveKit', async () => {
		const server = await startLivekit(program ?? '')
		onTestFinished(() => server.kill())
		const check = (livekit: object | undefined, publicUrl?: string) =>
			checkLivekit({ media: { livekit } as never, publicUrl, tls: undefined })
		const { settings } = server
		expect(await check(undefined)).toEqual({ found: expect.stringContaining('none') })
		expect(await check(settings)).toEqual({ found: `${settings.url}, API at ${settings.apiUrl}` })
		expect(await check({ ...settings, above: 30 })).toEqual({ found: expect.stringMatching(/more than 30 people$/) })
		const egressUrl = 'rtmp://10.0.0.4/live'
		// This LiveKit has no Redis.
		expect(await check({ ...settings, egressUrl })).toMatchObject({ remedy: expect.stringContaining('Egress') })
		const withEgress = { ...(await serveApi({ validate: 'failure' })), egressUrl }
		expect(await check(withEgress)).toEqual({ found: expect.stringContaining(`Egress to ${egressUrl}`) })
		expect(await check(settings, 'https://meet.example.org')).toMatchObject({
			remedy: expect.stringContaining('wss://'),
		})
		expect(await check({ ...settings, secret: 'x'.repeat(40) })).toMatchObject({
			remedy: expect.stringContaining('keys'),
		})
		await server.kill()
		expect(await check(settings)).toMatchObject({ remedy: expect.stringContaining('Start LiveKit') })
		const open = await startLivekit(program ?? '', { opensRooms: true })
		onTestFinished(() => open.kill())
		expect(await check(open.settings)).toMatchObject({ remedy: expect.stringContaining('auto_create') })
	})
})

async function startLivekitWith(app: ReturnType<typeof fastify>, wake: () => void) {
	// The address is needed before LiveKit starts, and its key before the address is served.
	const settings = { url: '', apiUrl: '', key: 'parley', secret: 'a secret of the tests, long enough for LiveKit' }
	serveLivekitWebhook(app, { settings, wake })
	await app.listen({ host: '127.0.0.1', port: 0 })
	const { port } = app.server.address() as AddressInfo
	const server = await startLivekit(program ?? '', { webhook: `http://127.0.0.1:${port}/room/livekit/webhook` })
	onTestFinished(() => server.kill())
	return server
}

/** An API of LiveKit, whose answers the test decides by the name of the call. */
async function serveApi(answers: Record<string, object | 'failure'>) {
	const server = createServer((incoming, response) => {
		const answer = answers[incoming.url?.split('?')[0]?.split('/').at(-1) ?? ''] ?? {}
		response.writeHead(answer === 'failure' ? 503 : 200, { 'content-type': 'application/json' })
		response.end(JSON.stringify(answer === 'failure' ? { code: 'unavailable', msg: answer } : answer))
	}).listen(0, '127.0.0.1')
	await once(server, 'listening')
	onTestFinished(() => void server.close())
	onTestFinished(() => server.closeAllConnections())
	const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
	return { url: `ws://${address}`, apiUrl: `http://${address}`, key: 'key', secret: 's'.repeat(32) }
}

test('[ROOM-249] a room of which LiveKit says nothing for five seconds is replaced, and its pages alone are told', async () => {
	const answers: Record<string, object | 'failure'> = { ListParticipants: 'failure' }
	const { engine, events } = openEngine({ settings: await serveApi(answers) })
	await engine.ensureRoom(roomId, { maxParticipants: 12 })
	const before = await grantOf(engine, 'p_a')
	const startedAt = performance.now()
	await vi.waitFor(() => expect(events).toEqual([{ type: 'available', roomId }]), soon)
	expect(performance.now() - startedAt).toBeGreaterThan(4_000)
	expect((await grantOf(engine, 'p_a')).place).not.toBe(before.place)
})

test('[ROOM-249] a room that nobody could enter for five seconds is replaced, also while LiveKit still lists it', async () => {
	const answers: Record<string, object | 'failure'> = {}
	const { engine, events } = openEngine({ settings: await serveApi(answers) })
	await engine.ensureRoom(roomId, { maxParticipants: 12 })
	const before = await grantOf(engine, 'p_a')
	answers.CreateRoom = 'failure'
	await vi.waitFor(
		async () => {
			expect((await engine.grant(request('p_b'))).ok).toBe(false)
			expect(events).toEqual([{ type: 'available', roomId }])
		},
		{ timeout: 8_000, interval: 500 },
	)
	answers.CreateRoom = {}
	expect((await grantOf(engine, 'p_b')).place?.split('/')[0]).not.toBe(before.place?.split('/')[0])
})

test('[ROOM-249] nobody who enters waits for a LiveKit that has just failed', async () => {
	const answers: Record<string, object | 'failure'> = { ListRooms: 'failure' }
	const { engine, events } = openEngine({ settings: await serveApi(answers) })
	await engine.ensureRoom(roomId, { maxParticipants: 12 })
	await vi.waitFor(async () => expect((await engine.grant(request('p_a'))).ok).toBe(false), soon)
	await vi.waitFor(() => expect(events).toEqual([{ type: 'unavailable' }]), soon)
	answers.ListRooms = {}
	await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'available' }), soon)
	expect((await engine.grant(request('p_a'))).ok).toBe(true)
})

test('[ROOM-249] a LiveKit that could not be reached from here for a while goes on with its rooms', async () => {
	const answers: Record<string, object | 'failure'> = {}
	const { engine, events } = openEngine({ settings: await serveApi(answers) })
	await engine.ensureRoom(roomId, { maxParticipants: 12 })
	const before = await grantOf(engine, 'p_a')
	answers.ListRooms = 'failure'
	await vi.waitFor(() => expect(events).toEqual([{ type: 'unavailable' }]), soon)
	answers.ListRooms = { rooms: [{ name: before.place?.split('/')[0] }] }
	await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'available' }), soon)
	expect((await grantOf(engine, 'p_a')).place).toBe(before.place)
})

test('[ROOM-249] a LiveKit that accepts connections and never answers is unhealthy within seconds', async () => {
	const silent = createServer(() => {}).listen(0, '127.0.0.1')
	await once(silent, 'listening')
	onTestFinished(() => void silent.close())
	onTestFinished(() => silent.closeAllConnections())
	const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`
	const settings = { url: `ws://${address}`, apiUrl: `http://${address}`, key: 'key', secret: 's'.repeat(32) }
	const { engine } = openEngine({ settings })
	await engine.ensureRoom(roomId, { maxParticipants: 12 })
	const at = performance.now()
	expect(await engine.health()).toMatchObject({ ok: false })
	expect(await engine.grant(request('p_a'))).toMatchObject({ ok: false })
	expect(performance.now() - at).toBeLessThan(8_000)
})
