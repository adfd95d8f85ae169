import type { MeetingId } from '@parley/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestServer, schedule, type TestClient, type TestServer } from '../../testing/testServer.ts'

let testServer: TestServer
let anna: TestClient
let sockets = 0

beforeEach(async () => {
	testServer = await createTestServer({ capacity: 2 })
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

/** Joins and enters: `enters`, `waits`, or why not. */
async function joins(client: TestClient, id: string): Promise<string> {
	const reply = await client.send('POST /meeting/joinMeeting', {
		meetingId: id,
		display_name: 'Somebody',
		action: 'webJoin',
		language: 'zh',
		openAudio: 0,
		openVideo: 0,
	})
	const ticket = String(reply.data?.rtc_join_url).split('#ticket=')[1]
	if (ticket === undefined) return String(reply.code)
	const entered = await testServer.nouns.room.rooms.enter({ kind: 'ticket', ticket }, `socket-${++sockets}`)
	if (entered.ok) {
		const { self: participantId } = entered.value
		testServer.nouns.room.rooms.leave({ meetingId: id as MeetingId, participantId, connection: `socket-${sockets}` })
		return 'enters'
	}
	return entered.failure === 'waiting' ? 'waits' : entered.failure
}

const detail = async (id: string) => (await anna.send(`GET /meeting/meetings/${id}`)).data.meeting
const setWaitingRoom = (id: string, waiting_room: string) =>
	anna.send(`PATCH /meeting/meetings/${id}`, { waiting_room })
const people = (...userIds: string[]) => ({
	grantedObject: JSON.stringify({ persons: userIds.map(userId => ({ userId, nickName: '' })), departments: [] }),
})

describe('[ROOM-140] who waits', () => {
	test.each([
		['off', ['enters', 'enters', 'enters']],
		['outside', ['enters', 'enters', 'waits']],
		['uninvited', ['enters', 'waits', 'waits']],
		['everyone', ['waits', 'waits', 'waits']],
	])('%s: an invited colleague, another one, a guest', async (waiting_room, expected) => {
		const id = await schedule(anna, { waiting_room, meeting_start_rule: 0, ...people('u-ben') })
		const [ben, both, guest] = [
			await testServer.signIn('ben'),
			await testServer.signIn('both'),
			await testServer.visit(),
		]
		expect([await joins(ben, id), await joins(both, id), await joins(guest, id)]).toEqual(expected)
		expect(await joins(anna, id)).toBe('enters')
	})

	test('the choice of a host in the room comes before the form, until the meeting ends', async () => {
		const { meetings } = testServer.nouns.meeting
		const id = await schedule(anna, { waiting_room: 'outside', meeting_start_rule: 0 })
		const [ben, guest] = [await testServer.signIn('ben'), await testServer.visit()]
		await meetings.setWaitingRoom(id, false)
		expect(await joins(guest, id)).toBe('enters')
		await meetings.setWaitingRoom(id, true)
		expect(await joins(ben, id)).toBe('enters')
		expect(await joins(await testServer.visit(), id)).toBe('waits')
		await setWaitingRoom(id, 'off')
		await meetings.setWaitingRoom(id, true)
		expect(await joins(ben, id)).toBe('waits')
	})
})

describe('[ROOM-140] the setting', () => {
	test('is that of the site where a form does not send it, and changes only where an edit does', async () => {
		expect(await detail(await schedule(anna))).toMatchObject({ waiting_room: 'off' })
		await testServer.set('A', { waitingRoom: 'outside' })
		const id = await schedule(anna)
		expect(await detail(id)).toMatchObject({ waiting_room: 'outside' })
		expect((await anna.send('GET /meeting/siteControl/siteManage')).data).toMatchObject({ waiting_room: 'outside' })
		await anna.send(`PATCH /meeting/meetings/${id}`, { meeting_topic: 'Another' })
		expect(await detail(id)).toMatchObject({ waiting_room: 'outside' })
		await setWaitingRoom(id, 'everyone')
		expect(await detail(id)).toMatchObject({ waiting_room: 'everyone' })
		expect((await setWaitingRoom(id, 'nobody')).http).toBe(422)
	})
})

test('[ROOM-146] who waits needs no place; without a waiting room a full one refuses', async () => {
	const id = await schedule(anna, { waiting_room: 'everyone', meeting_start_rule: 0 })
	const { rooms } = testServer.nouns.room
	const fill = async (client: TestClient) => {
		const reply = await client.send('POST /meeting/joinMeeting', {
			meetingId: id,
			display_name: 'Anna',
			action: 'webJoin',
			language: 'zh',
			openAudio: 0,
			openVideo: 0,
		})
		const ticket = String(reply.data.rtc_join_url).split('#ticket=')[1] ?? ''
		expect(await rooms.enter({ kind: 'ticket', ticket }, `socket-${++sockets}`)).toMatchObject({ ok: true })
	}
	await fill(anna)
	await fill(anna)
	expect(await joins(await testServer.visit(), id)).toBe('waits')
	await testServer.nouns.meeting.meetings.setWaitingRoom(id, false)
	expect(await joins(await testServer.visit(), id)).toBe('809')
})
