import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MeetingId } from '@parley/core'
import { contentTypes, ImAppId } from '@parley/im'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSqlLiveStore } from '../modules/live/index.ts'
import { createSqlMessagingStore } from '../modules/messaging/index.ts'
import { openDatabase } from '../platform/database.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
	tryStartServerProcess,
} from '../platform/testing/serverProcess.ts'
import { mainSite, meetingIds } from './index.ts'

let folder: string
const running: ServerProcess[] = []

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'parley-demo-'))
})
afterEach(async () => {
	for (const server of running.splice(0)) await stopServerProcess(server)
	rmSync(folder, { recursive: true, force: true })
})

const inFolder = (settings: Record<string, string>) => ({ PARLEY_DATA: folder, PARLEY_LOG: 'warn', ...settings })
async function start(settings: Record<string, string> = {}) {
	const server = await startServerProcess(inFolder(settings))
	running.push(server)
	return server
}
const reached = { PARLEY_URL: 'https://meet.example.org' }

const identify = (server: ServerProcess, headers: Record<string, string> = {}) =>
	fetch(server.url('/shell/identify'), {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify({ app: 'weixin', subject: 'wx-hanmei' }),
	})

test('on this machine the demo is enabled by default, and signs nothing for clients behind a proxy', async () => {
	const started = await start()
	expect(started.output()).toContain('Demo people (password')
	for (const [id, note] of [
		['384620917', 'on air, open to everybody'],
		['730582146', 'on air, password 123456'],
		['260418375', 'not started; its host hanmei starts it'],
		['915274608', 'ended, with a recording'],
	]) {
		expect(started.output()).toContain(`/liveBroadcast?roomId=${id}  ${note}\n`)
	}
	expect((await identify(started)).status).toBe(200)
	expect((await identify(started, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(403)
	expect((await fetch(started.url('/shell/inbox'))).status).toBe(200)
	expect((await fetch(started.url('/shell/inbox'), { headers: { 'x-forwarded-host': 'a.example' } })).status).toBe(403)
})

test('if other machines have access the demo is off, and the banner says how to enable it', async () => {
	const started = await start(reached)
	expect(started.output()).toContain('PARLEY_DEMO=1')
	expect(started.output()).not.toContain('Demo people (password')
	expect(started.output()).not.toContain('/liveBroadcast')
	expect(started.output()).toContain('parley -- site create')
	expect((await identify(started)).status).toBe(404)
	expect((await fetch(started.url('/shell/inbox'))).status).toBe(404)
})

test('a demo made on this machine is not opened to others by accident: the start is refused in one sentence', async () => {
	const started = await start()
	await stopServerProcess(started)
	for (const settings of [reached, { ...reached, PARLEY_DEMO: '0' }]) {
		const { failed } = await tryStartServerProcess(inFolder(settings))
		expect(failed?.exitCode).toBe(1)
		expect(failed?.output.trim().split('\n')).toEqual([expect.stringContaining('parley -- demo close')])
	}
	const written = await start({ ...reached, PARLEY_DEMO: '1' })
	expect(written.output()).toContain('Demo people (password')
	expect(written.output()).toContain('WARNING: other machines reach this address')
})

test('the broadcast on air has an introduction, a background, messages and an answered question, once', async () => {
	const first = await start()
	const detail = await fetch(first.url(`/live/getLiveStream?meetingId=${meetingIds.inProgress}`))
	const room = JSON.parse(((await detail.json()) as { room: string }).room) as Record<'details' | 'live_bg_img', string>
	expect(room.details).toContain('移动端二期')
	expect((await fetch(first.url(room.live_bg_img))).headers.get('content-type')).toBe('image/jpeg')
	const said = async () => {
		const { db, close } = await openDatabase({ folder })
		const store = createSqlMessagingStore(db)
		const live = await createSqlLiveStore(db).find(v.parse(MeetingId, meetingIds.inProgress))
		if (!live) throw new Error('there is no live')
		const questions = await Promise.all(
			[1, 2, 3, 4].map(
				async hisId => (await store.findEvent(v.parse(ImAppId, mainSite), live.askRoomId, hisId))?.body.type,
			),
		)
		const discussion = await Promise.all(
			[1, 2, 3].map(
				async hisId => (await store.findEvent(v.parse(ImAppId, mainSite), live.chatRoomId, hisId))?.body.type,
			),
		)
		await close()
		return { questions, discussion }
	}
	const { answer, text } = contentTypes
	const expected = { questions: [text, answer, text, undefined], discussion: [text, text, text] }
	await stopServerProcess(first)
	expect(await said()).toEqual(expected)
	await stopServerProcess(await start())
	expect(await said()).toEqual(expected)
})

test('the recording is accompanied by its discussion, once and in its time', async () => {
	const server = await start()
	const { url } = server
	const answer = await (await fetch(url(`/live/getLiveStream?meetingId=${meetingIds.ended}`))).json()
	const { liveData } = answer as {
		liveData: { pullUrl: { hlsPullUrl: string }[]; recordingSuffix: string; token: string }
	}
	const address = `${liveData.pullUrl[0]?.hlsPullUrl}${liveData.recordingSuffix}?token=${liveData.token}`
	const playlist = await (await fetch(url(address))).text()
	const startAt = Date.parse(/#EXT-X-PROGRAM-DATE-TIME:(\S+)/.exec(playlist)?.[1] ?? '')
	const endS = [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0)
	await stopServerProcess(server)
	await stopServerProcess(await start())
	const { db, close } = await openDatabase({ folder })
	const store = createSqlMessagingStore(db)
	const live = await createSqlLiveStore(db).find(v.parse(MeetingId, meetingIds.ended))
	if (!live) throw new Error('there is no live')
	const find = (hisId: number) => store.findEvent(v.parse(ImAppId, mainSite), live.chatRoomId, hisId)
	const said = await Promise.all([1, 2, 3, 4].map(find))
	await close()
	expect(said[3]).toBeUndefined()
	for (const event of said.slice(0, 3)) {
		const positionS = ((event?.ts ?? 0) - startAt) / 1000
		expect(positionS).toBeGreaterThan(0)
		expect(positionS).toBeLessThan(endS)
	}
})
