import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, schedule, type TestServer } from '../http/testServer.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createEmbeddedLiveEngine, type EmbeddedLiveEngine } from './engine.ts'
import { serveLive } from './http.ts'
import { repeatFilm } from './testing/film.ts'

let folder: string
let engine: EmbeddedLiveEngine
let origin: FastifyInstance
let testServer: TestServer

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'parley-live-'))
	const rewind = { windowMs: 1_800_000, keepMs: 86_400_000 }
	engine = createEmbeddedLiveEngine({
		folder,
		rtmp: undefined,
		...rewind,
		clock: systemClock,
		log: createLog('silent'),
	})
	testServer = await createTestServer({ engine })
	await engine.start()
	origin = Fastify()
	serveLive(origin, engine)
})
afterEach(async () => {
	await origin.close()
	await testServer.close()
	await engine.close()
	await rm(folder, { recursive: true, force: true })
})

test('[API-30, LIVE-26] what the host publishes is played with the token of a viewer, and with no other', async () => {
	const anna = await testServer.signIn('anna')
	const guest = await testServer.visit()
	const meetingId = await schedule(anna, { live: 1, live_login: 0 })
	const watch = async () => JSON.parse((await guest.send('GET /live/getLiveStream', { meetingId })).text).liveData
	const statusAt = async (path: string) => (await origin.inject({ url: path })).statusCode

	const { data } = await anna.send('GET /live/desk/publishing', { meetingId })
	const published = engine.publish(data.streamId, '192.0.2.1')
	if (!published.ok) throw new Error(published.failure)
	for (const tag of repeatFilm(3_000)) published.value.push(tag)
	expect((await watch()).pullUrl).toEqual([])

	await anna.send('POST /live/desk/start', { meetingId })
	const waiting = await watch()
	const address = `${waiting.pullUrl[0].hlsPullUrl}${waiting.defaultSuffix}`
	expect([waiting.liveStatus, await statusAt(`${address}?unauth`)]).toEqual([-1, 404])

	for (const tag of repeatFilm(3_000, { fromMs: 3_000 })) published.value.push(tag)
	const live = await watch()
	expect(live.liveStatus).toBe(1)
	expect(live.pullUrl[0].suffix[0]).toMatchObject({ name: 'source', width: expect.any(Number) })
	expect(await statusAt(`${address}?unauth`)).toBe(200)
	expect(await statusAt(`${address}?token=${live.token}`)).toBe(200)
	expect(await statusAt(`${live.pullUrl[0].hlsPullUrl}${live.pullUrl[0].suffix[0].suffix}?token=${live.token}`)).toBe(
		200,
	)
	expect([await statusAt(address), await statusAt(`${address}?token=${live.token}x`)]).toEqual([403, 403])
	const { data: health } = await anna.send('GET /live/desk/state', { meetingId })
	expect(health.health).toMatchObject({ phase: 'publishing', definitions: [{ name: 'source' }] })

	await anna.send('POST /live/desk/end', { meetingId })
	const over = await watch()
	expect(over.liveStatus).toBe(0)
	expect(await statusAt(`${over.pullUrl[0].hlsPullUrl}${over.recordingSuffix}?token=${over.token}`)).toBe(200)
})
