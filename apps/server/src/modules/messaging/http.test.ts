import { createHash, createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { messaging, methodOf, pathOf } from '@parley/api'
import {
	answerCodes,
	apiHeaders,
	type CallInput,
	type CallName,
	GroupId,
	groupTypes,
	hmacSign,
	ImAppId,
	ImUserId,
	imPaths,
	memberRoles,
	signedText,
} from '@parley/im'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestServer, type TestClient, type TestServer } from '../../testing/testServer.ts'
import { newGroupSettings } from './groups/newGroup.ts'
import { memberRow } from './model/group.ts'
import { createImTokens } from './sessions/tokens.ts'
import { createFakeConnection } from './testing/fakeConnection.ts'

const dayMs = 86_400_000
const tokens = createImTokens(Buffer.from('A'.repeat(43), 'base64url'))
const appA = v.parse(ImAppId, 'A')
const uid = (id: string) => v.parse(ImUserId, id)

let server: TestServer
beforeEach(async () => {
	server = await createTestServer()
})
afterEach(() => server.close())

const ask = (client: TestClient, fields: object) => client.send('GET /im/getImToken', { imAppId: 'A', ...fields })
const again = (client: TestClient, imId: string, imAppId = 'A') =>
	client.send('GET /im/getImTokenByImId', { imId, imAppId })
const rename = (client: TestClient, id: string, nickName: string) =>
	client.send('POST /im/updateImUser', { id, nickName })
const identityOf = async (token: string) => {
	const verified = await tokens.verify(token, server.clock.now())
	if (verified.status !== 'valid') throw new Error(verified.status)
	return verified.identity
}
const storedName = async (id: string) => (await server.nouns.messaging.store.findUsers(appA, [uid(id)]))[0]?.nickName

test('[API-35] [API-36] the paths are those the SDK uses', () => {
	expect(pathOf(messaging.token.route)).toBe(imPaths.token)
	expect(pathOf(messaging.tokenByImId.route)).toBe(imPaths.tokenByImId)
	expect([messaging.token, messaging.tokenByImId].map(({ route }) => methodOf(route))).toEqual(['GET', 'GET'])
})

test('[API-35] [API-36] SPEC.md describes every refusal of a token, and every field of its answer', async () => {
	const spec = await readFile(new URL('../../../../../contracts/im/SPEC.md', import.meta.url), 'utf8')
	for (const { http, code } of Object.values({ ...messaging.token.refusals, ...messaging.tokenByImId.refusals }))
		expect(spec).toContain(`| ${http} | ${code} |`)
	const { data } = await ask(await server.visit(), { nickName: 'Lee' })
	for (const field of Object.keys(data as object)) expect(spec).toContain(`"${field}"`)
})

test('[IMCALL-02] if the site requires friendship, members write to their friends only', async () => {
	const { service } = server.nouns.messaging
	/** A messaging client with a person's sign-in. */
	async function logIn(name: 'anna' | 'ben') {
		const { data } = await ask(await server.signIn(name), {})
		const client = createFakeConnection(service, { id: name, address: '192.0.2.1' })
		async function call<N extends CallName>(call: N, data: CallInput<N>) {
			const messageId = client.send(call, data)
			return await vi.waitFor(() => {
				const answer = client.answerOf<N>(messageId)
				if (!answer) throw new Error(`no answer to ${call}`)
				return answer
			})
		}
		expect(await call('login', { uid: data.imUserId, appId: appA, token: data.imToken })).toMatchObject({ code: 0 })
		return { uid: uid(data.imUserId), call }
	}
	const [anna, ben] = [await logIn('anna'), await logIn('ben')]
	const write = async () => (await anna.call('chatSend', { userId: ben.uid, content: 'hi' })).code
	expect(await write()).toBe(0)
	await server.set('A', { chatsNeedFriendship: true })
	expect(await write()).toBe(answerCodes.noPromise)
	await server.set('A', { chatsNeedFriendship: false })
	expect(await write()).toBe(0)
})

