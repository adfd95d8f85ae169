import { answerCodes, type CallInput, type CallName, callNames, imLimits, packetNumber } from '@parley/im'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settled } from '../testing/manualTimers.ts'
import { appId, createTestNodes, uidOf } from '../testing/messagingNodes.ts'

test('[IMC-04] [IMC-22] a login with a token is answered with code 0 and its person', async () => {
	const { connect, tokenOf, timers } = createTestNodes()
	const client = connect()
	const answer = await client.call('login', { uid: uidOf('li'), appId, token: tokenOf('li'), jid: 'li/app' })
	expect(answer).toMatchObject({
		code: 0,
		now: timers.now(),
		user: { userId: 'li', nickName: 'li X', guest: false },
		expiresAt: timers.now() + 86_400_000,
	})
})

test('[IMC-05] a permanently refused login closes the connection', async () => {
	const { connect, tokenOf, timers } = createTestNodes()
	const refused = async (token: string, code: number) => {
		const client = connect()
		expect(await client.call('login', { uid: uidOf('li'), appId, token })).toMatchObject({ code })
		expect(client.isClosed()).toBe(true)
	}
	await refused('forged', answerCodes.unauthorised)
	await refused(tokenOf('han'), answerCodes.unauthorised)
	await refused(tokenOf('li', { appId: 'other' as typeof appId }), answerCodes.unauthorised)
	await refused(tokenOf('li', { expiresAt: timers.now() }), answerCodes.userTokenExpired)
})

test('after a forced end a newer token is needed; a barred person cannot log in with any', async () => {
	const { connect, tokenOf, timers, store } = createTestNodes()
	const token = tokenOf('li')
	const user = { uid: uidOf('li'), nickName: 'Li', imgUrl: '', isGuest: false }
	const decide = (tokensNotBefore: number, barredUntil: number | null) =>
		store.commit([{ appId, now: timers.now(), users: [{ ...user, tokensNotBefore, barredUntil }] }])
	await decide(timers.now() + 1, null)
	expect(await connect().call('login', { uid: uidOf('li'), appId, token })).toMatchObject({
		code: answerCodes.userTokenExpired,
	})
	await timers.advance(10)
	expect(await connect().call('login', { uid: uidOf('li'), appId, token: tokenOf('li') })).toMatchObject({ code: 0 })
	await decide(timers.now(), timers.now() + 60_000)
	expect(await connect().call('login', { uid: uidOf('li'), appId, token: tokenOf('li') })).toMatchObject({
		code: answerCodes.unauthorised,
	})
})

test('a session whose right was revoked elsewhere ends within half a minute', async () => {
	const { logIn, timers, store } = createTestNodes()
	const client = await logIn('li')
	const row = { uid: uidOf('li'), nickName: 'Li', imgUrl: '', isGuest: false, barredUntil: null }
	await store.commit([{ appId, now: timers.now(), users: [{ ...row, tokensNotBefore: timers.now() + 1 }] }])
	await timers.advance(31_000)
	expect(client.pushes('tokenExpired')).toMatchObject([{ code: answerCodes.userTokenExpired }])
	expect(client.isClosed()).toBe(true)
})

test('before a login every call is refused, whatever its data; a logout without a login has no effect', async () => {
	const { connect } = createTestNodes()
	const client = connect()
	const refused = { code: answerCodes.notLoggedIn }
	expect(await client.call('syncKeys', {})).toMatchObject(refused)
	expect(await client.call('groupSend', {} as CallInput<'groupSend'>)).toMatchObject(refused)
	expect(await client.call('logout', {})).toMatchObject(refused)
	expect(client.isClosed()).toBe(false)
})

test('[IMC-06] a logout is answered, after earlier calls, and the connection is closed', async () => {
	const { logIn, makeGroup, soon } = createTestNodes()
	const gid = await makeGroup('walks', ['li'])
	const client = await logIn('li')
	const before = client.send('groupSend', { gid, content: 'Bye' })
	expect(await client.call('logout', {}, soon)).toMatchObject({ code: 0 })
	expect(client.answerOf(before)).toMatchObject({ code: 0 })
	expect(client.isClosed()).toBe(true)
})

