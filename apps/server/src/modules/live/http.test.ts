import type { MeetingId } from '@parley/core'
import { contentTypes, ImAppId, ImUserId, memberRoles } from '@parley/im'
import { roomLimits } from '@parley/room'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestServer, hostB, schedule, type TestClient, type TestServer } from '../../testing/testServer.ts'
import { memberRow } from '../messaging/index.ts'
import type { LiveArchive } from './index.ts'

let testServer: TestServer
let anna: TestClient
let guest: TestClient

beforeEach(async () => {
	testServer = await createTestServer({ callLimits: false })
	anna = await testServer.signIn('anna')
	guest = await testServer.visit()
})
afterEach(() => testServer.close())

const open = { live: 1, live_login: 0 }
const appId = v.parse(ImAppId, 'A')

async function watch(meetingId: MeetingId | string, client = guest, fields: object = {}) {
	const reply = await client.send('GET /live/getLiveStream', { meetingId, ...fields })
	const { room, liveData } = JSON.parse(reply.text)
	return { ...reply, room: room && JSON.parse(room), live: liveData }
}
const desk = (name: string, meetingId: string, fields: object = {}, client = anna) =>
	client.send(`POST /live/desk/${name}`, { meetingId, ...fields })
const deskState = async (meetingId: string) => (await anna.send('GET /live/desk/state', { meetingId })).data
const flat = async (route: string, fields: object, client = guest) =>
	JSON.parse((await client.send(route, fields)).text)
const statusOf = async (roomId: string) => (await flat('GET /live/getLiveStatus', { roomId })).data
const streamOf = async (meetingId: string) =>
	(await anna.send('GET /live/desk/publishing', { meetingId })).data.streamId as string
const mayView = (streamId: string, token: string) =>
	testServer.liveEngine.hooks().authoriseView(streamId, token, undefined)
const settled = () => new Promise(resolve => setTimeout(resolve, 20))

async function onAir(fields: object = open): Promise<{ id: MeetingId; streamId: string }> {
	const id = await schedule(anna, fields)
	const streamId = await streamOf(id)
	expect(await desk('start', id)).toMatchObject({ code: 200 })
	testServer.liveEngine.publish(streamId)
	return { id, streamId }
}

/** Lets Anna enter the room of her meeting. */
async function enterRoom(meetingId: MeetingId) {
	const asked = { meetingId, display_name: 'Anna', action: 'webJoin', language: 'zh', openAudio: 1, openVideo: 0 }
	const { data } = await anna.send('POST /meeting/joinMeeting', asked)
	const ticket = String(data.rtc_join_url).split('#ticket=')[1] ?? ''
	const entered = await testServer.nouns.room.rooms.enter({ kind: 'ticket', ticket }, 'socket-1')
	if (!entered.ok) throw new Error(entered.failure)
	return { meetingId, participantId: entered.value.self, connection: 'socket-1' }
}

/** Returns the messages of a room, oldest first. */
async function written(gid: string) {
	const range = { limit: 50, from: 'oldest' } as const
	return await testServer.nouns.messaging.store.readEvents(appId, gid, range)
}

/** Bans a viewer, as a moderator does. */
async function ban(gid: string, uid: string) {
	const { store } = testServer.nouns.messaging
	const group = await store.findGroup(appId, gid as never)
	const row = { ...memberRow(v.parse(ImUserId, uid), 1, 'here' as const), banned: true }
	const conversation = { id: gid, version: group?.version ?? 0, events: [], members: [row] }
	await store.commit([{ appId, now: testServer.clock.now(), conversation }])
}

test('lists and details mark a meeting that is on air, at once, for everyone who sees it', async () => {
	const ben = await testServer.signIn('ben')
	const marks = async (id: string) => {
		const listed = (await ben.send('GET /meeting/users/meetings')).data.meetings.data
		const shown = (await ben.send(`GET /meeting/meetings/${id}`)).data.meeting
		return [listed.find((each: { meeting_id: string }) => each.meeting_id === id), shown].map(each => each.live_on_air)
	}
	const { id } = await onAir()
	expect(await marks(id)).toEqual([1, 1])
	await desk('suspend', id)
	expect(await marks(id)).toEqual([undefined, undefined])
	await desk('start', id)
	expect(await marks(id)).toEqual([1, 1])
	await desk('end', id)
	expect(await marks(id)).toEqual([undefined, undefined])
})