test('[API-35] [ENT-21] a member gets a token for themselves, named as in their profile', async () => {
	const anna = await server.signIn('anna')
	const { http, data } = await ask(anna, { id: 'u-anna', nickName: 'The administrator' })
	expect(http).toBe(200)
	const { imToken, ...others } = data
	const origin = 'http://a.example'
	expect(others).toEqual({
		imAppVersion: '2.1.14',
		imServer: origin,
		imApiServer: origin,
		imMonitorServer: origin,
		imUserId: 'u-anna',
	})
	expect(await identityOf(imToken)).toMatchObject({
		uid: 'u-anna',
		appId: 'A',
		isGuest: false,
		nickName: 'Display anna',
		sessionId: expect.any(String),
		expiresAt: server.clock.now() + dayMs,
	})
	expect(anna.imGuestCookie).toBeUndefined()
	expect((await ask(anna, {})).data.imUserId).toBe('u-anna')
})

test('[API-35] [API-36] a member gets no token for another person, and no one gets one for another site', async () => {
	const anna = await server.signIn('anna')
	expect(await ask(anna, { id: 'u-ben' })).toMatchObject({ http: 403, message: 'notYou' })
	expect(await again(anna, 'u-ben')).toMatchObject({ http: 403, message: 'notYou' })
	expect(await ask(anna, { imAppId: 'B' })).toMatchObject({ http: 403, message: 'otherApplication' })
	expect(await again(anna, 'u-anna', 'B')).toMatchObject({ http: 403, message: 'otherApplication' })
	const guest = await server.visit()
	expect(await ask(guest, { nickName: 'Guest', imAppId: 'B' })).toMatchObject({ message: 'otherApplication' })
	expect((await again(anna, 'u-anna')).data.imUserId).toBe('u-anna')
	// Regardless of the selected company: messaging belongs to the site.
	anna.corpId = 'Z'
	expect((await ask(anna, {})).data.imUserId).toBe('u-anna')
})

test('[API-35] a guest gets an unguessable id, for this browser only', async () => {
	const [one, two] = [await server.visit(), await server.visit()]
	const first = await ask(one, { id: 'u-anna', nickName: ' Li\u202e  Lei 👋 ' })
	expect(first.data.imUserId).toMatch(/^g-[\w-]{32}$/)
	expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly/)
	expect(await identityOf(first.data.imToken)).toMatchObject({ isGuest: true, nickName: 'Li Lei', sessionId: null })
	expect((await ask(one, { nickName: 'Li Lei' })).data.imUserId).toBe(first.data.imUserId)
	const other = await ask(two, { nickName: 'Li Lei' })
	expect(other.data.imUserId).not.toBe(first.data.imUserId)

	expect((await again(one, first.data.imUserId)).data.imUserId).toBe(first.data.imUserId)
	for (const thief of [two, await server.visit(), await server.signIn('ben')]) {
		expect(await again(thief, first.data.imUserId)).toMatchObject({ http: 403, message: 'notYou' })
	}
})

test('[API-36] the cookie of a guest counts on its own site, unchanged, for thirty days', async () => {
	const guest = await server.visit()
	const { imUserId } = (await ask(guest, { nickName: 'Li Lei' })).data
	const cookie = guest.imGuestCookie as string
	const elsewhere = await server.visit({ host: 'b.example' })
	elsewhere.imGuestCookie = cookie
	expect(await again(elsewhere, imUserId, 'B')).toMatchObject({ message: 'notYou' })
	for (const changed of [cookie.replace('g-', 'h-'), `${cookie}x`, cookie.slice(0, -2), 'parley_im_guest=~~']) {
		guest.imGuestCookie = changed
		expect(await again(guest, imUserId)).toMatchObject({ message: 'notYou' })
	}
	guest.imGuestCookie = cookie
	server.clock.advance(30 * dayMs - 1)
	expect((await again(guest, imUserId)).http).toBe(200)
	guest.imGuestCookie = cookie
	server.clock.advance(1)
	expect(await again(guest, imUserId)).toMatchObject({ message: 'notYou' })
	expect((await ask(guest, { nickName: 'Li Lei' })).data.imUserId).not.toBe(imUserId)
})

