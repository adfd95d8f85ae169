import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { MeetingId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { meetingIds } from '../../../../demo/index.ts'
import { type DemoMember, signInAs } from '../../../../demo/testing/demoMember.ts'
import { openDatabase } from '../../../../platform/database.ts'
import { freePort } from '../../../../platform/testing/freePort.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
} from '../../../../platform/testing/serverProcess.ts'
import { createSqlLiveStore } from '../../index.ts'
import { playFilm } from '../testing/film.ts'
import { RtmpClient } from '../testing/rtmpClient.ts'
import { parsePlaylist } from './origin/conformance.ts'

const recordedId = meetingIds.ended
const liveId = meetingIds.soon
const dayMs = 86_400_000
const patience = { timeout: 30_000, interval: 100 }

let folder: string
let rtmpPort: number
let server: ServerProcess
let host: DemoMember
let stopPublishing = () => {}

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'parley-restart-'))
	rtmpPort = await freePort()
	await start()
	host = await signInAs(server, 'hanmei')
})
afterEach(async () => {
	stopPublishing()
	await stopServerProcess(server, 'SIGKILL')
	rmSync(folder, { recursive: true, force: true })
})

async function start() {
	const settings = { PARLEY_DATA: folder, PARLEY_LOG: 'warn', PARLEY_DEMO: '1', PARLEY_RTMP_PORT: String(rtmpPort) }
	server = await startServerProcess(settings)
}

/** Makes a call as the host and returns its answer. */
const get = async (path: string) => JSON.parse(await (await fetch(server.url(path), { headers: host.headers })).text())
async function desk(call: 'start' | 'end') {
	const body = JSON.stringify({ meetingId: liveId, _token: host.csrfToken })
	const answer = await fetch(server.url(`/live/desk/${call}`), { method: 'POST', headers: host.headers, body })
	expect(answer.status).toBe(200)
}
const watch = async (meetingId: string) => (await get(`/live/getLiveStream?meetingId=${meetingId}`)).liveData
const statusOf = async (meetingId: string) => (await get(`/live/getLiveStatus?roomId=${meetingId}`)).data
const onAir = { liveStatus: 1, meetingStatus: 2 }

/** Publishes in real time, like an encoder with that key. */
async function publish(streamKey: string) {
	const client = new RtmpClient(rtmpPort)
	expect(await client.publish(streamKey)).toMatchObject({ code: 'NetStream.Publish.Start' })
	const stop = playFilm(tag => client.send(tag))
	stopPublishing = () => {
		stop()
		client.socket.destroy()
	}
}

/** Returns the segments of a recording with their bytes, by number. */
async function recordingOf(meetingId: string) {
	const { pullUrl, recordingSuffix, token } = await watch(meetingId)
	const base = pullUrl[0].hlsPullUrl
	const text = await (
		await fetch(server.url(`${base}${recordingSuffix}?token=${token}`), { headers: host.headers })
	).text()
	const { segments } = parsePlaylist(text)
	const media = await Promise.all(
		segments.map(async ({ uri = '' }) => {
			const answer = await fetch(server.url(`${base}/source/${uri}`))
			expect([uri, answer.status]).toEqual([uri, 200])
			return [uri, (await answer.bytes()).length] as const
		}),
	)
	return { media: new Map(media), segments }
}

const filesIn = (path: string) => readdirSync(join(folder, 'live', path), { recursive: true, encoding: 'utf8' }).sort()

test('a restart loses no lives: a recording is playable, and one on air continues when its publisher reconnects', async () => {
	const recorded = await recordingOf(recordedId)
	const recordedStream = basename((await watch(recordedId)).pullUrl[0].hlsPullUrl)
	expect(recorded.media.size).toBeGreaterThan(0)
	const { data: publishing } = await get(`/live/desk/publishing?meetingId=${liveId}`)
	await publish(publishing.streamKey)
	await desk('start')
	await expect.poll(() => statusOf(liveId), patience).toMatchObject(onAir)
	const watched = await watch(liveId)
	const playlist = `${watched.pullUrl[0].hlsPullUrl}/source/live.m3u8?token=${watched.token}`
	const listed = async () =>
		parsePlaylist(await (await fetch(server.url(playlist), { headers: host.headers })).text()).segments
	await expect.poll(async () => (await listed()).length, patience).toBeGreaterThan(4)
	const shown = (await listed()).slice(0, 4).map(({ uri }) => uri)

	await stopServerProcess(server)
	stopPublishing()
	const kept = [recordedStream, publishing.streamId].map(filesIn)
	// A stream without a live is removed, which marks the end of the first clean-up.
	cpSync(join(folder, 'live', recordedStream), join(folder, 'live', 'left-behind'), { recursive: true })
	// On air for so long that it ends once no picture is expected any more.
	const { db, close } = await openDatabase({ folder })
	const startedAt = Date.now() - dayMs - 60_000
	await createSqlLiveStore(db).setStatus(v.parse(MeetingId, liveId), ['onAir'], { status: 'onAir', startedAt })
	await close()

	await start()
	await expect.poll(() => existsSync(join(folder, 'live', 'left-behind')), patience).toBe(false)
	expect(await statusOf(liveId)).toMatchObject({ liveStatus: -1, meetingStatus: 2 })
	for (const [index, stream] of [recordedStream, publishing.streamId].entries()) {
		expect(filesIn(stream)).toEqual(expect.arrayContaining(kept[index] ?? []))
	}
	expect((await recordingOf(recordedId)).media).toEqual(recorded.media)

	await publish(publishing.streamKey)
	await expect.poll(() => statusOf(liveId), patience).toMatchObject(onAir)
	await expect.poll(async () => (await listed()).length, patience).toBeGreaterThan(2)
	await desk('end')
	const whole = await recordingOf(liveId)
	expect([...whole.media.keys()]).toEqual(expect.arrayContaining(shown))
	expect(whole.segments.filter(({ isDiscontinuity }) => isDiscontinuity)).toHaveLength(1)
}, 180_000)