describe('data for viewers', () => {
	test('[API-30, ENT-17, ENT-18] the live as JSON text, with the data to play it', async () => {
		const { id, streamId } = await onAir({ ...open, details: '<p>We sail</p>', meeting_topic: 'Harbour' })
		const { code, room, live } = await watch(id)
		expect(code).toBe(200)
		expect(room).toEqual({
			live: 1,
			clicks: 0,
			time: '2026-03-10 15:00:00',
			time_zone: 8,
			meeting_topic: 'Harbour',
			details: '<p>We sail</p>',
			chat_room_id: expect.any(String),
			chat_ask_id: expect.any(String),
			free_talk: 0,
			meeting_status: 2,
			isMeeting: 1,
			room_id: id,
			live_login: 0,
			isPwd: 0,
		})
		expect(room.chat_room_id).not.toBe(room.chat_ask_id)
		expect(live).toMatchObject({
			liveStatus: 1,
			defaultSuffix: '/master.m3u8',
			pullUrl: [
				{
					alias: '',
					hlsPullUrl: `/live/hls/${streamId}`,
					suffix: [{ name: 'source', suffix: '/source/live.m3u8', width: 1280, height: 720, bitsPerSecond: 2_500_000 }],
				},
			],
		})
		expect(await mayView(streamId, live.token)).toBe(true)
	})

	test('[LIVE-38] 415 if the meeting does not exist here, or the site no longer has lives', async () => {
		expect(await watch('999999999')).toMatchObject({ code: 415 })
		const { id } = await onAir()
		expect((await watch(id, await testServer.visit({ host: hostB }))).code).toBe(415)
		await testServer.set('A', { live: false })
		expect((await watch(id)).room).toMatchObject({ live: 0 })
		expect((await watch(await schedule(anna, { meeting_privacy: 1 }))).code).toBe(415)
	})

	test('its start, except for a series without a fixed time', async () => {
		const room = async (fields: object) => (await watch(await schedule(anna, { ...open, ...fields }))).room
		expect(await room({})).not.toHaveProperty('no_fixed_time')
		expect(await room({ is_room: 1, repeat_type: 1 })).not.toHaveProperty('no_fixed_time')
		expect(await room({ is_room: 1, repeat_type: 0 })).toMatchObject({ no_fixed_time: 1 })
	})

	test('for a meeting without a live, only that fact', async () => {
		const { room, live } = await watch(await schedule(anna))
		expect(room).toMatchObject({ live: 0, isMeeting: 0 })
		expect(room).not.toHaveProperty('chat_room_id')
		expect(live).toBeUndefined()
	})

	test('only after signing in, if the live or the site requires it; the rest is withheld', async () => {
		const { id } = await onAir({ live: 1, details: '<p>secret</p>' })
		const { room, live, text } = await watch(id)
		expect(room).toMatchObject({ live: 1, live_login: 1 })
		expect(live).toBeUndefined()
		expect(text).not.toContain('secret')
		for (const name of ['ben', 'yves'] as const)
			expect((await watch(id, await testServer.signIn(name))).live).toMatchObject({ liveStatus: 1 })
		const { id: other } = await onAir()
		await testServer.set('A', { guestsAllowed: false })
		expect(await watch(other)).toMatchObject({ room: { live_login: 1 }, live: undefined })
	})

	test('a site that starts to require sign-in ends playback for guests, and restores it when it stops', async () => {
		const { id, streamId } = await onAir()
		const { live } = await watch(id)
		expect(await mayView(streamId, live.token)).toBe(true)
		await testServer.set('A', { guestsAllowed: false })
		expect(await mayView(streamId, live.token)).toBe(false)
		const { live: signedIn } = await watch(id, await testServer.signIn('ben'))
		expect(await mayView(streamId, signedIn.token)).toBe(true)
		await testServer.set('A', { guestsAllowed: true })
		expect(await mayView(streamId, live.token)).toBe(true)
	})

	test('[LIVE-02] up to four lines of the site follow our own', async () => {
		const liveLines =
			'一线=https://one.example/live/hls/{stream},Two=https://two.example/{stream}/,3=https://3.example/{stream}'
		await testServer.set('A', { liveLines })
		const { id, streamId } = await onAir()
		const { live } = await watch(id)
		expect(live.pullUrl.map(({ alias, hlsPullUrl }: Record<string, string>) => [alias, hlsPullUrl])).toEqual([
			['', `/live/hls/${streamId}`],
			['一线', `https://one.example/live/hls/${streamId}`],
			['Two', `https://two.example/${streamId}`],
			['3', `https://3.example/${streamId}`],
		])
		expect(live.pullUrl[3].suffix).toEqual(live.pullUrl[0].suffix)
	})
})