test('[API-35] a guest needs a name, and a site that admits guests', async () => {
	const guest = await server.visit()
	for (const nickName of ['', '   ', '👋', 'x'.repeat(51)]) {
		expect(await ask(guest, { nickName })).toMatchObject({ http: 422, message: 'nameInvalid' })
	}
	await server.set('A', { guestJoin: false })
	expect(await ask(guest, { nickName: 'Li Lei' })).toMatchObject({ http: 403, message: 'guestsNotAllowed' })
	const anna = await server.signIn('anna')
	expect((await ask(anna, {})).http).toBe(200)
})

test('[API-35] [API-36] [API-37] a guest name with a refused word is rejected, even if the word was added later', async () => {
	const { words } = server.nouns.messaging
	const { imUserId } = (await ask(await server.visit(), { nickName: 'Casino' })).data
	const guest = await server.visit()
	const known = (await ask(guest, { nickName: 'Grand Casino' })).data.imUserId
	await server.set('A', { refusedWords: ['casino'] })
	await words.start()
	const wordRefused = { http: 422, code: 42202, message: 'wordRefused' }
	for (const nickName of ['Casino', 'ＣＡＳＩＮＯ', 'the\u200B casino'])
		expect(await ask(await server.visit(), { nickName }), nickName).toMatchObject(wordRefused)
	expect(await again(guest, known)).toMatchObject(wordRefused)
	expect(await rename(guest, known, 'My casino')).toMatchObject(wordRefused)
	expect((await rename(guest, known, 'Casinos')).http).toBe(200)
	expect((await again(guest, known)).http).toBe(200)
	expect(await storedName(known)).toBe('Casinos')
	expect(await storedName(imUserId)).toBe('Casino')
	expect((await ask(await server.signIn('anna'), {})).http).toBe(200)
	words.stop()
})

test('[API-37] a guest renames themselves; a member has the name of their profile', async () => {
	const guest = await server.visit()
	const { imUserId } = (await ask(guest, { nickName: 'Li Lei' })).data
	expect((await rename(guest, imUserId, ' Han  Mei ')).http).toBe(200)
	expect(await storedName(imUserId)).toBe('Han Mei')
	expect(await rename(guest, imUserId, '👋')).toMatchObject({ message: 'nameInvalid' })
	expect(await rename(await server.visit(), imUserId, 'Thief')).toMatchObject({ http: 403, message: 'notYou' })
	const anna = await server.signIn('anna')
	expect(await rename(anna, imUserId, 'Thief')).toMatchObject({ message: 'notYou' })
	expect((await rename(anna, 'u-anna', 'The administrator')).http).toBe(200)
	expect(await storedName('u-anna')).toBe('Display anna')
	expect(await storedName(imUserId)).toBe('Han Mei')
})

interface Question {
	token: string
	body?: string
	sign?: string
	appId?: string
	host?: string
	signVersion?: string
}

async function whoIsOnline({ token, body = '{}', appId = 'A', host = 'a.example', ...others }: Question) {
	const sign = others.sign ?? createHash('md5').update(signedText(body, token)).digest('hex')
	const { signVersion } = others
	const answer = await server.app.inject({
		method: 'POST',
		url: imPaths.userOnline,
		payload: body,
		headers: {
			host,
			'content-type': 'application/json',
			[apiHeaders.token]: token,
			[apiHeaders.appId]: appId,
			[apiHeaders.sign]: sign,
			...(signVersion !== undefined && { [apiHeaders.signVersion]: signVersion }),
		},
	})
	return JSON.parse(answer.body)
}

