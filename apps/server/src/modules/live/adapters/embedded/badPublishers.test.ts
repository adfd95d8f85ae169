import { setTimeout as delay } from 'node:timers/promises'
import { liveDelays, ok, refused } from '@parley/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { repeatFilm } from '../testing/film.ts'
import { RtmpClient } from '../testing/rtmpClient.ts'
import { anyPort, createTestEngine, type TestEngine } from '../testing/testEngine.ts'
import type { EmbeddedLiveEngine } from './engine.ts'
import { writeAmf0 } from './flv/amf0.ts'
import { writeMessage } from './rtmp/chunks.ts'
import { noDataMs } from './stream.ts'

const { publisherGraceMs } = liveDelays

let testEngine: TestEngine
let engine: EmbeddedLiveEngine
let port: number
let now: number
const heard: string[] = []

beforeEach(async () => {
	now = Date.UTC(2026, 2, 10)
	heard.length = 0
	testEngine = await createTestEngine({ rtmp: anyPort, clock: { now: () => now } })
	engine = testEngine.engine
	engine.useHooks({
		authorisePublish: async ({ key }) => (key === 'right' ? ok(undefined) : refused('key')),
		authoriseView: async () => true,
	})
	engine.onEvent(event => {
		if (event.type === 'silent') heard.push(event.reason)
		else if (event.type === 'publishing') heard.push(`publishing from ${event.address}`)
	})
	port = (await engine.start()) ?? 0
	await engine.createStream('abc')
})
afterEach(async () => {
	await testEngine.close()
})

async function publisher(localAddress?: string) {
	const client = new RtmpClient(port, localAddress)
	const status = await client.publish('abc?key=right')
	return { client, status }
}

async function publishing(localAddress?: string, fromMs = 0) {
	const { client, status } = await publisher(localAddress)
	expect(status).toMatchObject({ code: 'NetStream.Publish.Start' })
	const before = heard.length
	const bytesReceived = () => engine.stats('abc')?.bytesReceived ?? 0
	let bytes = bytesReceived()
	for (const tag of repeatFilm(3_000, { fromMs })) {
		client.send(tag)
		bytes += tag.body.length
	}
	await expect.poll(() => heard.length).toBe(before + 1)
	// Sends everything, so that nothing arrives after a test has moved the clock.
	await expect.poll(bytesReceived).toBe(bytes)
	await expect.poll(() => engine.stats('abc')?.definitions[0]?.lagMs).toBe(0)
	return client
}

test('a second publisher with the right key is refused with a reason, and the first continues', async () => {
	const first = await publishing()
	const { client, status } = await publisher()
	expect(status).toMatchObject({ level: 'error', description: 'Another publisher is already streaming.' })
	await client.closed
	const before = engine.stats('abc')?.bytesReceived ?? 0
	for (const tag of repeatFilm(1_000, { fromMs: 3_000 })) first.send(tag)
	await expect.poll(() => engine.stats('abc')?.bytesReceived).toBeGreaterThan(before)
	expect(heard).toEqual(['publishing from 127.0.0.1'])
})

test('a publisher silent for ten seconds on an open connection is disconnected, and may return from another address', async () => {
	const first = await publishing()
	now += noDataMs - 1
	await delay(700)
	expect(first.socket.closed).toBe(false)
	now += 1
	expect(await first.status()).toMatchObject({ level: 'error', description: 'noData' })
	await first.closed
	expect(engine.phase('abc')).toBe('silent')
	now += publisherGraceMs - 1_000
	await publishing('127.0.0.2', 500_000)
	expect(heard).toEqual(['publishing from 127.0.0.1', 'noData', 'publishing from 127.0.0.2'])
	expect(engine.phase('abc')).toBe('publishing')
})

test('a publisher with the key that never sends changes nothing for viewers', async () => {
	const { client } = await publisher()
	now += noDataMs
	await client.closed
	expect([engine.phase('abc'), heard]).toEqual(['waiting', []])
	await publishing()
})

test('a publisher with the key that sends neither video nor audio is disconnected, whatever else it sends', async () => {
	const { client } = await publisher()
	const metadata = () =>
		client.socket.write(writeMessage(4, 18, 1, writeAmf0('@setDataFrame', 'onMetaData', { width: 160 })))
	for (let part = 0; part < 3; part++) {
		const before = engine.stats('abc')?.bytesReceived ?? 0
		metadata()
		await expect.poll(() => engine.stats('abc')?.bytesReceived).toBeGreaterThan(before)
		now += noDataMs / 3
	}
	now += 1
	await client.closed
	expect([engine.phase('abc'), heard]).toEqual(['waiting', []])
})

test('corrupt media ends its connection with the reason; earlier media stays, and the next publisher is accepted', async () => {
	const first = await publishing()
	first.send({ type: 'video', timestampMs: 3_000, body: Buffer.from('1709000000ffffffffff', 'hex') })
	expect(await first.status()).toMatchObject({ level: 'error', description: 'corrupt' })
	await first.closed
	expect(heard).toEqual(['publishing from 127.0.0.1', 'corrupt'])
	expect(engine.lines('abc')[0]?.definitions[0]).toMatchObject({ name: 'source', width: 160 })
	await publishing()
})
