import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { RecordingId, recordingMediaPath } from '@parley/api'
import { type MeetingId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
	createTestServer,
	type PersonName,
	schedule,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'
import { dispositionOf, rangeOf } from './adapters/serveRecordings.ts'
import { createSqlRecordingStore } from './store.sql.ts'
import { syntheticInit, syntheticMedia } from './testing/syntheticRecording.ts'

let testServer: TestServer
let anna: TestClient
let meetingId: MeetingId
let count = 0

beforeAll(async () => {
	testServer = await createTestServer({ callLimits: false })
	anna = await testServer.signIn('anna')
})
afterAll(() => testServer.close())

const folder = () => join(dirname(testServer.pictureFolder), 'recordings')
const recordings = () => testServer.nouns.recording.recordings
const listOf = `GET /meeting/meetings/`
const dayMs = 86_400_000

/** A recording of six seconds that the end of a process interrupted, with members who were there. */
async function record(attended: PersonName[] = [], { meeting = meetingId, at = testServer.clock.now() } = {}) {
	const id = v.parse(RecordingId, `rec_${String(++count).padStart(16, '0')}`)
	const store = createSqlRecordingStore(testServer.database.db)
	await store.insert({ id, meetingId: meeting, siteId: v.parse(SiteId, siteOfA()), startedAt: at })
	for (const name of attended) await store.addPerson(id, v.parse(UserId, `u-${name}`))
	mkdirSync(join(folder(), id), { recursive: true })
	writeFileSync(join(folder(), id, 'init.mp4'), syntheticInit)
	writeFileSync(join(folder(), id, 'media'), syntheticMedia(6))
	return id
}
const siteOfA = () => anna && siteIdOfMeetings

let siteIdOfMeetings = ''
beforeAll(async () => {
	meetingId = await schedule(anna)
	siteIdOfMeetings = (await testServer.nouns.meeting.meetings.find(meetingId))?.siteId ?? ''
})

async function finishedRecording(...asked: Parameters<typeof record>) {
	const id = await record(...asked)
	await recordings().finishInterrupted()
	return id
}

async function listed(client: TestClient, meeting = meetingId) {
	const { data } = await client.send(`${listOf}${meeting}/recordings`)
	return data as { data: { id: string; duration_ms?: number }[]; may_delete: number }
}

const cookieOf = (headers: Record<string, unknown>) =>
	[headers['set-cookie']]
		.flat()
		.map(String)
		.find(text => text.startsWith('parley_live='))
		?.split(';')[0] ?? ''

async function openRecording(client: TestClient, id: RecordingId) {
	const reply = await client.send(`POST /meeting/recordings/${id}/open`)
	return { reply, cookie: cookieOf(reply.headers) }
}

const fetchMedia = (id: string, file: string, cookie: string, headers: Record<string, string> = {}) =>
	testServer.app.inject({
		url: `${recordingMediaPath(id as RecordingId)}/${file}`,
		headers: { host: anna.host, cookie, ...headers },
	})

test('[ROOM-154] an interrupted recording is listed without a duration until it is finished', async () => {
	const id = await record()
	expect((await listed(anna)).data).toMatchObject([{ id }])
	expect((await listed(anna)).data[0]).not.toHaveProperty('duration_ms')
	expect((await openRecording(anna, id)).reply.http).toBe(404)
	await recordings().finishInterrupted()
	expect((await listed(anna)).data).toMatchObject([{ id, duration_ms: 6_000 }])
})

test('[ROOM-154] one without media disappears when it is finished, with its files', async () => {
	const id = await record()
	writeFileSync(join(folder(), id, 'media'), '')
	await recordings().finishInterrupted()
	expect((await listed(anna)).data.map(({ id }) => id)).not.toContain(id)
	expect(readdirSync(folder())).not.toContain(id)
})

test('[ROOM-155] the owner sees a recording, and members who were there; nobody else, not even an administrator', async () => {
	const id = await finishedRecording(['ben'])
	const see = async (name: PersonName) =>
		(await listed(await testServer.signIn(name))).data.some(item => item.id === id)
	expect(await see('ben')).toBe(true)
	for (const name of ['admin', 'owner', 'sees-all', 'yves', 'zoe'] as const) expect(await see(name)).toBe(false)
	const guest = await testServer.visit()
	expect((await guest.send(`${listOf}${meetingId}/recordings`)).http).toBe(401)
	expect((await listed(anna)).may_delete).toBe(1)
})

test('[ROOM-155] who was there from another company sees nothing, nor does who acts for another company', async () => {
	const id = await finishedRecording(['both', 'yves'])
	const both = await testServer.signIn('both')
	const sees = async (client: TestClient) => (await listed(client)).data.some(item => item.id === id)
	expect(await sees(await testServer.signIn('yves'))).toBe(false)
	expect(await sees(both)).toBe(true)
	both.corpId = 'Y'
	expect(await sees(both)).toBe(false)
	expect((await openRecording(both, id)).reply.http).toBe(404)
})

test('[ROOM-156] playlist, segments and file are served to the browser that opened it, whole and in ranges', async () => {
	const id = await finishedRecording()
	const { reply, cookie } = await openRecording(anna, id)
	expect(reply.data).toEqual({
		playlist: `${recordingMediaPath(id)}/playlist.m3u8`,
		download: `${recordingMediaPath(id)}/recording.mp4`,
	})
	expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly/)
	expect(String(reply.headers['set-cookie'])).toContain(`Path=${recordingMediaPath(id)}`)
	const playlist = await fetchMedia(id, 'playlist.m3u8', cookie)
	expect(playlist.headers['content-type']).toBe('application/vnd.apple.mpegurl')
	expect((await fetchMedia(id, 'init.mp4', cookie)).rawPayload.equals(syntheticInit)).toBe(true)
	const names = playlist.body.split('\n').filter(line => line.endsWith('.m4s'))
	const segments = await Promise.all(names.map(async name => (await fetchMedia(id, name, cookie)).rawPayload))
	expect(Buffer.concat(segments).equals(syntheticMedia(6))).toBe(true)

	const whole = await fetchMedia(id, 'recording.mp4', cookie)
	expect(whole.statusCode).toBe(200)
	expect(whole.headers).toMatchObject({
		'content-length': String(whole.rawPayload.length),
		'accept-ranges': 'bytes',
		'cache-control': 'private, no-store',
		'content-disposition': expect.stringContaining("filename*=UTF-8''Harbour%20plans%202026-"),
	})
	expect(whole.rawPayload.subarray(-syntheticMedia(6).length).equals(syntheticMedia(6))).toBe(true)
	const size = whole.rawPayload.length
	for (const [range, from, to] of [
		['bytes=0-0', 0, 0],
		['bytes=10-400', 10, 400],
		[`bytes=${size - 5}-`, size - 5, size - 1],
		['bytes=-7', size - 7, size - 1],
	] as const) {
		const part = await fetchMedia(id, 'recording.mp4', cookie, { range })
		expect(part.statusCode).toBe(206)
		expect(part.headers['content-range']).toBe(`bytes ${from}-${to}/${size}`)
		expect(part.rawPayload.equals(whole.rawPayload.subarray(from, to + 1))).toBe(true)
	}
	expect((await fetchMedia(id, 'recording.mp4', cookie, { range: `bytes=${size}-` })).statusCode).toBe(416)
	for (const file of ['media', 'head.mp4', '..%2F..%2Fsecrets.json', 'x.m4s', '0-99999999999.m4s'])
		expect((await fetchMedia(id, file, cookie)).statusCode).toBe(404)
})