test('invalid data is refused with the name of the field', async () => {
	const { logIn, makeGroup, soon } = createTestNodes()
	const gid = await makeGroup('walks', ['li'])
	const client = await logIn('li')
	const msgOf = async <N extends CallName>(name: N, data: object) => {
		const { code, ...answer } = await client.call(name, data as CallInput<N>, soon)
		expect(code).toBe(answerCodes.invalidData)
		return (answer as { msg?: string }).msg
	}
	expect(await msgOf('groupSend', { gid, content: 'x'.repeat(256) })).toBe('content: more than 255 characters')
	expect(await msgOf('groupSend', { gid })).toMatch(/^content: /)
	expect(await msgOf('userInfo', { userIds: ['li', 5] })).toMatch(/^userIds\.1: /)
	expect(await msgOf('groupLeave', { gid, requestId: 'not one' })).toMatch(/^requestId: /)
	expect(await msgOf('friendApply', { userId: 'li' })).toMatch(/^userId: /)
	const owner = await logIn('owner')
	for (const imgUrl of [
		'javascript:alert(1)',
		' javascript:alert(1)',
		'data:text/html,x',
		'//evil.example/x',
		'/\\evil.example',
		'https://img.example/a.png"onerror="alert(1)',
	])
		expect(await owner.call('groupUpdateImage', { gid, imgUrl }, soon)).toMatchObject({
			code: answerCodes.invalidData,
			msg: expect.stringMatching(/^imgUrl: /),
		})
	for (const imgUrl of ['https://img.example/a.png', '/group/picture/1', ''])
		expect(await owner.call('groupUpdateImage', { gid, imgUrl }, soon)).toMatchObject({ code: 0 })
	const long = await msgOf('userInfo', { userIds: [`*${'x'.repeat(5_000)}`] })
	expect(long?.length).toBe(200)
})

test('[IMC-07] a login on another device ends the older session; another tab of the same device does not', async () => {
	const { logIn } = createTestNodes()
	const phone = await logIn('li', { deviceId: 'phone' })
	const tab = await logIn('li', { deviceId: 'phone' })
	expect(phone.isClosed()).toBe(false)
	const desk = await logIn('li', { deviceId: 'desk' })
	for (const older of [phone, tab]) {
		expect(older.pushes('kickedOff')).toMatchObject([{ code: answerCodes.userKickedOff }])
		expect(older.isClosed()).toBe(true)
	}
	expect(desk.isClosed()).toBe(false)
})

test('[NODE-20] of logins on several nodes that could not tell each other, the newest one stays', async () => {
	const { logIn, bus, timers } = createTestNodes({ nodes: 3 })
	bus.isLosing = true
	const devices = []
	for (const [node, deviceId] of ['phone', 'desk', 'tablet'].entries()) {
		devices.push(await logIn('li', { node, deviceId }))
		await timers.advance(10)
	}
	const other = await logIn('han', { node: 0 })
	await timers.advance(20_000)
	expect(devices.map(device => device.isClosed())).toEqual([false, false, false])
	bus.isLosing = false
	await timers.advance(5_000)
	expect(devices.map(device => device.isClosed())).toEqual([true, true, false])
	expect(devices[0]?.pushes('kickedOff')).toMatchObject([{ code: answerCodes.userKickedOff }])
	expect(other.isClosed()).toBe(false)
	// Each login is announced once.
	bus.published.length = 0
	await timers.advance(20_000)
	expect(bus.published.filter(({ kind }) => kind === 'session')).toEqual([])
})

test('[CHAT-07] pages of one browser do not log each other out, even if each has its own device id', async () => {
	const { connect, tokenOf } = createTestNodes({ nodes: 2 })
	const page = async (node: number, deviceId: string, changes: Parameters<typeof tokenOf>[1], uid = 'li') => {
		const client = connect({ node })
		const answer = await client.call('login', { uid: uidOf(uid), appId, token: tokenOf(uid, changes), deviceId })
		expect(answer.code).toBe(0)
		await settled()
		return client
	}
	const desk = await page(0, 'a1', { sessionId: 'sign-in-1' })
	const viewer = await page(0, 'b2', { sessionId: 'sign-in-1' })
	const onOther = await page(1, '', { sessionId: 'sign-in-1' })
	const guests = [
		await page(0, 'c3', { isGuest: true }, 'g-1'),
		await page(1, 'd4', { isGuest: true }, 'g-1'),
		await page(0, '', { isGuest: true }, 'g-1'),
	]
	for (const open of [desk, viewer, onOther, ...guests]) expect(open.isClosed()).toBe(false)
	const phone = await page(1, 'e5', { sessionId: 'sign-in-2' })
	for (const older of [desk, viewer, onOther]) {
		expect(older.pushes('kickedOff')).toHaveLength(1)
		expect(older.isClosed()).toBe(true)
	}
	for (const open of [phone, ...guests]) expect(open.isClosed()).toBe(false)
})

