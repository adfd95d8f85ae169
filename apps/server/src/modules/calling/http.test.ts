import { CompanyId, delays, type MeetingId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, schedule, type TestClient, type TestServer } from '../../testing/testServer.ts'

let testServer: TestServer
let anna: TestClient

beforeEach(async () => {
	testServer = await createTestServer({ callLimits: false })
	await testServer.set('A', { meetingsCall: true })
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

/** A person with messaging open: their incoming calls, and those cancelled. */
async function connect(client: TestClient) {
	const { imToken: token, imUserId: uid } = (await client.send('GET /im/getImToken', { imAppId: 'A' })).data
	const notices: { meetingId: string; content: string; cancelled?: true; reason?: string; from: { userId: string } }[] =
		[]
	const handler = testServer.nouns.messaging.service.connect({
		id: `connection of ${uid}`,
		address: client.address,
		origin: 'https://a.example',
		send(envelopes) {
			for (const { messageType, jsonData } of envelopes) if (messageType === 9019) notices.push(jsonData as never)
		},
		pendingBytes: () => 0,
		close() {},
	})
	handler.receive({ messageId: 10_000, messageType: 1000, jsonData: { uid, appId: 'A', token } })
	await expect.poll(() => handler.isLoggedIn()).toBe(true)
	return notices
}

async function join(client: TestClient, meetingId: MeetingId) {
	const asked = { meetingId, display_name: 'Me', action: 'webJoin', language: 'zh', openAudio: 0, openVideo: 0 }
	const { data } = await client.send('POST /meeting/joinMeeting', asked)
	return String(data.rtc_join_url).split('#ticket=')[1] ?? ''
}
/** Enters the room, which starts the meeting if the room is empty. */
async function enter(client: TestClient, meetingId: MeetingId) {
	const ticket = await join(client, meetingId)
	const entered = await testServer.nouns.room.rooms.enter({ kind: 'ticket', ticket }, `socket ${ticket}`)
	if (!entered.ok) throw new Error(entered.failure)
}

const granted = (people: readonly string[], departments: readonly string[] = []) => ({
	grantedObject: JSON.stringify({
		persons: people.map(name => ({ userId: `u-${name}`, nickName: '' })),
		departments: departments.map(groupNumber => ({ groupNumber })),
	}),
})
const settled = () => new Promise(resolve => setTimeout(resolve, 100))

test('[IMCALL-55] a meeting that starts calls its attendees, by name and by department, and no one else', async () => {
	const { directory } = testServer.nouns.directory
	const above = await directory.ensureDepartmentPath(v.parse(CompanyId, 'X'), ['Works'])
	const below = await directory.ensureDepartmentPath(v.parse(CompanyId, 'X'), ['Works', 'Platform'])
	await directory.addToDepartment(v.parse(UserId, 'u-ben'), below?.id ?? '')
	await directory.addToDepartment(v.parse(UserId, 'u-anna'), above?.id ?? '')
	const [ben, olga, admin, host] = [
		await connect(await testServer.signIn('ben')),
		await connect(await testServer.signIn('olga')),
		await connect(await testServer.signIn('admin')),
		await connect(anna),
	]
	const id = await schedule(anna, granted(['olga'], [above?.number ?? '']))
	await enter(anna, id)
	const call = { meetingId: id, content: 'Harbour plans', from: { userId: 'u-anna', nickName: 'Display anna' } }
	await expect.poll(() => [ben.length, olga.length]).toEqual([1, 1])
	expect([ben[0], olga[0]]).toMatchObject([call, call])
	expect(ben[0]).not.toHaveProperty('cancelled')
	await settled()
	expect([admin, host]).toEqual([[], []])
})

test('[IMCALL-55] it calls no one if the site disables it, and never a company as a whole', async () => {
	const ben = await connect(await testServer.signIn('ben'))
	await enter(anna, await schedule(anna))
	await testServer.set('A', { meetingsCall: false })
	await enter(anna, await schedule(anna, granted(['ben'])))
	await settled()
	expect(ben).toEqual([])
})

test('[IMCALL-55] joining stops the calls on the other devices of the person, and the end of the meeting stops all', async () => {
	const [benAtDesk, olgaAtDesk] = [await testServer.signIn('ben'), await testServer.signIn('olga')]
	const [ben, olga] = [await connect(benAtDesk), await connect(olgaAtDesk)]
	const id = await schedule(anna, granted(['ben', 'olga']))
	await enter(anna, id)
	await expect.poll(() => [ben.length, olga.length]).toEqual([1, 1])
	await join(await testServer.signIn('ben'), id)
	await expect.poll(() => ben[1]).toMatchObject({ meetingId: id, cancelled: true, reason: 'joined' })
	expect(olga).toHaveLength(1)
	await anna.send(`GET /meeting/closeMeeting/${id}`)
	await expect.poll(() => olga[1]).toMatchObject({ meetingId: id, cancelled: true, reason: 'over' })
	await settled()
	expect(ben).toHaveLength(2)
})

test('a call that has stopped ringing is not cancelled either', async () => {
	const ben = await connect(await testServer.signIn('ben'))
	const id = await schedule(anna, granted(['ben']))
	await enter(anna, id)
	await expect.poll(() => ben.length).toBe(1)
	testServer.clock.advance(delays.callRingsMs)
	await anna.send(`GET /meeting/closeMeeting/${id}`)
	await settled()
	expect(ben).toHaveLength(1)
})

test('[IMCALL-55] declining stops the calls on all devices of the person, while the others keep ringing', async () => {
	const [benAtDesk, olgaAtDesk] = [await testServer.signIn('ben'), await testServer.signIn('olga')]
	const [ben, olga] = [await connect(benAtDesk), await connect(olgaAtDesk)]
	const id = await schedule(anna, granted(['ben', 'olga']))
	await enter(anna, id)
	await expect.poll(() => [ben.length, olga.length]).toEqual([1, 1])
	expect((await benAtDesk.send('POST /meeting/declineCall', { meetingId: id })).code).toBe(200)
	await expect.poll(() => ben[1]).toMatchObject({ meetingId: id, cancelled: true, reason: 'declined' })
	// Once is enough, and who joins after all has nothing that rings.
	await benAtDesk.send('POST /meeting/declineCall', { meetingId: id })
	await join(benAtDesk, id)
	await settled()
	expect([ben.length, olga.length]).toEqual([2, 1])
})

test('[IMCALL-55] guests, people who are not called and people of another company decline for no one', async () => {
	const ben = await connect(await testServer.signIn('ben'))
	const id = await schedule(anna, granted(['ben']))
	await enter(anna, id)
	await expect.poll(() => ben.length).toBe(1)
	expect((await (await testServer.visit()).send('POST /meeting/declineCall', { meetingId: id })).code).toBe(401)
	for (const name of ['olga', 'zoe'] as const) {
		const other = await testServer.signIn(name)
		expect((await other.send('POST /meeting/declineCall', { meetingId: id })).code).toBe(200)
	}
	await settled()
	expect(ben).toHaveLength(1)
})

test('[IMCALL-55] a person who starts a meeting, or is about to enter it, is not called on another device', async () => {
	const [benAtDesk, olgaAtDesk] = [await testServer.signIn('ben'), await testServer.signIn('olga')]
	const [ben, olga] = [await connect(benAtDesk), await connect(olgaAtDesk)]
	const id = await schedule(anna, { ...granted(['ben', 'olga']), meeting_start_rule: 0 })
	await join(olgaAtDesk, id)
	testServer.clock.advance(60_000)
	await enter(benAtDesk, id)
	// Olga was admitted a minute ago, and her ticket has expired.
	await expect.poll(() => olga.length).toBe(1)
	await settled()
	expect(ben).toEqual([])
})

test('[IMCALL-55] a page learns from its site whether it is called', async () => {
	const info = async () => (await (await testServer.visit()).send('GET /corp/indexCorp')).data
	expect((await info()).meetingsCall).toBe(1)
	await testServer.set('A', { meetingsCall: false })
	expect(await info()).not.toHaveProperty('meetingsCall')
})