describe('the states of a broadcast', () => {
	test('[API-33] before the start, without a picture, on air, paused, on air again, ended', async () => {
		const id = await schedule(anna, open)
		expect((await watch(id)).room).toMatchObject({ isMeeting: 0, meeting_status: 1 })
		expect(await statusOf(id)).toEqual({ liveStatus: -1, meetingStatus: 1 })
		const streamId = await streamOf(id)
		testServer.liveEngine.publish(streamId)
		expect((await watch(id)).live).toMatchObject({ liveStatus: -1, pullUrl: [] })

		testServer.liveEngine.publish(streamId, { phase: 'waiting', hasPicture: false })
		await desk('start', id)
		expect((await watch(id)).room).toMatchObject({ isMeeting: 1, meeting_status: 2 })
		expect((await watch(id)).live).toMatchObject({ liveStatus: -1, pullUrl: [{ hlsPullUrl: `/live/hls/${streamId}` }] })
		testServer.liveEngine.publish(streamId)
		expect(await statusOf(id)).toEqual({ liveStatus: 1, meetingStatus: 2 })
		await desk('suspend', id)
		expect(await statusOf(id)).toEqual({ liveStatus: 0, meetingStatus: 2 })
		await desk('start', id)
		expect(await statusOf(id)).toEqual({ liveStatus: 1, meetingStatus: 2 })
		await desk('end', id)
		expect(await statusOf(id)).toEqual({ liveStatus: 0, meetingStatus: 9 })
		expect((await watch(id)).live).toMatchObject({ liveStatus: 0, recordingSuffix: '/source/recording.m3u8' })
	})

	test('a publisher that dropped is still on air, with the remaining time; then the picture is gone', async () => {
		const { id, streamId } = await onAir()
		testServer.liveEngine.publish(streamId, { phase: 'silent', graceEndsAt: testServer.clock.now() + 30_000 })
		testServer.clock.advance(10_000)
		expect((await watch(id)).live).toMatchObject({ liveStatus: 1, reconnectingForMs: 20_000 })
		testServer.liveEngine.publish(streamId, { phase: 'gone' })
		expect((await watch(id)).live).toMatchObject({ liveStatus: -1 })
	})

	test('[LIVE-32, OP-112] each state is posted in the discussion in the name of its owner, and stays there', async () => {
		const { id } = await onAir()
		await desk('suspend', id)
		await desk('suspend', id)
		await desk('end', id)
		const { room } = await watch(id)
		const events = await written(room.chat_room_id)
		expect(events.map(({ body }) => body)).toMatchObject([
			{ type: contentTypes.control, content: 'start_live', custom: '{"type":"start_live"}', role: 1 },
			{ type: contentTypes.control, content: 'stop_live', custom: '{"type":"stop_live"}', role: 1 },
			{ type: contentTypes.control, content: 'close_live', custom: '{"type":"close_live"}', role: 1 },
		])
		expect(events.map(({ uid }) => uid)).toEqual(['u-anna', 'u-anna', 'u-anna'])
		expect(await written(room.chat_ask_id)).toEqual([])
	})

	test('[LIVE-32] refused words do not prevent control messages', async () => {
		await testServer.set('A', { refusedWords: ['live'] })
		await testServer.nouns.messaging.words.start()
		const { id } = await onAir()
		const { room } = await watch(id)
		expect((await written(room.chat_room_id)).map(({ body }) => body.content)).toEqual(['start_live'])
	})

	test('it ends with its meeting, is removed with it, and ends when live streaming is removed from the meeting', async () => {
		const { id } = await onAir()
		await testServer.nouns.meeting.meetings.markStarted(id, testServer.clock.now())
		await anna.send(`GET /meeting/closeMeeting/${id}`)
		await settled()
		expect(await statusOf(id)).toEqual({ liveStatus: 0, meetingStatus: 9 })

		const { id: other, streamId } = await onAir()
		const { room } = await watch(other)
		await anna.send(`PATCH /meeting/meetings/${other}`, { live: 0 })
		await settled()
		expect(testServer.liveEngine.engine.phase(streamId)).toBe('ended')
		await anna.send(`DELETE /meeting/meetings/${other}`)
		await settled()
		expect(testServer.liveEngine.engine.phase(streamId)).toBeUndefined()
		const group = await testServer.nouns.messaging.store.findGroup(appId, room.chat_room_id)
		expect(group?.deletedAt).not.toBeNull()
	})

	test('[ROOM-45] it ends when the host ends the meeting for everyone in its room, though a publisher continues', async () => {
		const { id, streamId } = await onAir()
		testServer.nouns.room.rooms.endByHost(await enterRoom(id))
		testServer.clock.advance(roomLimits.endingGraceMs)
		await testServer.nouns.room.rooms.tick()
		await settled()
		expect(await statusOf(id)).toEqual({ liveStatus: 0, meetingStatus: 9 })
		expect(testServer.liveEngine.engine.phase(streamId)).toBe('ended')
		const { room } = await watch(id)
		expect((await written(room.chat_room_id)).at(-1)?.body).toMatchObject({ content: 'close_live' })
	})

	test('an abandoned broadcast ends: its meeting has ended and nothing arrives', async () => {
		const { id, streamId } = await onAir()
		testServer.clock.advance(10 * 3_600_000)
		await testServer.nouns.meeting.meetings.closeMissedMeetings()
		await testServer.nouns.live.lives.broadcasts.endForgotten()
		expect(await statusOf(id)).toEqual({ liveStatus: 1, meetingStatus: 2 })
		testServer.liveEngine.publish(streamId, { phase: 'gone' })
		await testServer.nouns.live.lives.broadcasts.endForgotten()
		expect(await statusOf(id)).toEqual({ liveStatus: 0, meetingStatus: 9 })
	})

	test('a publisher of a live that was never started is disconnected with its meeting, and cannot return', async () => {
		const prepared = async () => {
			const id = await schedule(anna, open)
			const { data } = await anna.send('GET /live/desk/publishing', { meetingId: id })
			testServer.liveEngine.publish(data.streamId)
			return { id, streamId: data.streamId as string, key: data.streamKey.split('?key=')[1] as string }
		}
		const { engine, hooks } = testServer.liveEngine
		const publish = ({ streamId, key }: { streamId: string; key: string }) =>
			hooks().authorisePublish({ streamId, key, address: '10.0.0.1' })
		const [ended, missed, without] = [await prepared(), await prepared(), await prepared()]
		expect(await publish(ended)).toMatchObject({ ok: true })
		await testServer.nouns.meeting.meetings.markStarted(ended.id, testServer.clock.now())
		await anna.send(`GET /meeting/closeMeeting/${ended.id}`)
		await expect.poll(() => engine.phase(ended.streamId)).toBeUndefined()
		await anna.send(`PATCH /meeting/meetings/${without.id}`, { live: 0 })
		await expect.poll(() => engine.phase(without.streamId)).toBeUndefined()

		const { endForgotten } = testServer.nouns.live.lives.broadcasts
		await endForgotten()
		expect(engine.phase(missed.streamId)).toBe('publishing')
		testServer.clock.advance(10 * 3_600_000)
		await testServer.nouns.meeting.meetings.closeMissedMeetings()
		await endForgotten()
		expect(engine.phase(missed.streamId)).toBeUndefined()
		for (const each of [ended, missed, without]) expect(await publish(each)).toMatchObject({ failure: 'ended' })
		expect(engine.streamIds()).toEqual([])
	})

	test('one that was over when the process was killed is ended by the next', async () => {
		const { id, streamId } = await onAir()
		const { engine } = testServer.liveEngine
		vi.spyOn(engine, 'end').mockRejectedValueOnce(new Error('killed'))
		await desk('end', id)
		expect([engine.phase(streamId), (await deskState(id)).status]).toEqual(['publishing', 'over'])
		await testServer.nouns.live.lives.broadcasts.resume()
		expect((await watch(id)).live).toMatchObject({ recordingSuffix: '/source/recording.m3u8' })
	})

	test('a live whose publisher was disconnected by a restart does not end before the publisher can return', async () => {
		const { id } = await onAir()
		testServer.clock.advance(10 * 3_600_000)
		await testServer.nouns.meeting.meetings.closeMissedMeetings()
		testServer.liveEngine.streams.clear()
		const { resume, endForgotten } = testServer.nouns.live.lives.broadcasts
		await resume()
		await endForgotten()
		expect((await deskState(id)).status).toBe('onAir')
		testServer.clock.advance(30_000)
		await endForgotten()
		expect((await deskState(id)).status).toBe('over')
	})

	test('the live of a series is over until its next occurrence, which has not started', async () => {
		const { id, streamId } = await onAir({ ...open, is_room: 1, repeat_type: 1 })
		testServer.liveEngine.publish(streamId, { phase: 'gone' })
		await testServer.nouns.live.lives.broadcasts.endForgotten()
		expect((await deskState(id)).status).toBe('onAir')
		testServer.clock.advance(6 * 3_600_000)
		await desk('end', id)
		expect(await statusOf(id)).toEqual({ liveStatus: 0, meetingStatus: 9 })
		expect(await deskState(id)).toMatchObject({ status: 'over', health: { phase: 'ended' } })
		await testServer.set('A', { liveRecordingDays: 0 })
		testServer.liveEngine.publish(streamId, { phase: 'ended', isRecorded: false })
		testServer.clock.advance(testServer.liveEngine.engine.windowMs)
		await testServer.nouns.live.lives.broadcasts.removeOldRecordings()
		expect(testServer.liveEngine.engine.phase(streamId)).toBeUndefined()
		expect((await deskState(id)).status).toBe('over')
		testServer.clock.advance(12 * 3_600_000)
		expect(await statusOf(id)).toEqual({ liveStatus: -1, meetingStatus: 1 })
		expect((await deskState(id)).status).toBe('notStarted')
		expect(await deskState(id)).not.toHaveProperty('health')
		expect((await watch(id)).room).toMatchObject({ isMeeting: 0 })
		expect((await watch(id)).live).toMatchObject({ pullUrl: [] })
		await desk('start', id)
		expect(await statusOf(id)).toEqual({ liveStatus: -1, meetingStatus: 2 })
	})

	test('an abandoned live ends a day after its start, if no media arrives', async () => {
		const { id, streamId } = await onAir({ ...open, is_room: 1, repeat_type: 1 })
		testServer.clock.advance(25 * 3_600_000)
		await testServer.nouns.live.lives.broadcasts.endForgotten()
		expect(await statusOf(id)).toEqual({ liveStatus: 1, meetingStatus: 2 })
		testServer.liveEngine.publish(streamId, { phase: 'gone' })
		await testServer.nouns.live.lives.broadcasts.endForgotten()
		expect((await statusOf(id)).meetingStatus).not.toBe(2)
	})

	test('after a restart its stream exists again, and a recording is deleted after its retention', async () => {
		const { id, streamId } = await onAir()
		testServer.liveEngine.streams.clear()
		await testServer.nouns.live.lives.broadcasts.resume()
		expect(testServer.liveEngine.engine.phase(streamId)).toBe('waiting')
		await desk('end', id)
		testServer.clock.advance(29 * 86_400_000)
		await testServer.nouns.live.lives.broadcasts.removeOldRecordings()
		expect(testServer.liveEngine.engine.phase(streamId)).toBe('ended')
		testServer.clock.advance(2 * 86_400_000)
		await testServer.nouns.live.lives.broadcasts.removeOldRecordings()
		expect(testServer.liveEngine.engine.phase(streamId)).toBeUndefined()
	})

	test('the desk shows how long it was on air, and how long its recording is kept', async () => {
		const { id } = await onAir()
		await testServer.set('A', { liveRecordingDays: 7 })
		testServer.clock.advance(90_000)
		expect(await deskState(id)).toMatchObject({ startedForMs: 90_000, recordingDays: 7 })
		expect(await deskState(id)).not.toHaveProperty('airedForMs')
		await desk('end', id)
		testServer.clock.advance(3_600_000)
		expect(await deskState(id)).toMatchObject({ status: 'over', airedForMs: 90_000, recordingDays: 7 })
		await testServer.set('A', { liveRecordingDays: 0 })
		expect(await deskState(id)).not.toHaveProperty('recordingDays')
	})

	test('a live that began without a recording has none, even if the setting changes meanwhile', async () => {
		await testServer.set('A', { liveRecordingDays: 0 })
		const { id, streamId } = await onAir()
		await testServer.set('A', { liveRecordingDays: 30 })
		expect(await deskState(id)).not.toHaveProperty('recordingDays')
		await desk('end', id)
		expect(await deskState(id)).not.toHaveProperty('recordingDays')
		testServer.clock.advance(testServer.liveEngine.engine.windowMs)
		await testServer.nouns.live.lives.broadcasts.removeOldRecordings()
		expect(testServer.liveEngine.engine.phase(streamId)).toBeUndefined()
	})

	test('the retention of a recording follows the setting of its site, even when it changes', async () => {
		const { id, streamId } = await onAir()
		await desk('end', id)
		const { removeOldRecordings } = testServer.nouns.live.lives.broadcasts
		await testServer.set('A', { liveRecordingDays: 400 })
		testServer.clock.advance(399 * 86_400_000)
		await removeOldRecordings()
		expect(testServer.liveEngine.engine.phase(streamId)).toBe('ended')
		await testServer.set('A', { liveRecordingDays: 7 })
		await removeOldRecordings()
		expect(testServer.liveEngine.engine.phase(streamId)).toBeUndefined()
	})

	test('a stream without a live is removed, and no other', async () => {
		const { streamId } = await onAir()
		const { engine } = testServer.liveEngine
		await engine.createStream('left-behind')
		await testServer.nouns.live.lives.broadcasts.removeUnknownStreams()
		expect([engine.phase('left-behind'), engine.phase(streamId)]).toEqual([undefined, 'publishing'])
	})
})