test('[CHAT-07] if a site allows several devices, each stays online on every node until the setting changes', async () => {
	const { logIn, node, site, soon } = createTestNodes({ nodes: 2 })
	site.severalDevices = true
	const phone = await logIn('li', { node: 0, deviceId: 'phone' })
	const desk = await logIn('li', { node: 0, deviceId: 'desk' })
	const tablet = await logIn('li', { node: 1, deviceId: 'tablet' })
	await settled()
	for (const device of [phone, desk, tablet]) {
		expect([device.isClosed(), device.pushes('kickedOff')]).toEqual([false, []])
	}
	// Messages by one of them and by others reach all.
	await logIn('han')
	await phone.call('chatSend', { userId: uidOf('han'), content: 'from the phone', cmid: 'c1' }, soon)
	await soon()
	for (const device of [phone, desk, tablet])
		expect(device.pushes('messagesReceived')).toMatchObject([{ list: [{ content: 'from the phone' }] }])
	node.endSessions(appId, uidOf('li'))
	for (const device of [phone, desk, tablet]) expect(device.isClosed()).toBe(true)
	const [older, other] = [await logIn('li', { deviceId: 'phone' }), await logIn('li', { deviceId: 'desk' })]
	site.severalDevices = false
	const newest = await logIn('li', { node: 1, deviceId: 'tablet' })
	await settled()
	expect([older, other, newest].map(device => device.isClosed())).toEqual([true, true, false])
})

test('of two devices that log in at the same moment the later one stays', async () => {
	const { connect, tokenOf } = createTestNodes()
	const [first, second] = [connect(), connect()]
	const data = { uid: uidOf('li'), appId, token: tokenOf('li') }
	first.send('login', { ...data, deviceId: 'phone' })
	second.send('login', { ...data, deviceId: 'desk' })
	await settled()
	expect(first.isClosed()).toBe(true)
	expect(second.isClosed()).toBe(false)
	expect(await second.call('syncKeys', {})).toMatchObject({ code: 0 })
})

test('[IMC-07] the older login on another node is ended too', async () => {
	const { logIn } = createTestNodes({ nodes: 2 })
	const phone = await logIn('li', { node: 0, deviceId: 'phone' })
	const desk = await logIn('li', { node: 1, deviceId: 'desk' })
	await settled()
	expect(phone.pushes('kickedOff')).toHaveLength(1)
	expect(desk.isClosed()).toBe(false)
})

test('[IMC-07] an expiring token ends the session, unless it was renewed', async () => {
	const { connect, tokenOf, timers } = createTestNodes()
	const minuteOf = (uid: string) => tokenOf(uid, { expiresAt: timers.now() + 60_000 })
	const [li, han] = [connect(), connect()]
	await li.call('login', { uid: uidOf('li'), appId, token: minuteOf('li') })
	await han.call('login', { uid: uidOf('han'), appId, token: minuteOf('han') })
	await timers.advance(50_000)
	expect(await li.call('login', { uid: uidOf('li'), appId, token: minuteOf('li') })).toMatchObject({ code: 0 })
	await timers.advance(15_000)
	expect(han.pushes('tokenExpired')).toMatchObject([{ code: answerCodes.userTokenExpired }])
	expect(han.isClosed()).toBe(true)
	expect(li.isClosed()).toBe(false)
	await timers.advance(50_000)
	expect(li.isClosed()).toBe(true)
})

test('a login is renewed for its own person only', async () => {
	const { logIn, tokenOf } = createTestNodes()
	const li = await logIn('li')
	expect(await li.call('login', { uid: uidOf('han'), appId, token: tokenOf('han') })).toMatchObject({
		code: answerCodes.alreadyDone,
	})
	expect(li.isClosed()).toBe(false)
})

test('[IMCALL-57] [IMCALL-58] an operator ends the sessions of a person on every node', async () => {
	const { logIn, nodes } = createTestNodes({ nodes: 2 })
	const li = await logIn('li', { node: 1 })
	nodes[0]?.endSessions(appId, uidOf('li'))
	expect(li.pushes('forcedDisconnect')).toMatchObject([{ code: answerCodes.forcedDisconnect }])
	const han = await logIn('han', { node: 0 })
	nodes[0]?.endSessions(appId, uidOf('han'), 'unauthorised')
	expect(han.pushes('unauthorised')).toMatchObject([{ code: answerCodes.unauthorised }])
	expect([li.isClosed(), han.isClosed()]).toEqual([true, true])
})