/** Logs a member in without a socket. */
async function logIn(name: 'anna' | 'ben'): Promise<{ token: string; sent: { code?: number }[]; isClosed(): boolean }> {
	const { imToken: token } = (await ask(await server.signIn(name), {})).data
	const sent: { code?: number }[] = []
	let isClosed = false
	const handler = server.nouns.messaging.service.connect({
		id: `connection of ${name}`,
		address: '192.0.2.1',
		origin: 'https://meet.example.org',
		send: envelopes => void sent.push(...envelopes.map(({ jsonData }) => jsonData)),
		pendingBytes: () => 0,
		close: () => {
			isClosed = true
		},
	})
	handler.receive({ messageId: 10_000, messageType: 1000, jsonData: { uid: `u-${name}`, appId: 'A', token } })
	while (sent.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
	return { token, sent, isClosed: () => isClosed }
}

const body = (userId: string, subBizType = '') => JSON.stringify({ userId, bizType: '', subBizType })

test('[IMH-05] [IMH-08] online status is visible for oneself, friends and members of common groups', async () => {
	const { token } = await logIn('anna')
	await logIn('ben')
	const both = body('u-anna,u-ben,u-nobody')
	expect(await whoIsOnline({ token, body: both })).toEqual({ code: 0, onlineUsers: ['u-anna'] })

	const { store } = server.nouns.messaging
	const friend = { uid: uid('u-anna'), friendUid: uid('u-ben'), isFriend: true, remark: '', shield: false, since: 1 }
	await store.commit([{ appId: appA, now: 1, friends: { put: [friend] } }])
	expect(await whoIsOnline({ token, body: both })).toEqual({ code: 0, onlineUsers: ['u-anna', 'u-ben'] })
	// Ending a friendship does not notify the other side: each has rows of their own.
	const { token: bens } = await logIn('ben')
	expect(await whoIsOnline({ token: bens, body: both })).toEqual({ code: 0, onlineUsers: ['u-ben'] })
})

test('[IMH-05] members of a group see who of them is online, and no one else does', async () => {
	const { token } = await logIn('anna')
	await logIn('ben')
	const { store } = server.nouns.messaging
	const gid = v.parse(GroupId, 'g')
	const settings = newGroupSettings({ name: 'G', mucType: groupTypes.COMMON, owner: uid('u-ben') })
	const members = [memberRow(uid('u-ben'), 1, 'here', memberRoles.owner)]
	const made = { id: gid, create: { group: settings }, events: [], members }
	await store.commit([{ appId: appA, now: 1, conversation: made }])
	const question = body('u-ben', gid)
	expect(await whoIsOnline({ token, body: question })).toEqual({ code: 0, onlineUsers: [] })
	const group = await store.findGroup(appA, gid)
	const conversation = {
		id: gid,
		version: group?.version ?? 0,
		events: [],
		members: [memberRow(uid('u-anna'), 1, 'here')],
	}
	expect(await store.commit([{ appId: appA, now: 1, conversation }])).toMatchObject([{ status: 'committed' }])
	expect(await whoIsOnline({ token, body: question })).toEqual({ code: 0, onlineUsers: ['u-ben'] })
})

test('[IMH-06] [IMH-07] a query with a wrong signature, or with a foreign or expired token, is refused', async () => {
	const { token } = await logIn('anna')
	const question = { token, body: body('u-anna') }
	const good = createHash('md5').update(`${question.body}_${token}`).digest('hex')
	expect(await whoIsOnline({ ...question, sign: good })).toMatchObject({ code: 0 })
	const refused = { code: answerCodes.unauthorised, onlineUsers: [] }
	expect(await whoIsOnline({ ...question, sign: good.replace(/^./, 'z') })).toMatchObject(refused)
	expect(await whoIsOnline({ ...question, body: body('u-ben'), sign: good })).toMatchObject(refused)
	expect(await whoIsOnline({ ...question, sign: '' })).toMatchObject(refused)
	expect(await whoIsOnline({ ...question, appId: 'B' })).toMatchObject(refused)
	expect(await whoIsOnline({ ...question, host: 'b.example' })).toMatchObject(refused)
	expect(await whoIsOnline({ ...question, appId: 'B', host: 'b.example' })).toMatchObject(refused)
	expect(await whoIsOnline({ token: `${token}x` })).toMatchObject(refused)
	expect(await whoIsOnline({ token, body: 'no JSON' })).toMatchObject({ code: answerCodes.invalidData })
	server.clock.advance(dayMs)
	expect(await whoIsOnline(question)).toMatchObject({ code: answerCodes.userTokenExpired, onlineUsers: [] })
})

test('[IMH-07] the signature may be an HMAC', async () => {
	const { token } = await logIn('anna')
	const question = { token, body: body('u-anna'), signVersion: hmacSign }
	const sign = createHmac('sha256', token).update(question.body).digest('hex')
	expect(await whoIsOnline({ ...question, sign })).toEqual({ code: 0, onlineUsers: ['u-anna'] })
	expect(await whoIsOnline(question)).toMatchObject({ code: answerCodes.unauthorised })
	expect(await whoIsOnline({ ...question, sign, signVersion: 'none' })).toMatchObject({
		code: answerCodes.unauthorised,
	})
})

test('[IMH-01] [IMH-02] uploads are accepted if they are well-formed, up to a limit per address and minute', async () => {
	const upload = async (url: string, payload: string, type = 'application/json') =>
		(
			await server.app.inject({
				method: 'POST',
				url,
				payload,
				headers: { host: 'a.example', 'content-type': type },
				remoteAddress: '192.0.2.7',
			})
		).statusCode
	const device = { deviceId: '9f86d081884c7d659a2f', device: 'Linux', sdkVersion: '2.1.14', appId: 'A' }
	expect(await upload(imPaths.device, JSON.stringify(device))).toBe(200)
	expect(await upload(imPaths.device, JSON.stringify({ ...device, device: 'x'.repeat(21) }))).toBe(422)
	const flows = { key: device.deviceId, flows: [{ ts: 1, type: 'connectError', code: -10 }] }
	expect(await upload(imPaths.flow, JSON.stringify(flows), 'text/plain;charset=UTF-8')).toBe(200)
	expect(await upload(imPaths.flow, '{"flows":')).toBe(422)
	expect(await upload(imPaths.flow, JSON.stringify({ ...flows, pad: 'x'.repeat(70_000) }))).toBe(413)
	const many = []
	for (let count = 0; count < 310; count++) many.push(await upload(imPaths.flow, JSON.stringify(flows)))
	expect(many.filter(status => status === 429).length).toBeGreaterThan(5)
})

test('[IMCALL-57] a session ends when its person is signed out everywhere, and its token cannot open another', async () => {
	const { sent, isClosed, token } = await logIn('anna')
	const { sessionId } = await identityOf(token)
	expect(sent).toMatchObject([{ code: 0 }])
	await server.nouns.session.sessions.endAllOf('u-anna' as never)
	while (!isClosed()) await new Promise(resolve => setTimeout(resolve, 50))
	expect(sent.at(-1)).toMatchObject({ code: answerCodes.forcedDisconnect })
	expect(sessionId).not.toBeNull()

	const replayed: { code?: number }[] = []
	const handler = server.nouns.messaging.service.connect({
		id: 'replayed',
		address: '192.0.2.1',
		origin: 'https://meet.example.org',
		send: envelopes => void replayed.push(...envelopes.map(({ jsonData }) => jsonData)),
		pendingBytes: () => 0,
		close() {},
	})
	handler.receive({ messageId: 10_000, messageType: 1000, jsonData: { uid: 'u-anna', appId: 'A', token } })
	while (replayed.length === 0) await new Promise(resolve => setTimeout(resolve, 5))
	expect(replayed).toMatchObject([{ code: answerCodes.unauthorised }])
})

test.each([
	[{ severalDevices: false }, false],
	[{ severalDevices: true }, true],
	[{ meetingsCall: true }, true],
])(
	'[CHAT-07] [IMCALL-55] a phone and a laptop of one person at once, if the site allows %o: %s',
	async (settings, severalDevices) => {
		await server.set('A', settings)
		const { service } = server.nouns.messaging
		const logIn = async (deviceId: string) => {
			const client = createFakeConnection(service, { id: deviceId, address: '192.0.2.1' })
			const { data } = await ask(await server.signIn('anna'), {})
			const messageId = client.send('login', { uid: 'u-anna', appId: 'A', token: data.imToken, deviceId })
			await vi.waitFor(() => expect(client.answerOf(messageId)).toMatchObject({ code: 0 }))
			return client
		}
		const [phone, laptop] = [await logIn('phone'), await logIn('laptop')]
		expect([phone.isClosed(), laptop.isClosed()]).toEqual([!severalDevices, false])
		expect(phone.pushes('kickedOff')).toHaveLength(severalDevices ? 0 : 1)
	},
)