describe('recordings in an object store', () => {
	/** Gives the engine an archive; `elsewhere` has the streams that are not on the disk of this node. */
	function addArchive() {
		const [kept, elsewhere, state] = [[] as string[], new Set<string>(), { refreshed: 0, refused: '' }]
		Object.assign(testServer.liveEngine.engine, {
			archive: {
				async keep(streamId: string) {
					if (streamId === state.refused) throw new Error('the object store refuses')
					kept.push(streamId)
				},
				async refresh() {
					state.refreshed++
				},
				isElsewhere: (streamId: string) => elsewhere.has(streamId),
			} satisfies LiveArchive,
		})
		return { kept, elsewhere, state }
	}
	const run = (name: string) => testServer.nouns.live.jobs.find(job => job.name === name)?.run()

	test('[NODE-38] those of ended lives are copied, and one that fails does not keep the others from it', async () => {
		const { kept, elsewhere, state } = addArchive()
		const [onTheAir, first, second, third] = [await onAir(), await onAir(), await onAir(), await onAir()]
		for (const { id } of [first, second, third]) await desk('end', id)
		state.refused = first.streamId
		elsewhere.add(third.streamId)
		await run('copies of recordings')
		expect(kept).toEqual([second.streamId])
		expect(testServer.liveEngine.engine.phase(onTheAir.streamId)).toBe('publishing')
		state.refused = ''
		await run('copies of recordings')
		expect(kept).toEqual([second.streamId, first.streamId, second.streamId])
	})

	test('[NODE-39] a node that was killed ends its stream of a live that has ended meanwhile', async () => {
		const { kept } = addArchive()
		const { id, streamId } = await onAir()
		await desk('end', id)
		testServer.liveEngine.publish(streamId, { phase: 'waiting', isAsleep: true })
		await run('copies of recordings')
		expect([testServer.liveEngine.engine.phase(streamId), kept]).toEqual(['ended', [streamId]])
	})

	test('[NODE-38] the node that has the streams looks for those of other nodes', async () => {
		const { state } = addArchive()
		await run('recordings of other servers')
		expect(state.refreshed).toBe(1)
	})

	test('[NODE-40] those of no live are deleted in the object store a day after they were first seen', async () => {
		const { elsewhere } = addArchive()
		const { engine } = testServer.liveEngine
		for (const streamId of ['here', 'there']) await engine.createStream(streamId)
		elsewhere.add('there')
		await run('streams without a live')
		expect([engine.phase('here'), engine.phase('there')]).toEqual([undefined, 'waiting'])
		testServer.clock.advance(23 * 3_600_000)
		await run('streams without a live')
		expect(engine.phase('there')).toBe('waiting')
		testServer.clock.advance(2 * 3_600_000)
		await run('streams without a live')
		expect(engine.phase('there')).toBeUndefined()
	})
})