test('guests write and read in rooms, and can do nothing else', async () => {
	const { logIn } = createTestNodes()
	const guest = await logIn('guest1', { isGuest: true })
	expect(await guest.call('chatSend', { userId: uidOf('li'), content: 'hi' })).toMatchObject({
		code: answerCodes.noPromise,
	})
	expect(await guest.call('groupCreate', { name: 'Mine' })).toMatchObject({ code: answerCodes.noPromise })
	expect(await guest.call('syncKeys', {})).toMatchObject({ code: 0 })
})

test('[API-37] a renamed guest has the new name in open sessions, and after a login with an older token', async () => {
	const { connect, logIn, loginOf, makeGroup, store, timers, soon } = createTestNodes()
	const gid = await makeGroup('room', [], { mucType: 5 })
	const login = loginOf('visitor', { isGuest: true })
	const open = connect()
	await open.call('login', login)
	const profile = { uid: uidOf('visitor'), nickName: 'Renamed', imgUrl: '', isGuest: true }
	await store.putProfile(appId, profile, timers.now())
	expect(await connect().call('login', login)).toMatchObject({ code: 0, user: { nickName: 'Renamed' } })
	expect(await store.findUsers(appId, [uidOf('visitor')])).toMatchObject([profile])
	await timers.advance(6_000)
	await open.call('groupSend', { gid, content: 'Hello' }, soon)
	const viewer = await logIn('li')
	expect((await viewer.call('groupHistory', { gid })).list).toMatchObject([{ sendUserName: 'Renamed' }])
})

test('when an operator ends guest access, sessions of guests end and their tokens become invalid', async () => {
	const { connect, logIn, loginOf, site, timers } = createTestNodes()
	const guest = await logIn('visitor', { isGuest: true })
	const li = await logIn('li')
	site.allowsGuests = false
	await timers.advance(6_000)
	expect(guest.pushes('unauthorised')).toMatchObject([{ code: answerCodes.unauthorised }])
	expect(guest.isClosed()).toBe(true)
	expect(li.isClosed()).toBe(false)
	const refused = await connect().call('login', loginOf('visitor', { isGuest: true }))
	expect(refused.code).toBe(answerCodes.unauthorised)
})

test('a stop tells every client when to reconnect, at different times, and accepts nothing new', async () => {
	const { logIn, node } = createTestNodes()
	const clients = [await logIn('li'), await logIn('han'), await logIn('wu')]
	await node.stop()
	const times = clients.map(client => client.pushes('reconnectLater')[0])
	expect(times).toMatchObject(clients.map(() => ({ code: answerCodes.stopping })))
	expect(times.map(push => push?.retryAfterMs)).toEqual([1_000, 1_667, 2_333])
	expect(clients.every(client => client.isClosed())).toBe(true)
	expect(clients[0]?.pushes('kickedOff')).toEqual([])
})

test('a stop stores and answers received calls', async () => {
	const { logIn, node, store } = createTestNodes()
	const [li] = [await logIn('li'), await logIn('han')]
	const id = li.send('chatSend', { userId: 'han', content: 'last words', cmid: 'c1' })
	await settled()
	await node.stop()
	expect(li.answerOf(id)).toMatchObject({ code: 0, hisId: 1 })
	expect(await store.findMessage(appId, 'u:han:li', uidOf('li'), 'c1')).toBeDefined()
})

test('limits apply to a connection, an address that logs in, and the messages of a person', async () => {
	const { logIn, connect, tokenOf, soon } = createTestNodes({ isLimited: true })
	const li = await logIn('li')
	await logIn('han')
	const codes: number[] = []
	for (let index = 0; index < 70; index++) {
		const { code } = await li.call('chatSend', { userId: uidOf('han'), content: `${index}`, cmid: `c${index}` }, soon)
		codes.push(code)
	}
	expect(codes.filter(code => code === 0)).toHaveLength(60)
	expect(codes.at(-1)).toBe(answerCodes.tooMany)
	const logins: number[] = []
	for (let index = 0; index < 610; index++) {
		const client = connect({ address: '198.51.100.7' })
		logins.push((await client.call('login', { uid: uidOf('wu'), appId, token: tokenOf('wu') })).code)
		client.drop()
	}
	expect(logins.filter(code => code === answerCodes.tooMany)).toHaveLength(10)
})

