import { ImAppId, ImUserId } from '@parley/im'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { browserOf, createApp } from '../../../../http/index.ts'
import { createLog } from '../../../../platform/log.ts'
import { createTestServer, schedule, type TestClient, type TestServer } from '../../../../testing/testServer.ts'
import { memberRow } from '../../../messaging/index.ts'
import { repeatFilm } from '../testing/film.ts'
import { createTestEngine, type TestEngine } from '../testing/testEngine.ts'
import type { EmbeddedLiveEngine } from './engine.ts'
import { serveLive } from './http.ts'

const appId = v.parse(ImAppId, 'A')
let testEngine: TestEngine
let engine: EmbeddedLiveEngine
let origin: FastifyInstance
let testServer: TestServer

beforeEach(async () => {
	testEngine = await createTestEngine()
	engine = testEngine.engine
	testServer = await createTestServer({ engine })
	await engine.start()
	origin = await createApp({ log: createLog('silent'), tls: undefined, trustedProxies: 0 })
	serveLive(origin, engine, { browserOf })
})
afterEach(async () => {
	await origin.close()
	await testServer.close()
	await testEngine.close()
})

test('a viewer removed while watching loses access to playlists within seconds; others keep it', async () => {
	const anna = await testServer.signIn('anna')
	const [kicked, other] = [await testServer.visit(), await testServer.visit()]
	const meetingId = await schedule(anna, { live: 1, live_login: 0 })
	const { data } = await anna.send('GET /live/desk/publishing', { meetingId })
	await anna.send('POST /live/desk/start', { meetingId })
	const published = engine.publish(data.streamId, '192.0.2.1')
	if (!published.ok) throw new Error(published.failure)
	for (const tag of repeatFilm(3_000)) published.value.push(tag)
	const watch = async (client: typeof kicked) =>
		JSON.parse((await client.send('GET /live/getLiveStream', { meetingId })).text)
	const addressOf = ({ liveData }: Awaited<ReturnType<typeof watch>>) =>
		`${liveData.pullUrl[0].hlsPullUrl}/source/live.m3u8?token=${liveData.token}`
	const answer = await watch(kicked)
	const [seen, seenByOther] = [addressOf(answer), addressOf(await watch(other))]
	const status = async (url: string, { cookie }: TestClient) =>
		(await origin.inject({ url, headers: { cookie } })).statusCode
	expect([await status(seen, kicked), await status(seenByOther, other)]).toEqual([200, 200])
	expect(await status(seen, other)).toBe(403)

	const { store } = testServer.nouns.messaging
	const { chat_room_id: id } = JSON.parse(answer.room)
	const group = await store.findGroup(appId, id)
	const claims = JSON.parse(Buffer.from(answer.liveData.token.split('.')[1], 'base64url').toString())
	const row = { ...memberRow(v.parse(ImUserId, claims.viewer), 1, 'here' as const), banned: true }
	const conversation = { id, version: group?.version ?? 0, events: [], members: [row] }
	await store.commit([{ appId, now: testServer.clock.now(), conversation }])
	await expect.poll(() => status(seen, kicked), { timeout: 8_000 }).toBe(403)
	expect(await status(seenByOther, other)).toBe(200)
	expect((await watch(kicked)).code).toBe(40305)
})

test('[API-30, LIVE-26] the host’s broadcast plays only with a viewer’s token', async () => {
	const anna = await testServer.signIn('anna')
	const guest = await testServer.visit()
	const meetingId = await schedule(anna, { live: 1, live_login: 0 })
	const watch = async () => JSON.parse((await guest.send('GET /live/getLiveStream', { meetingId })).text).liveData
	const statusAt = async (path: string) =>
		(await origin.inject({ url: path, headers: { cookie: guest.cookie } })).statusCode

	const { data } = await anna.send('GET /live/desk/publishing', { meetingId })
	const published = engine.publish(data.streamId, '192.0.2.1')
	if (!published.ok) throw new Error(published.failure)
	for (const tag of repeatFilm(3_000)) published.value.push(tag)
	expect((await watch()).pullUrl).toEqual([])

	await anna.send('POST /live/desk/start', { meetingId })
	const waiting = await watch()
	const address = `${waiting.pullUrl[0].hlsPullUrl}${waiting.defaultSuffix}`
	expect([waiting.liveStatus, await statusAt(`${address}?unauth`)]).toEqual([-1, 204])

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
	expect(health.health).toMatchObject({ phase: 'publishing', definitions: [{ name: 'source' }, { name: 'audio' }] })

	await anna.send('POST /live/desk/end', { meetingId })
	const over = await watch()
	expect(over.liveStatus).toBe(0)
	const recording = `${over.pullUrl[0].hlsPullUrl}${over.recordingSuffix}?token=${over.token}`
	const { body } = await origin.inject({ url: recording, headers: { cookie: guest.cookie } })
	const segment = `${over.pullUrl[0].hlsPullUrl}/source/${/^\d.*m4s$/m.exec(body)?.[0]}`
	expect(await statusAt(segment)).toBe(200)

	await anna.send('POST /live/desk/start', { meetingId })
	const anew = await watch()
	expect([anew.liveStatus, anew.recordingSuffix, anew.pullUrl[0].suffix]).toEqual([-1, undefined, []])
	for (const url of [recording, segment, `${address}?unauth`, `${address}?token=${live.token}`])
		expect([url, await statusAt(url)]).toEqual([url, 404])
})