describe('the password of a live', () => {
	const withPassword = { ...open, live_pwd: '4711' }
	const auth = (meetingId: string, password: string, client = guest) =>
		flat('POST /live/auth', { meetingId, password }, client)

	test('[API-34, LPWD-04] is changed for a token, with which it can be watched', async () => {
		const { id } = await onAir(withPassword)
		expect(await watch(id)).toMatchObject({ room: { isPwd: 1 }, live: undefined })
		expect(await auth(id, '1234')).toMatchObject({ code: 803 })
		const { code, token } = await auth(id, ' 4711 ')
		expect(code).toBe(200)
		expect((await watch(id, guest, { token })).live).toMatchObject({ liveStatus: 1 })
		expect((await watch(id, anna)).live).toMatchObject({ liveStatus: 1 })
	})

	test('a recording requires it too, and is announced', async () => {
		const { id, streamId } = await onAir(withPassword)
		expect((await watch(id)).room).not.toHaveProperty('recorded')
		await desk('end', id)
		expect(await watch(id)).toMatchObject({ room: { meeting_status: 9, recorded: 1, isPwd: 1 }, live: undefined })
		const { token } = await auth(id, '4711')
		expect((await watch(id, guest, { token })).live).toMatchObject({ recordingSuffix: '/source/recording.m3u8' })
		await testServer.liveEngine.engine.remove(streamId)
		expect((await watch(id)).room).not.toHaveProperty('recorded')
	})

	test('tokens of another live, of another password, forged and expired ones are refused', async () => {
		const [{ id, streamId }, { id: other, streamId: otherStream }] = [
			await onAir(withPassword),
			await onAir(withPassword),
		]
		const { token } = await auth(other, '4711')
		expect((await watch(id, guest, { token })).live).toBeUndefined()
		expect((await watch(id, guest, { token: `${token}x` })).live).toBeUndefined()
		const { token: own } = await auth(id, '4711')
		const { live } = await watch(id, guest, { token: own })
		expect([await mayView(streamId, live.token), await mayView(streamId, live.token)]).toEqual([true, true])
		expect([await mayView(otherStream, live.token), await mayView(streamId, own), await mayView(streamId, '')]).toEqual(
			[false, false, false],
		)
		await anna.send(`PATCH /meeting/meetings/${id}`, { live_pwd: '9999' })
		expect((await watch(id, guest, { token: own })).live).toBeUndefined()
		expect(await mayView(streamId, live.token)).toBe(false)
		const { token: late } = await auth(id, '9999')
		testServer.clock.advance(12 * 3_600_000 + 1_000)
		expect((await watch(id, guest, { token: late })).live).toBeUndefined()
	})

	test('[JERR-04] the right password does not count as an attempt, however often it is typed', async () => {
		const { id } = await onAir(withPassword)
		for (let i = 0; i < 15; i++) expect(await auth(id, '4711')).toMatchObject({ code: 200 })
		expect(testServer.pauses).toEqual([])
	})

	test('[JERR-04] after ten attempts a challenge is required, and answers take a second for everyone', async () => {
		const { id } = await onAir(withPassword)
		for (let attempt = 0; attempt < 10; attempt++) expect(await auth(id, String(attempt))).toMatchObject({ code: 803 })
		expect(await auth(id, '4711')).toMatchObject({ code: 400 })
		await auth(id, '1', await testServer.visit())
		expect(testServer.pauses).toContain(1_000)
	})
})

test('[JERR-04] after too many attempts at the password of a live only the caller must wait, and is told how long', async () => {
	const { id } = await onAir({ ...open, live_pwd: '4711' })
	const auth = async (password: string, client = guest) =>
		client.send('POST /live/auth', { meetingId: id, password, captcha: await testServer.pass(client) })
	const answers: Awaited<ReturnType<typeof auth>>[] = []
	while (answers.length < 60 && answers.at(-1)?.code !== 429) answers.push(await auth('0000'))
	expect(answers.length).toBeGreaterThan(10)
	expect(answers.slice(0, -1).every(({ code }) => code === 803)).toBe(true)
	expect(answers.at(-1)).toMatchObject({ code: 429 })
	expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
	// The correct one is delayed too.
	expect(await auth('4711')).toMatchObject({ code: 429 })
	expect(await auth('4711', await testServer.visit())).toMatchObject({ code: 200 })
})

test('[JERR-07] a member who requests unknown lives waits after thirty, and is told how long', async () => {
	const { id } = await onAir()
	const ben = await testServer.signIn('ben')
	for (let i = 0; i < 30; i++) expect(await watch(String(100_000_000 + i), ben)).toMatchObject({ code: 415 })
	const refused = await watch('100000030', ben)
	expect(refused).toMatchObject({ code: 429 })
	expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
	// A live of their own list is no guess, and others do not wait.
	expect(await watch(id, ben)).toMatchObject({ live: { liveStatus: 1 } })
	expect(await watch(id, anna)).toMatchObject({ live: { liveStatus: 1 } })
})

describe('views', () => {
	const click = (meetingId: string, client = guest) => client.send('PUT /live/modifyClicks', { meetingId })
	const clicks = async (meetingId: string) => (await flat('GET /live/getClicks', { meetingId })).clicks

	test('[API-31, API-32] count each viewer once, however often the page is loaded', async () => {
		const { id } = await onAir()
		expect(await clicks(id)).toBe(0)
		for (let reload = 0; reload < 3; reload++) expect(await click(id)).toMatchObject({ code: 200, data: { clicks: 1 } })
		await Promise.all([click(id, anna), click(id, anna)])
		expect(await clicks(id)).toBe(2)
		await click(id, await testServer.visit())
		expect(await clicks(id)).toBe(3)
		expect((await watch(id)).room.clicks).toBe(3)
	})

	test('reloading the page does not count against others behind the same address', async () => {
		const { id } = await onAir()
		const reloading = await testServer.visit({ address: '10.9.9.9' })
		for (let reload = 0; reload < 601; reload++) await click(id, reloading)
		expect((await click(id, await testServer.visit({ address: '10.9.9.9' }))).data).toEqual({ clicks: 2 })
	})

	test('a person who is asked to sign in does not count until they have', async () => {
		const { id } = await onAir({ live: 1 })
		expect((await click(id)).data).toEqual({ clicks: 0 })
		expect((await click(id, await testServer.signIn('ben'))).data).toEqual({ clicks: 1 })
		const { id: other } = await onAir()
		await testServer.set('A', { guestsAllowed: false })
		expect((await click(other)).data).toEqual({ clicks: 0 })
	})

	test('for missing lives are refused', async () => {
		expect(await click(await schedule(anna))).toMatchObject({ http: 404 })
		expect(await click('999999999')).toMatchObject({ http: 404 })
		expect(await flat('GET /live/getClicks', { meetingId: '999999999' })).toMatchObject({ code: 404 })
		expect(await flat('GET /live/getLiveStatus', { roomId: '999999999' })).toMatchObject({ code: 404 })
	})
})