test('reconnects do not count among the logins of an address: a thousand behind one return at once', async () => {
	const { connect, tokenOf, timers } = createTestNodes({ isLimited: true })
	const logIn = async (uid: string, token: string) => {
		const client = connect({ address: '198.51.100.7' })
		const { code } = await client.call('login', { uid: uidOf(uid), appId, token })
		client.drop()
		return code
	}
	const names = Array.from({ length: 999 }, (_, index) => `p${index}`)
	const before = { issuedAt: timers.now() - 60_000 }
	const codes: number[] = []
	for (const name of names) codes.push(await logIn(name, tokenOf(name, before)))
	expect(new Set(codes)).toEqual(new Set([0]))
	// New people and foreign tokens still count.
	const others: number[] = []
	for (let index = 0; index < 602; index++)
		others.push(await (index % 2 ? logIn('wu', tokenOf('wu')) : logIn('wu', 'forged')))
	expect(others.slice(598)).toEqual([answerCodes.unauthorised, 0, answerCodes.tooMany, answerCodes.tooMany])
	expect(await logIn('li', tokenOf('li', { ...before, expiresAt: timers.now() }))).toBe(answerCodes.tooMany)
	expect(await logIn('li', tokenOf('li', before))).toBe(0)
})

test('one person may reconnect sixty times a minute, and an address may show three thousand tokens', async () => {
	const { connect, tokenOf, timers } = createTestNodes({ isLimited: true })
	const logIn = async (uid: string, issuedAt: number) => {
		const client = connect({ address: '198.51.100.7' })
		const { code } = await client.call('login', { uid: uidOf(uid), appId, token: tokenOf(uid, { issuedAt }) })
		client.drop()
		return code
	}
	const before = timers.now() - 60_000
	const codes: number[] = []
	for (let times = 0; times < 62; times++) codes.push(await logIn('li', before))
	expect(codes.filter(code => code === answerCodes.tooMany)).toHaveLength(2)
	for (let index = 62; index < 3_000; index++) await logIn(`p${index}`, before)
	expect(await logIn('another', before)).toBe(answerCodes.tooMany)
	await timers.advance(60_000)
	expect(await logIn('another', before)).toBe(0)
})

test('events announced to a whole group count as messages of the person, whatever the call', async () => {
	const { logIn, makeGroup, soon } = createTestNodes({ isLimited: true })
	const gid = await makeGroup('walks', ['li'])
	const li = await logIn('li')
	const codes: number[] = []
	for (let index = 0; index < 70; index++) {
		const change = { gid, userId: uidOf('li'), nickName: `Name ${index}` }
		codes.push((await li.call('groupUpdateMember', change, soon)).code)
	}
	expect(codes.filter(code => code === 0)).toHaveLength(60)
	expect(await li.call('groupSend', { gid, content: 'Hello' }, soon)).toMatchObject({ code: answerCodes.tooMany })
	expect(await li.call('groupUnread', { gid, hisId: 1 }, soon)).toMatchObject({ code: 0 })
})

test('[IMCALL-21] a person creates sixty groups and chat rooms per hour at most', async () => {
	const { logIn, accounts, soon, timers } = createTestNodes({ isLimited: true })
	accounts.add('li').add('han')
	const [li, han] = [await logIn('li'), await logIn('han')]
	const create = async (client: typeof li, index: number) =>
		(await client.call('groupCreate', { name: 'G', mucType: index % 2 ? 5 : 0 }, soon)).code
	const codes: number[] = []
	for (let index = 0; index < 62; index++) {
		codes.push(await create(li, index))
		await timers.advance(1_000)
	}
	expect(codes.filter(code => code === 0)).toHaveLength(60)
	expect(codes.slice(60)).toEqual([answerCodes.tooMany, answerCodes.tooMany])
	expect(await create(han, 0)).toBe(0)
	await timers.advance(3_600_000)
	expect(await create(li, 0)).toBe(0)
})

test('[IMCALL-23] a person leaves many groups at once ten times per minute at most; guests cannot', async () => {
	const { logIn, makeGroup, soon } = createTestNodes({ isLimited: true })
	const gid = await makeGroup('walks', [])
	const li = await logIn('li')
	const codes: number[] = []
	for (let index = 0; index < 11; index++) codes.push((await li.call('groupLeaveMany', { gids: [gid] }, soon)).code)
	expect(codes).toEqual([...Array.from({ length: 10 }, () => 0), answerCodes.tooMany])
	const guest = await logIn('visitor', { isGuest: true })
	expect((await guest.call('groupLeaveMany', { gids: [gid] }, soon)).code).toBe(answerCodes.noPromise)
})

