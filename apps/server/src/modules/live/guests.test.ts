import { GroupId, ImAppId } from '@parley/im'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, schedule, type TestClient, type TestServer } from '../../testing/testServer.ts'

const hour = 3_600_000
const office = '203.0.113.1'
const appId = v.parse(ImAppId, 'A')

let testServer: TestServer
let host: TestClient

beforeEach(async () => {
	testServer = await createTestServer({ callLimits: false })
	host = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

async function onAir(fields: object = {}) {
	const meetingId = await schedule(host, { live: 1, live_login: 0, free_talk: 1, ...fields })
	const { streamId } = (await host.send('GET /live/desk/publishing', { meetingId })).data
	await host.send('POST /live/desk/start', { meetingId })
	testServer.liveEngine.publish(streamId)
	return meetingId
}

async function watch(meetingId: string, client: TestClient, fields: object = {}) {
	const reply = JSON.parse((await client.send('GET /live/getLiveStream', { meetingId, ...fields })).text)
	return { liveData: undefined, ...reply, room: reply.room && JSON.parse(reply.room) }
}
const roomOf = async (meetingId: string): Promise<string> => (await watch(meetingId, host)).room.chat_room_id

const tokenOf = async (client: TestClient, nickName?: string) =>
	await client.send('GET /im/getImToken', { imAppId: 'A', ...(nickName !== undefined && { nickName }) })

/** Connects a person to messaging. */
async function connect(client: TestClient, nickName?: string) {
	const { imToken: token, imUserId: uid } = (await tokenOf(client, nickName)).data
	const answers = new Map<number, (data: { code: number }) => void>()
	const handler = testServer.nouns.messaging.service.connect({
		id: `connection of ${uid}`,
		address: client.address,
		origin: 'https://a.example',
		send(envelopes) {
			for (const { messageId, jsonData } of envelopes) answers.get(messageId)?.(jsonData as { code: number })
		},
		pendingBytes: () => 0,
		close() {},
	})
	let messageId = 10_000
	const call = (messageType: number, jsonData: object) =>
		new Promise<{ code: number }>(resolve => {
			messageId++
			answers.set(messageId, resolve)
			handler.receive({ messageId, messageType, jsonData })
		})
	expect(await call(1000, { uid, appId: 'A', token })).toMatchObject({ code: 0 })
	return {
		uid,
		enter: (gid: string) => call(4064, { gid }),
		say: (gid: string, content: string) => call(4004, { gid, type: 0, content }),
		ban: (gid: string, userId: string) => call(4014, { gid, userId, ban: true }),
		forgive: (gid: string, userId: string) => call(4022, { gid, userId, banned: false }),
	}
}

test('a removed guest cannot return by deleting their cookie: they must sign in, or wait four hours', async () => {
	const meetingId = await onAir()
	const room = await roomOf(meetingId)
	const anna = await connect(host)
	const [trollBrowser, colleagueBrowser] = [
		await testServer.visit({ address: office }),
		await testServer.visit({ address: office }),
	]
	const [troll, colleague] = [await connect(trollBrowser, 'Troll'), await connect(colleagueBrowser, 'Colleague')]
	testServer.clock.advance(1_000)
	expect(await anna.ban(room, troll.uid)).toMatchObject({ code: 0 })
	testServer.clock.advance(1_000)
	expect((await watch(meetingId, trollBrowser)).code).toBe(40305)

	const again = await testServer.visit({ address: office })
	expect(await watch(meetingId, again)).toMatchObject({ code: 200, room: { live_login: 1 }, liveData: undefined })
	const anew = await connect(again, 'Nobody')
	expect((await anew.enter(room)).code).not.toBe(0)
	expect((await anew.say(room, 'back again')).code).not.toBe(0)
	// The same applies to the other room of the live.
	expect((await watch(meetingId, again)).liveData).toBeUndefined()

	// Earlier guests, people who sign in, and people elsewhere may enter.
	expect((await colleague.say(room, 'what was that')).code).toBe(0)
	for (const client of [
		colleagueBrowser,
		await testServer.signIn('ben', { address: office }),
		await testServer.visit({ address: '198.51.100.7' }),
	])
		expect(await watch(meetingId, client)).toMatchObject({ room: { live_login: 0 }, liveData: { liveStatus: 1 } })
	expect((await watch(await onAir(), again)).liveData).toBeDefined()

	testServer.clock.advance(4 * hour)
	expect((await watch(meetingId, again)).liveData).toBeDefined()
	expect((await anew.say(room, 'four hours later')).code).toBe(0)
})

test('their address is released at once when they are unbanned', async () => {
	const meetingId = await onAir()
	const room = await roomOf(meetingId)
	const anna = await connect(host)
	const troll = await connect(await testServer.visit({ address: office }), 'Troll')
	testServer.clock.advance(1_000)
	await anna.ban(room, troll.uid)
	const again = await testServer.visit({ address: office })
	expect((await watch(meetingId, again)).liveData).toBeUndefined()
	expect(await anna.forgive(room, troll.uid)).toMatchObject({ code: 0 })
	expect((await watch(meetingId, again)).liveData).toBeDefined()
})

test('removing a member closes no address', async () => {
	const meetingId = await onAir()
	const ben = await connect(await testServer.signIn('ben', { address: office }))
	await (await connect(host)).ban(await roomOf(meetingId), ben.uid)
	expect((await watch(meetingId, await testServer.visit({ address: office }))).liveData).toBeDefined()
})

test('a token for a live password belongs to the viewer who received it', async () => {
	const meetingId = await onAir({ live_pwd: '4711' })
	const auth = async (client: TestClient) =>
		JSON.parse((await client.send('POST /live/auth', { meetingId, password: '4711' })).text).token as string
	const [guest, stranger] = [await testServer.visit(), await testServer.visit()]
	const token = await auth(guest)
	expect((await watch(meetingId, guest, { token })).liveData).toBeDefined()
	for (const other of [stranger, await testServer.signIn('ben')])
		expect(await watch(meetingId, other, { token })).toMatchObject({ room: { isPwd: 1 }, liveData: undefined })
	// The same browser, after signing in.
	const ben = await testServer.signIn('ben')
	ben.imGuestCookie = guest.imGuestCookie
	expect((await watch(meetingId, ben, { token })).liveData).toBeDefined()
	guest.imGuestCookie = undefined
	expect((await watch(meetingId, guest, { token })).liveData).toBeUndefined()
})

test('[API-37] a guest who renames themselves writes under that name at once', async () => {
	const room = await roomOf(await onAir())
	const guest = await testServer.visit()
	const connected = await connect(guest, 'visitor123456')
	expect(await guest.send('POST /im/updateImUser', { id: connected.uid, nickName: 'Ann' })).toMatchObject({ code: 200 })
	expect((await connected.say(room, 'hello')).code).toBe(0)
	const range = { limit: 1, from: 'newest' } as const
	const [written] = await testServer.nouns.messaging.store.readEvents(appId, v.parse(GroupId, room), range)
	expect(written?.body).toMatchObject({ content: 'hello', sendUserName: 'Ann' })
})

test('guests cannot take the name of a live’s host or a look-alike, neither at first nor later', async () => {
	const meetingId = await onAir()
	const room = await roomOf(meetingId)
	const guest = await testServer.visit()
	for (const nickName of ['Display anna', 'display ANNA', 'Displayanna', 'Ｄｉｓｐｌａｙ　ａｎｎａ', 'Displаy аnna'])
		expect([nickName, await tokenOf(guest, nickName)]).toMatchObject([nickName, { http: 422, code: 42218 }])
	const { data } = await tokenOf(guest, 'Li Lei')
	const rename = (nickName: string) => guest.send('POST /im/updateImUser', { id: data.imUserId, nickName })
	expect(await rename('DISPLAY anna')).toMatchObject({ http: 422, code: 42218 })
	expect(await rename('Display ben')).toMatchObject({ code: 200 })

	// Once Ben moderates, the guest with his name gets no further token.
	const { rooms } = testServer.nouns.messaging.service
	await rooms.setManager({ appId, gid: v.parse(GroupId, room) }, 'u-ben' as never)
	testServer.clock.advance(10_000)
	const further = { imId: data.imUserId, imAppId: 'A' }
	expect(await guest.send('GET /im/getImTokenByImId', further)).toMatchObject({ http: 422, code: 42218 })
	expect(await tokenOf(await testServer.visit(), 'Display ben')).toMatchObject({ code: 42218 })
	// Members have the name of their account, even if others share it.
	expect(await tokenOf(await testServer.signIn('ben'))).toMatchObject({ code: 200 })
	const elsewhere = await testServer.visit({ host: 'b.example' })
	expect(await elsewhere.send('GET /im/getImToken', { imAppId: 'B', nickName: 'Display anna' })).toMatchObject({
		code: 200,
	})
})
