import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { livePublishPath, type PublishCalls, type PublishEvents, type PublishHello } from '@parley/api'
import { ok, refused } from '@parley/core'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '../../../../../platform/log.ts'
import { testFloods } from '../../../../../platform/testing/floodedGateway.suite.ts'
import { opusFilmBytes } from '../../testing/film.ts'
import { recordedFilm } from '../../testing/recordedFilm.ts'
import { createTestEngine, type TestEngine } from '../../testing/testEngine.ts'
import type { EmbeddedLiveEngine } from '../engine.ts'
import { noDataMs } from '../stream.ts'
import { attachPhoneGateway } from './gateway.ts'
import { lingerMs } from './phoneUpload.ts'

type Phone = Socket<PublishEvents, PublishCalls>

const log = createLog('silent')
const uploadId = 'a1'.repeat(16)
const greeting: PublishHello = { streamId: 'abc', key: 'right', uploadId, container: 'mp4-aac' }
let testEngine: TestEngine
let engine: EmbeddedLiveEngine
let server: Server
let gateway: ReturnType<typeof attachPhoneGateway>
let url = ''
let isAllowed = true
let isKnownHost = true
/** The engine's clock, in ms. */
let advanced = 0
const sockets: Phone[] = []
let key = 'right'
let phases: string[] = []