test('guests of one address share ten thousand calls in ten seconds; members have their own limits', async () => {
	const { logIn } = createTestNodes({ isLimited: true })
	const codes: number[] = []
	for (let index = 0; index < 30; index++) {
		const guest = await logIn(`guest${index}`, { isGuest: true })
		for (let count = 0; count < 390; count++) codes.push((await guest.call('syncKeys', {})).code)
	}
	expect(codes.filter(code => code === 0)).toHaveLength(10_000)
	expect(codes.at(-1)).toBe(answerCodes.tooMany)
	const [member, elsewhere] = [await logIn('li'), await logIn('far', { isGuest: true, address: '198.51.100.8' })]
	for (const client of [member, elsewhere]) expect((await client.call('syncKeys', {})).code).toBe(0)
})

test('the number of pending calls of a connection is limited', async () => {
	const { logIn, makeGroup, timers } = createTestNodes()
	const gid = await makeGroup('room', [], { mucType: 5 })
	const li = await logIn('li')
	const sent = Array.from({ length: 70 }, () => li.send('groupPoll', { gid, hisId: 0, waitMs: imLimits.maxPollWaitMs }))
	await settled()
	expect(sent.filter(id => li.answerOf(id)?.code === answerCodes.tooMany)).toHaveLength(6)
	await timers.advance(imLimits.maxPollWaitMs + 1)
	expect(sent.every(id => li.answerOf(id) !== undefined)).toBe(true)
})

test('many messages sent at once to a crowd are each stored as soon as the previous one is answered', async () => {
	const { logIn, makeGroup, timers } = createTestNodes()
	const others = Array.from({ length: 201 }, (_, index) => `singer-${index}`)
	const gid = await makeGroup('choir', others)
	for (const name of others) await logIn(name)
	const first = await logIn('singer-0', { deviceId: 'another' })
	const send = (cmid: string) => first.send('groupSend', { gid, content: cmid, cmid })
	const isAnswered = (id: number) => first.answerOf(id)?.code === answerCodes.ok
	// Two leave at once after a quiet moment.
	for (const cmid of ['first', 'second']) {
		send(cmid)
		await timers.advance(3)
	}
	const alone = send('m1')
	await timers.advance(9)
	expect(isAnswered(alone)).toBe(false)
	const more = ['m2', 'm3', 'm4'].map(send)
	await timers.advance(4)
	expect([alone, ...more].map(isAnswered)).toEqual([true, true, false, false])
	await timers.advance(2)
	expect(more.map(isAnswered)).toEqual([true, true, false])
})

test('any input is answered once with a code, and never throws', async () => {
	const { logIn, connect, timers, problems } = createTestNodes()
	const known = await logIn('li')
	const unknown = connect()
	const number = fc.oneof(
		fc.constantFrom(...callNames.filter(name => name !== 'logout' && name !== 'login').map(packetNumber)),
		fc.integer(),
		fc.constant(9000),
	)
	const envelope = fc.oneof(
		fc.anything(),
		fc.record(
			{
				messageId: fc.oneof(fc.nat(), fc.anything()),
				messageType: fc.oneof(number, fc.anything()),
				jsonData: fc.oneof(
					fc.anything(),
					fc.json(),
					fc.record(
						{
							gid: fc.oneof(fc.constant('g1'), fc.string()),
							userId: fc.oneof(fc.constant('han'), fc.anything()),
							userIds: fc.array(fc.anything()),
							content: fc.anything(),
							hisId: fc.anything(),
							option: fc.oneof(fc.constantFrom('chat', 'notice', 'video'), fc.anything()),
							syncKey: fc.anything(),
							cursors: fc.anything(),
							requestId: fc.anything(),
							['__proto__']: fc.anything(),
						},
						{ requiredKeys: [] },
					),
				),
			},
			{ requiredKeys: [] },
		),
	)
	await fc.assert(
		fc.asyncProperty(envelope, fc.boolean(), async (value, isKnown) => {
			const client = isKnown ? known : unknown
			client.received.length = 0
			client.receive(value)
			await settled()
			if (client.received.length === 0) await timers.advance(imLimits.maxPollWaitMs)
			const answers = client.received.filter(({ messageType }) => messageType !== packetNumber('heads'))
			expect(answers).toHaveLength(1)
			expect(answers[0]?.jsonData.code).toEqual(expect.any(Number))
		}),
		{ numRuns: 500 },
	)
	expect(problems).toEqual([])
})