test('a person banned from the discussion can no longer watch, guests included', async () => {
	const { id, streamId } = await onAir()
	const ben = await testServer.signIn('ben')
	const seen = { ben: (await watch(id, ben)).live.token, guest: (await watch(id)).live.token }
	const { room } = await watch(id)
	const messagingToken = await guest.send('GET /im/getImToken', { nickName: 'visitor123456', imAppId: 'A' })
	expect([await mayView(streamId, seen.ben), await mayView(streamId, seen.guest)]).toEqual([true, true])
	await ban(room.chat_room_id, 'u-ben')
	// From either room.
	await ban(room.chat_ask_id, messagingToken.data.imUserId)
	expect([await mayView(streamId, seen.ben), await mayView(streamId, seen.guest)]).toEqual([false, false])
	expect([(await watch(id, ben)).code, (await watch(id)).code]).toEqual([40305, 40305])
	expect((await watch(id, await testServer.visit())).live).toMatchObject({ liveStatus: 1 })
})

describe("the host's desk", () => {
	test('is for host and creator only: every call is refused to others', async () => {
		const { id } = await onAir()
		const calls = ['publishRoom', 'stopRoom', 'rotateKey', 'start', 'suspend', 'end', 'pin', 'answer']
		const fields = { meetingId: id, notice: 'x', hisId: 1, content: 'x' }
		const expected = { ben: 403, admin: 403, owner: 403, scanner: 403, yves: 404, mona: 404 } as const
		for (const [name, http] of Object.entries(expected)) {
			const client = await testServer.signIn(name as 'ben')
			for (const call of calls)
				expect([name, call, (await client.send(`POST /live/desk/${call}`, fields)).http]).toEqual([name, call, http])
			for (const call of ['state', 'publishing', 'viewers'])
				expect([name, call, (await client.send(`GET /live/desk/${call}`, { meetingId: id })).http]).toEqual([
					name,
					call,
					http,
				])
		}
		for (const call of calls) expect((await guest.send(`POST /live/desk/${call}`, fields)).http).toBe(401)
		expect((await (await testServer.signIn('zoe')).send('GET /live/desk/state', { meetingId: id })).http).toBe(404)
		expect(await statusOf(id)).toEqual({ liveStatus: 1, meetingStatus: 2 })
	})

	test('both creator and host run it if they are different people', async () => {
		const id = await schedule(anna, { ...open, host_user_name: 'u-ben' })
		const ben = await testServer.signIn('ben')
		expect((await desk('start', id)).code).toBe(200)
		expect((await desk('suspend', id, {}, ben)).code).toBe(200)
		const { room } = await watch(id)
		expect((await testServer.nouns.messaging.store.findGroup(appId, room.chat_room_id))?.settings.owner).toBe('u-ben')
		await anna.send(`PATCH /meeting/meetings/${id}`, { host_user_name: 'u-olga' })
		const { store } = testServer.nouns.messaging
		for (const gid of [room.chat_room_id, room.chat_ask_id])
			await expect.poll(async () => (await store.findGroup(appId, gid))?.settings.owner).toBe('u-olga')
	})

	test('host and creator run both rooms, even after a change of host', async () => {
		const { store } = testServer.nouns.messaging
		const rolesIn = async (gid: string) => {
			const people = ['u-anna', 'u-ben', 'u-olga'].map(id => v.parse(ImUserId, id))
			const rows = await store.findMembers(appId, gid as never, people)
			return Object.fromEntries(rows.map(({ uid, role }) => [uid, role]))
		}
		const { owner, manager } = memberRoles
		const id = await schedule(anna, { ...open, host_user_name: 'u-ben' })
		const { room } = await watch(id)
		const rooms = [room.chat_room_id, room.chat_ask_id]
		const change = (host_user_name: string) => anna.send(`PATCH /meeting/meetings/${id}`, { host_user_name })
		for (const gid of rooms) await expect.poll(() => rolesIn(gid)).toEqual({ 'u-ben': owner, 'u-anna': manager })
		await change('u-olga')
		for (const gid of rooms) await expect.poll(() => rolesIn(gid)).toEqual({ 'u-olga': owner, 'u-anna': manager })
		await change('u-anna')
		for (const gid of rooms) await expect.poll(() => rolesIn(gid)).toEqual({ 'u-anna': owner })
		await change('u-ben')
		for (const gid of rooms) await expect.poll(() => rolesIn(gid)).toEqual({ 'u-ben': owner, 'u-anna': manager })
	})

	test('[DESK-16] its room is notified when it goes on air, is suspended, resumes and ends', async () => {
		const id = await schedule(anna, open)
		const { meetingId } = await enterRoom(id)
		expect(meetingId).toBe(id)
		const told: unknown[] = []
		testServer.nouns.room.rooms.onRoomEvent(({ event, payload }) => event === 'room.on-air' && told.push(...payload))
		const expected: unknown[] = []
		for (const call of ['start', 'suspend', 'start', 'end']) {
			expect((await desk(call, id)).code).toBe(200)
			expected.push({ onAir: call === 'start' })
			await expect.poll(() => told).toEqual(expected)
		}
	})

	test('[CHAT-13] guests write in discussion and questions if talk is free, also after an edit', async () => {
		const { store } = testServer.nouns.messaging
		const id = await schedule(anna, { ...open, free_talk: 1 })
		const { room } = await watch(id)
		const areClosed = async () => {
			const groups = [await store.findGroup(appId, room.chat_room_id), await store.findGroup(appId, room.chat_ask_id)]
			return groups.map(group => group?.settings.accountsOnly)
		}
		expect(await areClosed()).toEqual([false, false])
		await anna.send(`PATCH /meeting/meetings/${id}`, { free_talk: 0 })
		await expect.poll(areClosed).toEqual([true, true])
		const other = await schedule(anna, open)
		const { room: closed } = await watch(other)
		expect((await store.findGroup(appId, closed.chat_room_id))?.settings.accountsOnly).toBe(true)
	})

	test('[CHAT-06, QUES-01] the server enforces the cooldown between two questions, which is longer than in the discussion', async () => {
		const { store } = testServer.nouns.messaging
		const { room } = await watch(await schedule(anna, open))
		const slowModeOf = async (gid: string) => (await store.findGroup(appId, gid as never))?.settings.slowModeS
		expect([await slowModeOf(room.chat_room_id), await slowModeOf(room.chat_ask_id)]).toEqual([0, 10])
	})

	test('shows the state with the health of the stream', async () => {
		const { id } = await onAir()
		testServer.clock.advance(60_000)
		expect(await deskState(id)).toMatchObject({
			status: 'onAir',
			startedForMs: 60_000,
			clicks: 0,
			present: 0,
			live_url: `http://a.example/liveBroadcast?roomId=${id}`,
			canBroadcast: 1,
			ways: ['rtmp', 'phone', 'room'],
			notice: '',
			health: {
				phase: 'publishing',
				warnings: ['keyFrameDistance'],
				definitions: [{ name: 'source', framesPerSecond: 30, keyFrameDistanceMs: 8_000 }],
			},
		})
	})

	test('[DESK-05] lists the available sources, and nothing is broadcast without one', async () => {
		const id = await schedule(anna, open)
		testServer.meetingPublisher.state.obstacle = 'noTranscoder'
		expect(await deskState(id)).toMatchObject({ canBroadcast: 1, ways: ['rtmp', 'phone'] })
		testServer.ways.phone = false
		expect(await deskState(id)).toMatchObject({ canBroadcast: 1, ways: ['rtmp'] })
		testServer.ways.rtmp = false
		expect(await deskState(id)).toMatchObject({ canBroadcast: 0, ways: [] })
		expect(await desk('start', id)).toMatchObject({ http: 503 })
	})

	test('shows address and key; after a renewal only the new key may publish', async () => {
		const { id, streamId } = await onAir()
		const { data } = await anna.send('GET /live/desk/publishing', { meetingId: id })
		expect(data).toEqual({
			rtmpUrl: 'rtmp://a.example/live',
			streamId,
			streamKey: expect.stringMatching(/\?key=.{43}$/),
		})
		const publish = (streamKey: string) => {
			const [stream = '', key = ''] = streamKey.split('?key=')
			return testServer.liveEngine.hooks().authorisePublish({ streamId: stream, key, address: '10.0.0.1' })
		}
		expect(await publish(data.streamKey)).toMatchObject({ ok: true })
		expect(await publish(`${streamId}?key=wrong`)).toMatchObject({ failure: 'key' })
		expect(await publish('other?key=wrong')).toMatchObject({ failure: 'unknown' })
		const { data: rotated } = await desk('rotateKey', id)
		expect(rotated.streamId).toBe(streamId)
		expect(await publish(data.streamKey)).toMatchObject({ failure: 'key' })
		expect(await publish(rotated.streamKey)).toMatchObject({ ok: true })
		expect(testServer.liveEngine.dropped).toEqual([streamId])
	})

	test('broadcasts the meeting itself if it can, and states the reason if it cannot', async () => {
		const id = await schedule(anna, open)
		const { meetingPublisher } = testServer
		expect(await desk('publishRoom', id)).toMatchObject({ http: 409, code: 40_902 })
		expect(await deskState(id)).toMatchObject({ roomPublishing: { available: 1, publishing: 0, participants: 0 } })
		await enterRoom(id)
		expect(await desk('publishRoom', id)).toMatchObject({ code: 200 })
		const streamId = await streamOf(id)
		expect([...meetingPublisher.published]).toEqual([[streamId, id]])
		expect(await deskState(id)).toMatchObject({ roomPublishing: { available: 1, publishing: 1, participants: 1 } })
		expect(await deskState(id)).toMatchObject({ roomPublishing: { interrupted: 0 } })
		meetingPublisher.state.wasInterrupted = true
		expect(await deskState(id)).toMatchObject({ roomPublishing: { publishing: 1, interrupted: 1 } })
		await desk('stopRoom', id)
		expect(meetingPublisher.published.size).toBe(0)
		meetingPublisher.state.failure = 'busy'
		expect(await desk('publishRoom', id)).toMatchObject({ code: 40_901 })
		meetingPublisher.state.failure = 'ended'
		expect(await desk('publishRoom', id)).toMatchObject({ code: 503 })
		meetingPublisher.state.obstacle = 'noEgress'
		expect(await desk('publishRoom', id)).toMatchObject({ code: 50_301 })
		expect(await deskState(id)).toMatchObject({ roomPublishing: { available: 0, obstacle: 'noEgress', publishing: 0 } })
	})

	test('[DESK-14] broadcasts nothing if the last participant leaves during the preparation', async () => {
		const id = await schedule(anna, open)
		const participant = await enterRoom(id)
		const { engine } = testServer.liveEngine
		const { createStream } = engine
		vi.spyOn(engine, 'createStream').mockImplementationOnce((...stream) => {
			testServer.nouns.room.rooms.leave(participant)
			return createStream(...stream)
		})
		expect(await desk('publishRoom', id)).toMatchObject({ http: 409, code: 40_902 })
		expect(testServer.meetingPublisher.published.size).toBe(0)
	})

	test('media published before the start and in a pause is not shown', async () => {
		const id = await schedule(anna, open)
		const streamId = await streamOf(id)
		const stream = () => testServer.liveEngine.streams.get(streamId)
		expect(stream()?.isSuspended).toBe(true)
		await desk('start', id)
		expect(stream()?.isSuspended).toBe(false)
		await desk('suspend', id)
		expect(stream()?.isSuspended).toBe(true)
	})

	test('a prepared picture continues after a restart of the server, and is not shown', async () => {
		const id = await schedule(anna, open)
		const { data } = await anna.send('GET /live/desk/publishing', { meetingId: id })
		const [streamId = '', key = ''] = data.streamKey.split('?key=')
		const { streams, hooks } = testServer.liveEngine
		streams.clear()
		await testServer.nouns.live.lives.broadcasts.resume()
		const publish = (streamKey: string) => hooks().authorisePublish({ streamId, key: streamKey, address: '10.0.0.1' })
		expect([await publish('wrong'), streams.size]).toMatchObject([{ failure: 'key' }, 0])
		expect(await publish(key)).toMatchObject({ ok: true })
		expect(streams.get(streamId)).toMatchObject({ phase: 'waiting', isSuspended: true })
		// Recorded, so that the engine knows it after a restart.
		testServer.liveEngine.publish(streamId, { phase: 'waiting', isAsleep: true })
		expect(await publish(key)).toMatchObject({ ok: true })
		expect(streams.get(streamId)).toMatchObject({ phase: 'waiting', isAsleep: false })
	})

	test('an ended live can start again with another stream, unless its meeting has ended', async () => {
		const { id, streamId } = await onAir()
		await desk('end', id)
		expect(await desk('end', id)).toMatchObject({ http: 409, code: 409 })
		expect(await desk('suspend', id)).toMatchObject({ http: 409, code: 409 })
		const { live: before } = await watch(id)
		expect((await desk('start', id)).code).toBe(200)
		const anew = await streamOf(id)
		expect(anew).not.toBe(streamId)
		const { engine, hooks } = testServer.liveEngine
		expect([engine.phase(streamId), engine.phase(anew)]).toEqual([undefined, 'waiting'])
		expect(await hooks().authoriseView(streamId, before.token, undefined)).toBe(false)
		expect(await hooks().authoriseView(anew, before.token, undefined)).toBe(false)
		const { live } = await watch(id)
		expect(live).toMatchObject({ liveStatus: -1, pullUrl: [{ hlsPullUrl: `/live/hls/${anew}` }] })
		expect(live).not.toHaveProperty('recordingSuffix')
		testServer.clock.advance(10 * 3_600_000)
		await desk('end', id)
		await testServer.nouns.meeting.meetings.closeMissedMeetings()
		expect(await desk('start', id)).toMatchObject({ http: 409, code: 813 })
	})

	test('an ended live accepts no media: its stream, and with it the recording, stays', async () => {
		const { id, streamId } = await onAir()
		await enterRoom(id)
		await desk('end', id)
		expect(await anna.send('GET /live/desk/publishing', { meetingId: id })).toMatchObject({ http: 409, code: 813 })
		for (const name of ['rotateKey', 'publishRoom'])
			expect([name, await desk(name, id)]).toMatchObject([name, { http: 409, code: 813 }])
		const { live } = await watch(id)
		expect(live).toMatchObject({
			pullUrl: [{ hlsPullUrl: `/live/hls/${streamId}` }],
			recordingSuffix: '/source/recording.m3u8',
		})
	})

	test('a publisher may send to the next occurrence of a series before its start, and the stream stays', async () => {
		const { id, streamId } = await onAir({ ...open, is_room: 1, repeat_type: 1 })
		testServer.clock.advance(6 * 3_600_000)
		await desk('end', id)
		expect((await anna.send('GET /live/desk/publishing', { meetingId: id })).code).toBe(813)
		testServer.clock.advance(12 * 3_600_000)
		const next = await streamOf(id)
		expect(next).not.toBe(streamId)
		expect(testServer.liveEngine.engine.phase(streamId)).toBeUndefined()
		expect(await streamOf(id)).toBe(next)
		expect((await desk('start', id)).code).toBe(200)
		expect(await streamOf(id)).toBe(next)
	})

	test('a meeting without a live has none', async () => {
		expect(await desk('start', await schedule(anna))).toMatchObject({ http: 404, code: 415 })
	})

	test('pins an announcement above the discussion', async () => {
		const { id } = await onAir()
		expect((await desk('pin', id, { notice: ' Slides at  example ' })).code).toBe(200)
		expect((await deskState(id)).notice).toBe('Slides at example')
		await desk('pin', id, { notice: '' })
		expect((await deskState(id)).notice).toBe('')
		await testServer.set('A', { refusedWords: ['harbour'] })
		await testServer.nouns.messaging.words.start()
		expect(await desk('pin', id, { notice: 'the harbour' })).toMatchObject({ http: 422, code: 42220 })
	})

	test('the audit of its rooms names the person who acts: the announcement, another host, the end of the meeting', async () => {
		const id = await schedule(anna, { ...open, host_user_name: 'u-ben' })
		const { room } = await watch(id)
		const audit = async (gid: string) =>
			(await testServer.nouns.messaging.store.readAudit(appId, gid as never, 9)).map(row => [row.actor, row.action])
		// Changed by the original host and creator.
		const made = ['', 'member']
		expect(await audit(room.chat_room_id)).toEqual([made])
		await desk('pin', id, { notice: 'Slides' })
		await desk('pin', id, { notice: 'Slides 2' }, await testServer.signIn('ben'))
		await anna.send(`PATCH /meeting/meetings/${id}`, { host_user_name: 'u-olga' })
		const pinned = [['u-ben', 'settings'], ['u-anna', 'settings'], made]
		await expect.poll(() => audit(room.chat_room_id)).toEqual([['u-anna', 'owner'], ...pinned])
		await anna.send(`DELETE /meeting/meetings/${id}`)
		await expect.poll(() => audit(room.chat_room_id)).toEqual([['u-anna', 'delete'], ['u-anna', 'owner'], ...pinned])
		await expect.poll(() => audit(room.chat_ask_id)).toEqual([['u-anna', 'delete'], ['u-anna', 'owner'], made])
	})

	test('[QUES-03] answers a question: type 19, with the question as it was asked', async () => {
		const { id } = await onAir()
		const { room } = await watch(id)
		const { rooms } = testServer.nouns.messaging.service
		const gid = room.chat_ask_id
		await rooms.post(appId, gid, { type: 0, content: 'When do we sail?', sendUserName: 'visitor123456' })
		expect((await desk('answer', id, { hisId: 1, content: 'At six.' })).code).toBe(200)
		const [, answer] = await written(gid)
		expect(answer?.body).toMatchObject({
			type: 19,
			content: 'At six.',
			sendUserName: 'Display anna',
			attachment: '{"sendUser":"visitor123456","content":"When do we sail?"}',
			role: 1,
		})
		expect(await desk('answer', id, { hisId: 99, content: 'x' })).toMatchObject({ http: 404, code: 40401 })
		for (const content of [' ', 'x'.repeat(256)])
			expect(await desk('answer', id, { hisId: 1, content })).toMatchObject({ http: 422, code: 42219 })
	})
})