test('[ROOM-157] without the cookie, with a forged or expired one, or that of another recording, there is nothing', async () => {
	const [id, other] = [await finishedRecording(), await finishedRecording()]
	const { cookie } = await openRecording(anna, id)
	const { cookie: ofOther } = await openRecording(anna, other)
	const status = async (text: string) => (await fetchMedia(id, 'playlist.m3u8', text)).statusCode
	expect(await status(cookie)).toBe(200)
	const forged = cookie.slice(0, -6) + (cookie.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA')
	for (const text of ['', 'parley_live=', 'parley_live=x.y.z', forged, ofOther]) expect(await status(text)).toBe(404)
	testServer.clock.advance(12 * 3_600_000 + 1_000)
	expect(await status(cookie)).toBe(404)
	anna = await testServer.signIn('anna')
})

test('[ROOM-157] the cookie ends with the sign-in it was given to', async () => {
	const id = await finishedRecording(['ben'])
	const ben = await testServer.signIn('ben')
	const { cookie } = await openRecording(ben, id)
	expect((await fetchMedia(id, 'init.mp4', cookie)).statusCode).toBe(200)
	await ben.send('POST /auth/logout')
	expect((await fetchMedia(id, 'init.mp4', cookie)).statusCode).toBe(404)
})

test('[ROOM-157] strangers, guests and other sites cannot open a recording, and do not learn that it exists', async () => {
	const id = await finishedRecording(['ben'])
	for (const name of ['admin', 'yves', 'zoe'] as const) {
		const client = await testServer.signIn(name)
		const { reply, cookie } = await openRecording(client, id)
		expect([reply.http, cookie]).toEqual([404, ''])
		expect((await client.send(`DELETE /meeting/recordings/${id}`)).http).toBe(404)
	}
	expect((await openRecording(await testServer.visit(), id)).reply.http).toBe(401)
	expect((await openRecording(anna, 'rec_0123456789abcdef' as RecordingId)).reply.http).toBe(404)
})

test('[ROOM-158] the owner deletes a recording that is finished, with its files and cookies; who was there does not', async () => {
	const id = await finishedRecording(['ben'])
	const { cookie } = await openRecording(anna, id)
	expect((await (await testServer.signIn('ben')).send(`DELETE /meeting/recordings/${id}`)).http).toBe(403)
	expect((await anna.send(`DELETE /meeting/recordings/${id}`, {}, { csrf: null })).http).toBe(419)
	const running = await record()
	expect((await anna.send(`DELETE /meeting/recordings/${running}`)).http).toBe(409)
	expect((await anna.send(`DELETE /meeting/recordings/${id}`)).http).toBe(200)
	expect((await fetchMedia(id, 'playlist.m3u8', cookie)).statusCode).toBe(404)
	expect(readdirSync(folder())).not.toContain(id)
	await recordings().finishInterrupted()
})

test('[ROOM-158] recordings are deleted with their meeting, and by the retention of their site', async () => {
	const meeting = await schedule(anna)
	const [old, young] = [
		await finishedRecording([], { meeting, at: testServer.clock.now() - 8 * dayMs }),
		await finishedRecording([], { meeting, at: testServer.clock.now() - 6 * dayMs }),
	]
	await testServer.set('A', { recordingDays: 7 })
	await recordings().removeOld()
	expect((await listed(anna, meeting)).data.map(({ id }) => id)).toEqual([young])
	expect(readdirSync(folder())).not.toContain(old)
	expect((await anna.send(`DELETE /meeting/meetings/${meeting}`)).http).toBe(200)
	await expect.poll(() => readdirSync(folder())).not.toContain(young)
	await testServer.set('A', { recordingDays: 30 })
})

test('[ROOM-158] a site that turns recording off keeps what it has for 30 days', async () => {
	const now = testServer.clock.now()
	const old = await finishedRecording([], { at: now - 31 * dayMs })
	const young = await finishedRecording([], { at: now - 29 * dayMs })
	await testServer.set('A', { recordingDays: 0 })
	await recordings().removeOld()
	const ids = (await listed(anna)).data.map(({ id }) => id)
	expect(ids).toContain(young)
	expect(ids).not.toContain(old)
	await testServer.set('A', { recordingDays: 30 })
})

test.each([
	[undefined, undefined],
	['items=0-1', undefined],
	['bytes=5-3', undefined],
	['bytes=0-1,4-5', undefined],
	['bytes=0-', { from: 0, to: 9 }],
	['bytes=3-99', { from: 3, to: 9 }],
	['bytes=-20', { from: 0, to: 9 }],
	['bytes=-0', 'unsatisfiable'],
	['bytes=10-', 'unsatisfiable'],
])('the range %s of ten bytes', (header, range) => {
	expect(rangeOf(header, 10)).toEqual(range)
})

test('a topic becomes a file name that no system refuses', () => {
	const startedAt = Date.UTC(2026, 2, 10)
	expect(dispositionOf({ topic: '预算/Q1 "draft"\n', startedAt })).toBe(
		`attachment; filename="recording 2026-03-10.mp4"; filename*=UTF-8''${encodeURIComponent('预算 Q1 draft 2026-03-10.mp4')}`,
	)
})