beforeEach(async () => {
	advanced = 0
	testEngine = await createTestEngine({ clock: { now: () => Date.now() + advanced } })
	engine = testEngine.engine
	await engine.start()
	await engine.createStream('abc')
	phases = []
	engine.onEvent(event => phases.push('reason' in event ? `${event.type} ${event.reason}` : event.type))
	key = 'right'
	isAllowed = true
	isKnownHost = true
	server = createServer()
	gateway = attach(server)
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

const attach = (server: Server) =>
	attachPhoneGateway({
		server,
		ingest: engine,
		authorisePublish: async request => {
			if (request.streamId !== 'abc') return refused('unknown')
			return request.key === key ? ok(undefined) : refused('key')
		},
		ffmpeg: () => undefined,
		createRateLimit: () => ({ consume: async () => (isAllowed ? { ok: true } : { ok: false }) }) as never,
		addressOf: () => '192.0.2.7',
		ownOriginOf: async ({ headers }) => (isKnownHost ? `http://${headers.host}` : undefined),
		log,
	})

afterEach(async () => {
	vi.useRealTimers()
	for (const socket of sockets.splice(0)) socket.disconnect()
	await gateway.stop()
	server.close()
	await testEngine.close()
})

async function phone() {
	const socket: Phone = io(url, {
		path: livePublishPath,
		transports: ['websocket'],
		forceNew: true,
		reconnection: false,
		// Pings follow real time, unlike the engine's clock.
		useNativeTimers: true,
	})
	sockets.push(socket)
	const ended: string[] = []
	socket.on('ended', reason => ended.push(reason))
	const welcome = await new Promise<unknown>((resolve, reject) => {
		socket.on('welcome', resolve)
		socket.on('connect_error', reject)
	})
	return {
		socket,
		ended,
		welcome,
		hello: (change: Partial<PublishHello> = {}) => socket.emitWithAck('hello', { ...greeting, ...change }),
		chunk: (number: number, bytes: Buffer) => socket.timeout(2_000).emitWithAck('chunk', number, bytes),
	}
}

const frames = () => engine.stats('abc')?.definitions[0]?.framesPerSecond ?? 0
const received = () => engine.stats('abc')?.bytesReceived ?? 0

describe('the camera of a phone', () => {
	test('its recording is on air, chunk by chunk, and acknowledged', async () => {
		const { hello, chunk, socket, welcome } = await phone()
		expect(welcome).toEqual({ containers: ['mp4-aac', 'mp4-opus'] })
		expect(await hello()).toEqual(ok({ nextChunk: 0 }))
		const pieces = recordedFilm()
		for (const [i, piece] of pieces.entries()) expect(await chunk(i, piece)).toBe(i + 1)
		expect(phases).toEqual(['publishing', 'definitions', 'playable', 'definitions'])
		expect(engine.lines('abc')[0]?.definitions[0]).toMatchObject({ width: 160, height: 90 })
		expect(engine.stats('abc')?.warnings).toEqual([])
		expect(frames()).toBeGreaterThan(0)
		await socket.timeout(2_000).emitWithAck('finish')
		expect(phases.at(-1)).toBe('silent disconnected')
	})

	test('audio of a browser without AAC is broadcast unchanged, and the host is warned which viewers may not hear it', async () => {
		const { hello, chunk } = await phone()
		expect(await hello({ container: 'mp4-opus' })).toEqual(ok({ nextChunk: 0 }))
		const bytes = opusFilmBytes()
		for (let i = 0; i * 10_000 < bytes.length; i++) await chunk(i, bytes.subarray(i * 10_000, (i + 1) * 10_000))
		expect(engine.lines('abc')[0]?.definitions[0]?.codecs).toMatch(/^avc1\.[0-9a-f]{6},opus$/)
		expect(engine.stats('abc')).toMatchObject({ warnings: ['opus'], droppedTags: 0 })
	})

	test('wrong key, unknown live, another container and nonsense are refused', async () => {
		const { hello, socket } = await phone()
		expect(await hello({ key: 'wrong' })).toEqual(refused('key'))
		expect(await hello({ streamId: 'nobody' })).toEqual(refused('unknown'))
		expect(await hello({ container: 'mkv-opus' })).toEqual(refused('container'))
		expect(await hello({ uploadId: 'short' })).toEqual(refused('input.invalid'))
		expect(await socket.emitWithAck('hello', undefined as never)).toEqual(refused('input.invalid'))
		await engine.end('abc')
		expect(await hello()).toEqual(refused('ended'))
	})

	test('a second publisher is refused while one is connected; a second upload of the same phone replaces the first', async () => {
		const first = await phone()
		await first.hello()
		const second = await phone()
		expect(await second.hello({ uploadId: 'b2'.repeat(16) })).toEqual(refused('busy'))
		expect(await first.hello({ uploadId: 'c3'.repeat(16) })).toEqual(ok({ nextChunk: 0 }))
	})

	test('a phone that lost its network continues from the last received chunk, without a gap for viewers', async () => {
		const pieces = recordedFilm()
		const first = await phone()
		await first.hello()
		for (const [i, piece] of pieces.slice(0, 6).entries()) await first.chunk(i, piece)
		first.socket.disconnect()
		const second = await phone()
		expect(await second.hello()).toEqual(ok({ nextChunk: 6 }))
		const before = received()
		// A repeated chunk that was already acknowledged is skipped.
		expect(await second.chunk(5, pieces[5] as Buffer)).toBe(6)
		expect(received()).toBe(before)
		for (let i = 6; i < pieces.length; i++) await second.chunk(i, pieces[i] as Buffer)
		expect(phases).toEqual(['publishing', 'definitions', 'playable', 'definitions'])
	})

	test('after a longer absence viewers see the interruption, and the same upload continues within the grace period', async () => {
		const pieces = recordedFilm()
		const first = await phone()
		await first.hello()
		for (const [i, piece] of pieces.slice(0, 4).entries()) await first.chunk(i, piece)
		first.socket.disconnect()
		await vi.waitFor(() => expect(phases.at(-1)).toBe('silent disconnected'), { timeout: lingerMs + 2_000 })
		const second = await phone()
		expect(await second.hello()).toEqual(ok({ nextChunk: 4 }))
		for (let i = 4; i < pieces.length; i++) await second.chunk(i, pieces[i] as Buffer)
		expect(phases.filter(phase => phase === 'publishing')).toHaveLength(2)
		expect(engine.stats('abc')).toMatchObject({ phase: 'publishing', warnings: [] })
	}, 15_000)

	test('the same upload on another connection replaces the first; a changed key ends it', async () => {
		const first = await phone()
		await first.hello()
		const second = await phone()
		expect(await second.hello()).toEqual(ok({ nextChunk: 0 }))
		await vi.waitFor(() => expect(first.ended).toEqual(['replaced']))
		key = 'another'
		engine.dropPublisher('abc')
		await vi.waitFor(() => expect(second.ended).toEqual(['replaced']))
		expect(await second.hello()).toEqual(refused('key'))
	})

	test('corrupt data, a missing chunk or no chunk at all ends only the upload', async () => {
		const [init = Buffer.alloc(0)] = recordedFilm()
		const { hello, chunk, ended, socket } = await phone()
		await hello()
		await chunk(0, Buffer.from('this is no film'))
		expect(ended).toEqual(['corrupt'])
		await hello({ uploadId: 'b2'.repeat(16) })
		await chunk(0, init)
		await chunk(2, init)
		expect(ended).toEqual(['corrupt', 'disconnected'])
		await hello({ uploadId: 'c3'.repeat(16) })
		socket.emit('chunk', 'zero' as never, 'text' as never, () => {})
		await vi.waitFor(() => expect(ended).toEqual(['corrupt', 'disconnected', 'corrupt']))
		expect(await hello({ uploadId: 'd4'.repeat(16) })).toEqual(ok({ nextChunk: 0 }))
	})

	test('connections beyond the limit of an address are refused', async () => {
		isAllowed = false
		await expect(phone()).rejects.toThrow()
	})

	test('[HTTP-01] connections to a host name without a site are refused', async () => {
		isKnownHost = false
		await expect(phone()).rejects.toThrow()
	})

	test('a phone that sends nothing is disconnected after ten seconds', async () => {
		const { hello, ended } = await phone()
		await hello()
		advanced = noDataMs / 2
		await delay(700)
		expect(ended).toEqual([])
		advanced = noDataMs
		await vi.waitFor(() => expect(ended).toEqual(['noData']), { timeout: 5_000 })
	})
})

test('an ended upload is forgotten: the same id begins a new one', async () => {
	const { hello, chunk, socket } = await phone()
	await hello()
	expect(await chunk(0, recordedFilm()[0] as Buffer)).toBe(1)
	await socket.timeout(2_000).emitWithAck('finish')
	expect(await hello()).toEqual(ok({ nextChunk: 0 }))
})

test('when the server stops, publishers are disconnected at once', async () => {
	const { hello, chunk } = await phone()
	await hello()
	for (const [i, piece] of recordedFilm().entries()) await chunk(i, piece)
	expect(engine.phase('abc')).toBe('publishing')
	await gateway.stop()
	expect(engine.phase('abc')).toBe('silent')
})

test('after a stop connections are no longer checked', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	const another = attach(createServer())
	expect(vi.getTimerCount()).toBe(1)
	await another.stop()
	expect(vi.getTimerCount()).toBe(0)
})

test('a connection silent for ten seconds is closed, unless it has sent hello', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	const [silent, publishing] = [await phone(), await phone()]
	expect(await publishing.hello()).toEqual(ok({ nextChunk: 0 }))
	vi.advanceTimersByTime(9_900)
	await delay(100)
	expect([silent.socket.connected, publishing.socket.connected]).toEqual([true, true])
	vi.advanceTimersByTime(200)
	await vi.waitFor(() => expect(silent.socket.connected).toBe(false))
	expect([publishing.socket.connected, publishing.ended]).toEqual([true, []])
})

/** Connects again; returns whether the connection was admitted. */
function isLetIn(): Promise<boolean> {
	const socket: Phone = io(url, {
		path: livePublishPath,
		transports: ['websocket'],
		forceNew: true,
		reconnection: false,
	})
	sockets.push(socket)
	return new Promise(resolve => {
		socket.on('welcome', () => resolve(true))
		socket.io.on('close', () => resolve(false))
	})
}

test('silent strangers take at most eight places of an address, and none reserved for publishers', async () => {
	const opened = await Promise.all(Array.from({ length: 8 }, phone))
	expect(await isLetIn()).toBe(false)
	opened[7]?.socket.disconnect()
	await expect.poll(isLetIn).toBe(true)
	expect(await isLetIn()).toBe(false)
	// Once one publishes, its address is known.
	expect(await opened[0]?.hello()).toEqual(ok({ nextChunk: 0 }))
	for (let count = 0; count < 4; count++) await phone()
	expect(opened.slice(0, 7).every(({ socket }) => socket.connected)).toBe(true)
})

testFloods('[OP-118]', () => ({ url, path: livePublishPath }))
