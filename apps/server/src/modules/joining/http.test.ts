import type { MeetingId } from '@parley/core'
import { roomLimits } from '@parley/room'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
	createTestServer,
	hostA,
	hostB,
	type Reply,
	schedule,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'

const join = 'POST /meeting/joinMeeting'
const fieldsOf = (meetingId: string, fields: object = {}) => ({
	meetingId,
	display_name: 'Han Mei',
	action: 'webJoin',
	language: 'zh',
	openAudio: 1,
	openVideo: 0,
	...fields,
})

let testServer: TestServer
let anna: TestClient
let sockets = 0

beforeEach(async () => {
	testServer = await createTestServer({ capacity: 2 })
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

const asks = (client: TestClient, id: string, fields: object = {}) => client.send(join, fieldsOf(id, fields))
const ticketOf = (reply: Reply) => String(reply.data.rtc_join_url).split('#ticket=')[1] ?? ''

/** Joins and walks through the door with the ticket. */
async function enters(client: TestClient, id: string, fields: object = {}) {
	const reply = await asks(client, id, fields)
	const connection = `socket-${++sockets}`
	const entered = await testServer.nouns.room.rooms.enter({ kind: 'ticket', ticket: ticketOf(reply) }, connection)
	if (!entered.ok) throw new Error(`${entered.failure} after ${reply.text}`)
	return {
		reply,
		entered: entered.value.snapshot(),
		who: { meetingId: id as MeetingId, participantId: entered.value.self, connection },
	}
}

describe('a site without guests', () => {
	test('[JERR-01] refuses them the same way whether a meeting exists or not', async () => {
		const id = await schedule(anna)
		await testServer.set('A', { guestsAllowed: false })
		const guest = await testServer.visit()
		for (const asked of [id, '100000001']) expect(await asks(guest, asked)).toMatchObject({ http: 200, code: 801 })
		expect((await asks(anna, '100000001')).code).toBe(805)
	})
})

describe('a shell that opens meetings itself', () => {
	const join = (client: TestClient, id: string, fields: object = {}) =>
		client.send(`POST /mobile/joinMeeting/${id}`, { display_name: 'Han Mei', openVideo: 1, ...fields })

	test('[JOIN-26] is handed the parameters of the meeting, and nothing else', async () => {
		const id = await schedule(anna)
		const reply = await join(await testServer.visit(), id)
		expect(reply).toMatchObject({ http: 200, code: 200 })
		expect(reply.data).toEqual({
			parameters: {
				meetingId: id,
				meetingTopic: 'Harbour plans',
				displayName: 'Han Mei',
				rtc_join_url: expect.stringMatching(/#ticket=[\w-]{43}$/),
				openAudio: 0,
				openVideo: 1,
				isHost: 0,
			},
		})
	})

	test('[JOIN-26] [JERR-01] [JERR-04] [JERR-07] is refused like every other request', async () => {
		const guest = await testServer.visit()
		const locked = await schedule(anna, { meeting_pwd: '123456' })
		expect((await join(guest, locked, { meeting_pwd: '1' })).code).toBe(803)
		expect((await join(guest, locked, { meeting_pwd: '123456' })).code).toBe(200)
		expect((await join(guest, await schedule(anna, { meeting_privacy: 1 }))).code).toBe(801)
		expect((await join(guest, '100000001')).code).toBe(805)
		expect((await join(guest, 'no-id')).code).toBe(805)
		expect(await join(guest, locked, { display_name: ' ' })).toMatchObject({ http: 422 })
	})
})

describe('who is let in', () => {
	test('[JOIN-23, JOIN-24, JOIN-27] gets the address of the room, and hands it to a shell', async () => {
		const id = await schedule(anna)
		const { http, code, data } = await asks(await testServer.visit(), id, { openAudio: '1', openVideo: 0 })
		expect({ http, code }).toEqual({ http: 200, code: 200 })
		expect(data).toEqual({
			rtc_join_url: expect.stringMatching(new RegExp(`^http://${hostA}/room/${id}#ticket=[\\w-]{43}$`)),
			meetingTopic: 'Harbour plans',
			parameters: {
				meetingId: id,
				meetingTopic: 'Harbour plans',
				displayName: 'Han Mei',
				rtc_join_url: data.rtc_join_url,
				openAudio: 1,
				openVideo: 0,
				isHost: 0,
			},
		})
	})

	test('[ROOM-04] the ticket is in the fragment, nowhere before it', async () => {
		const id = await schedule(anna)
		const url = new URL((await asks(anna, id)).data.rtc_join_url)
		expect(url.search).toBe('')
		expect(url.pathname).toBe(`/room/${id}`)
		expect(url.hash).toMatch(/^#ticket=/)
	})

	test('[ROOM-89] names the socket of the room that enters with the ticket, unless an app opens the meeting', async () => {
		const id = await schedule(anna)
		const named: { ticket: string; connection: string }[] = []
		testServer.nouns.room.rooms.onNamedJoin(join => named.push(join) > 0)
		const reply = await asks(anna, id, { room_socket: 'socket-1' })
		expect(named).toEqual([{ ticket: ticketOf(reply), connection: 'socket-1' }])
		await asks(anna, id, { room_socket: 'socket-1', action: 'clientJoin' })
		await asks(await testServer.visit(), '100000001', { room_socket: 'socket-1' })
		expect(named).toHaveLength(1)
		expect(await asks(anna, id, { room_socket: 'x'.repeat(65) })).toMatchObject({ http: 422, message: 'room_socket' })
	})

	test('[JOIN-24] meeting_id is the same field by another name', async () => {
		const id = await schedule(anna)
		const { meetingId: _, ...fields } = fieldsOf(id)
		expect((await anna.send(join, { ...fields, meeting_id: id })).code).toBe(200)
	})

	test('[JOIN-08] an id typed with spaces is the same id', async () => {
		const id = await schedule(anna)
		expect((await asks(anna, ` ${id.slice(0, 3)} ${id.slice(3, 6)} ${id.slice(6)} `)).code).toBe(200)
	})

	test('[JOIN-14, JOIN-15, JOIN-16, JOIN-17] a name is cleaned; one of nothing but emoji is refused', async () => {
		const id = await schedule(anna)
		const named = async (display_name: string) => asks(anna, id, { display_name })
		expect((await named('  Han \n 😀 Mei\u0000 ')).data.parameters.displayName).toBe('Han Mei')
		expect((await named('韩'.repeat(60))).data.parameters.displayName).toBe('韩'.repeat(50))
		expect((await named('<script>alert(1)</script>')).data.parameters.displayName).toBe('<script>alert(1)</script>')
		for (const nothing of ['', '   ', '😀'.repeat(50), '\u200b\u202e']) {
			expect(await named(nothing)).toMatchObject({ http: 422, code: 42201 })
		}
	})

	test('[JOIN-18, JOIN-19] on an OA site members have the name of their account; guests choose theirs', async () => {
		const id = await schedule(anna)
		await testServer.set('A', { isOa: true })
		expect((await asks(anna, id)).data.parameters.displayName).toBe('Display anna')
		expect((await asks(await testServer.visit(), id)).data.parameters.displayName).toBe('Han Mei')
	})

	test('[JOIN-22, ROLE-05] the host needs no password and is the host inside', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711', meeting_start_rule: 1 })
		const { reply, entered } = await enters(anna, id)
		expect(reply.data.parameters.isHost).toBe(1)
		expect(entered.roster).toMatchObject([{ role: 'host' }])
	})

	test('[ROLE-05] a person who knows the host password is the host, even as a guest', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711', meeting_start_rule: 1 })
		const { reply, entered } = await enters(await testServer.visit(), id, { meeting_pwd: 'host-1234' })
		expect(reply.data.parameters.isHost).toBe(1)
		expect(entered.roster).toMatchObject([{ role: 'host', name: 'Han Mei' }])
	})

	test('[LIST-19] the first one in starts the meeting', async () => {
		const id = await schedule(anna)
		await asks(await testServer.visit(), id)
		const status = async () => (await anna.send(`GET /meeting/meetings/${id}`)).data.meeting.meeting_status
		expect(await status()).toBe(1)
		await enters(await testServer.visit(), id)
		expect(await status()).toBe(2)
	})
})

describe('who is not', () => {
	test('[JERR-01, ROLE-02] 801: a guest at a private meeting', async () => {
		const id = await schedule(anna, { meeting_privacy: 1 })
		expect(await asks(await testServer.visit(), id)).toMatchObject({ http: 200, code: 801, data: undefined })
		expect((await asks(await testServer.signIn('ben'), id)).code).toBe(200)
	})

	test('[JERR-01, OP-011, OP-014] 801: a guest on a site that takes none', async () => {
		const id = await schedule(anna)
		const guest = await testServer.visit()
		await testServer.set('A', { guestJoin: false })
		expect((await asks(guest, id)).code).toBe(801)
		await testServer.set('A', { guestJoin: true, guestsAllowed: false })
		expect((await asks(guest, id)).code).toBe(801)
		expect((await asks(await testServer.signIn('ben'), id)).code).toBe(200)
	})

	test('[JERR-02, JERR-03, OP-092] 802 until the start, 806 after it, until the host is inside', async () => {
		const id = await schedule(anna, { meeting_start_rule: 1, start_time: '2026-03-10 11:00:00' })
		const ben = await testServer.signIn('ben')
		testServer.clock.advance(3_600_000 - 1)
		expect(await asks(ben, id)).toMatchObject({ http: 200, code: 802 })
		testServer.clock.advance(1)
		expect(await asks(ben, id)).toMatchObject({ http: 200, code: 806 })
		await enters(anna, id)
		expect((await asks(ben, id)).code).toBe(200)
	})

	test('[JERR-04, JOIN-21] 803: no password, or a wrong one', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		const guest = await testServer.visit()
		expect((await asks(guest, id)).code).toBe(803)
		expect((await asks(guest, id, { meeting_pwd: '' })).code).toBe(803)
		expect(await asks(guest, id, { meeting_pwd: '4712' })).toMatchObject({ http: 200, code: 803, data: undefined })
		expect((await asks(guest, id, { meeting_pwd: "' or '1'='1" })).code).toBe(803)
		expect((await asks(guest, id, { meeting_pwd: '4711' })).code).toBe(200)
	})

	test('[JERR-06] 804: it has ended, for the host too', async () => {
		const id = await schedule(anna)
		const { who } = await enters(anna, id)
		testServer.nouns.room.rooms.endByHost(who)
		testServer.clock.advance(roomLimits.endingGraceMs)
		await testServer.nouns.room.rooms.tick()
		expect(await asks(anna, id)).toMatchObject({ http: 200, code: 804 })
		expect((await asks(await testServer.visit(), id)).code).toBe(804)
	})

	test('[DEL-01, ROOM-45] ended from the list: everyone inside is disconnected and no one can return', async () => {
		const id = await schedule(anna)
		const { who } = await enters(await testServer.visit(), id)
		const waiting = ticketOf(await asks(anna, id))
		await anna.send(`GET /meeting/closeMeeting/${id}`)
		await expect.poll(() => testServer.nouns.room.rooms.isInRoom(who)).toBe(false)
		expect((await asks(anna, id)).code).toBe(804)
		const late = await testServer.nouns.room.rooms.enter({ kind: 'ticket', ticket: waiting }, 'late')
		expect(late.ok).toBe(false)
	})

	test.each(['999999999', 'abcdefghi', '', '12345678', '1234567890123', "1' or '1'='1"])(
		'[JERR-07] 805: meeting %j does not exist',
		async id => {
			expect(await asks(await testServer.visit(), id)).toMatchObject({ http: 200, code: 805 })
		},
	)

	test('[JERR-07] 805: no id at all, one of another site, one that was deleted', async () => {
		const { meetingId: _, ...fields } = fieldsOf('')
		expect((await anna.send(join, fields)).code).toBe(805)
		const id = await schedule(anna)
		expect((await asks(await testServer.visit({ host: hostB }), id)).code).toBe(805)
		await anna.send(`DELETE /meeting/meetings/${id}`)
		expect((await asks(anna, id)).code).toBe(805)
	})

	test('[JERR-08, ROOM-33] 807: the host has locked the room; the host still gets in', async () => {
		const id = await schedule(anna)
		const { who } = await enters(anna, id)
		await testServer.nouns.room.rooms.lock(who, true)
		expect(await asks(await testServer.signIn('ben'), id)).toMatchObject({ http: 200, code: 807 })
		expect((await asks(anna, id)).code).toBe(200)
		await testServer.nouns.room.rooms.lock(who, false)
		expect((await asks(await testServer.signIn('ben'), id)).code).toBe(200)
	})

	test('[ROOM-33] a locked room takes back a person who was in it; others are refused', async () => {
		const id = await schedule(anna)
		const { rooms } = testServer.nouns.room
		const host = await enters(anna, id)
		const guest = await testServer.visit()
		const visit = await enters(guest, id)
		await rooms.lock(host.who, true)
		rooms.leave(visit.who)
		expect(await asks(await testServer.visit(), id)).toMatchObject({ http: 200, code: 807 })
		await enters(guest, id)
	})

	test('[JERR-09, ROLE-02] 808: a private meeting of another company', async () => {
		const id = await schedule(anna, { meeting_privacy: 1 })
		expect(await asks(await testServer.signIn('yves'), id)).toMatchObject({ http: 200, code: 808 })
		const both = await testServer.signIn('both')
		both.corpId = 'Y'
		expect((await asks(both, id)).code).toBe(200)
	})

	test('[JERR-10] 809: the room is full; a place is free again when a participant leaves', async () => {
		const id = await schedule(anna)
		await enters(anna, id)
		const { who } = await enters(await testServer.visit(), id)
		expect(await asks(await testServer.visit(), id)).toMatchObject({ http: 200, code: 809 })
		testServer.nouns.room.rooms.leave(who)
		expect((await asks(await testServer.visit(), id)).code).toBe(200)
	})

	test('[JERR-11, ROOM-40, ROOM-181] 810: the host sent them out, until they are allowed again; others at their address ask the host', async () => {
		const id = await schedule(anna)
		const { who: host } = await enters(anna, id)
		const guest = await testServer.visit({ address: '192.0.2.1' })
		const { entered } = await enters(guest, id)
		await testServer.nouns.room.rooms.remove(host, entered.self)
		expect(await asks(guest, id, { display_name: 'Somebody else' })).toMatchObject({ http: 200, code: 810 })
		const neighbour = await testServer.visit({ address: '192.0.2.1' })
		expect((await asks(neighbour, id)).code).toBe(200)
		await expect(enters(neighbour, id)).rejects.toThrow('waiting')
		expect((await asks(await testServer.visit({ address: '192.0.2.2' }), id)).code).toBe(200)
		expect((await asks(await testServer.signIn('ben', { address: '192.0.2.1' }), id)).code).toBe(200)
		const other = await schedule(anna)
		expect((await asks(guest, other)).code).toBe(200)
		await testServer.nouns.room.rooms.allowAgain(host, entered.self)
		expect((await asks(guest, id)).code).toBe(200)
		await enters(guest, id)
	})

	test('[JERR-15] 419: without the token of the page', async () => {
		const id = await schedule(anna)
		expect(await anna.send(join, fieldsOf(id), { csrf: null })).toMatchObject({ http: 419, code: 419 })
	})

	test.each([
		[{ action: 'break' }, 'action'],
		[{ display_name: undefined }, 'display_name'],
		[{ display_name: 'x'.repeat(1001) }, 'display_name'],
		[{ meetingId: 5 }, 'meetingId'],
		[{ openAudio: 'perhaps', meeting_pwd: ['1'] }, 'meeting_pwd, openAudio'],
	])('[JOIN-24] %j is refused naming the field', async (fields, message) => {
		expect(await asks(anna, '123456789', fields)).toMatchObject({ http: 422, code: 422, message })
	})
})

describe('guessing', () => {
	const needsChallenge = { http: 400, code: 400, message: 'challengeNeeded' }
	const guess = async (client: TestClient, id: string, times: number, fields: object = {}) => {
		const replies = []
		for (let i = 0; i < times; i++) replies.push(await asks(client, id, { meeting_pwd: `${1000 + i}`, ...fields }))
		return replies.map(({ code }) => code)
	}
	/** Wrong passwords, each from a different address. */
	const guessFromEverywhere = async (id: string, times: number) => {
		const codes = []
		for (let i = 0; i < times; i++) codes.push(...(await guess(await testServer.visit(), id, 1)))
		return codes
	}
	const guessedTime = async (client: TestClient, id: string) =>
		(await client.send(`GET /meeting/meetings/${id}`)).data.meeting.password_guessed_time

	test('[JERR-04] after ten wrong passwords a guest needs a challenge, which lets the right one through', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		const other = await schedule(anna, { meeting_pwd: '4711' })
		const guest = await testServer.visit()
		expect(await guess(guest, id, 10)).toEqual(Array(10).fill(803))
		expect(await asks(guest, id, { meeting_pwd: '4711' })).toMatchObject(needsChallenge)
		expect((await asks(guest, id, { meeting_pwd: '4711', captcha: 'A'.repeat(43) })).code).toBe(800)
		expect((await asks(guest, id, { meeting_pwd: '4712', captcha: await testServer.pass(guest) })).code).toBe(803)
		expect((await asks(guest, id, { meeting_pwd: '4711', captcha: await testServer.pass(guest) })).code).toBe(200)
		expect((await asks(guest, other, { meeting_pwd: '4711' })).code).toBe(200)
		expect((await asks(await testServer.visit(), id, { meeting_pwd: '4711' })).code).toBe(200)
	})

	test('[JERR-04] after thirty a guest waits, whatever they solve', async () => {
		await testServer.close()
		testServer = await createTestServer({ callLimits: false })
		const id = await schedule(await testServer.signIn('anna'), { meeting_pwd: '4711' })
		const guest = await testServer.visit()
		for (let i = 0; i < 30; i++)
			expect(await guess(guest, id, 1, { captcha: await testServer.pass(guest) })).toEqual([803])
		const reply = await asks(guest, id, { meeting_pwd: '4711', captcha: await testServer.pass(guest) })
		expect(reply).toMatchObject({ http: 429, code: 429 })
		expect(Number(reply.headers['retry-after'])).toBeGreaterThan(500)
		const other = await testServer.visit()
		expect((await asks(other, id, { meeting_pwd: '4711', captcha: await testServer.pass(other) })).code).toBe(200)
	})

	test('[JERR-04] a hundred at once are a hundred tries', async () => {
		await testServer.close()
		testServer = await createTestServer({ callLimits: false })
		const id = await schedule(await testServer.signIn('anna'), { meeting_pwd: '4711' })
		const guests = await Promise.all(Array.from({ length: 100 }, () => testServer.visit()))
		const replies = await Promise.all(guests.map(guest => asks(guest, id, { meeting_pwd: '1' })))
		expect(replies.filter(({ code }) => code === 803)).toHaveLength(20)
	})

	test('[JERR-04] from many addresses: after ten slowly, after twenty with a challenge, for everyone', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		expect(await guessFromEverywhere(id, 10)).toEqual(Array(10).fill(803))
		expect(testServer.pauses).toEqual([])
		expect(await guessFromEverywhere(id, 10)).toEqual(Array(10).fill(803))
		expect(testServer.pauses).toEqual(Array(10).fill(1_000))
		const guest = await testServer.visit()
		expect(await asks(guest, id, { meeting_pwd: '4711' })).toMatchObject(needsChallenge)
		expect((await asks(guest, id, { meeting_pwd: '4711', captcha: await testServer.pass(guest) })).code).toBe(200)
		expect((await asks(anna, id)).code).toBe(200)
		expect((await asks(anna, id, { meeting_pwd: '0' })).code).toBe(200)
		const other = await schedule(anna, { meeting_pwd: '4711' })
		expect((await asks(await testServer.visit(), other, { meeting_pwd: '4711' })).code).toBe(200)
	})

	test('[JERR-04] at many meetings of a site: after two hundred with a challenge, on that site', async () => {
		const ids = []
		for (let i = 0; i < 21; i++) ids.push(await schedule(anna, { meeting_pwd: '4711' }))
		for (const id of ids.slice(0, 20))
			expect(await guess(await testServer.visit(), id, 10)).toEqual(Array(10).fill(803))
		const last = ids[20] ?? ''
		const guest = await testServer.visit()
		expect(await asks(guest, last, { meeting_pwd: '4711' })).toMatchObject(needsChallenge)
		expect((await asks(guest, last, { meeting_pwd: '4711', captcha: await testServer.pass(guest) })).code).toBe(200)
		const zoe = await testServer.signIn('zoe')
		const elsewhere = await schedule(zoe, { meeting_pwd: '4711' })
		expect((await asks(await testServer.visit({ host: hostB }), elsewhere, { meeting_pwd: '4711' })).code).toBe(200)
	})

	test('[JERR-04] host and creator, and no one else, are notified of password guessing', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		await guessFromEverywhere(id, 9)
		expect(await guessedTime(anna, id)).toBe(undefined)
		testServer.clock.advance(60_000)
		await guessFromEverywhere(id, 1)
		expect(await guessedTime(anna, id)).toBe('2026-03-10 10:01:00')
		expect(await guessedTime(await testServer.signIn('admin'), id)).toBe(undefined)
		expect(await guessedTime(await testServer.visit(), id)).toBe(undefined)
		testServer.clock.advance(24 * 3_600_000)
		await anna.reload()
		const again = await testServer.signIn('anna')
		expect(await guessedTime(again, id)).toBe(undefined)
	})

	test('[ROOM-34] a host in the room is warned while passwords are being guessed', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		const { who } = await enters(anna, id)
		const told: (readonly string[])[] = []
		testServer.nouns.room.rooms.onRoomEvent(({ event, connections }) => {
			if (event === 'passwords.tried') told.push(connections)
		})
		await guessFromEverywhere(id, 9)
		expect(told).toEqual([])
		await guessFromEverywhere(id, 4)
		await vi.waitFor(() => expect(told).toEqual([[who.connection]]))
	})

	const guessedPassword = async (client: TestClient, id: string) =>
		(await client.send(`GET /meeting/meetings/${id}`)).data.meeting.password_guessed

	test('[JERR-04] a new password of the kind that was guessed ends the notice, and the warning in the room', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		const { who } = await enters(anna, id)
		const ended: unknown[] = []
		testServer.nouns.room.rooms.onRoomEvent(({ event, connections, payload }) => {
			if (event === 'passwords.changed') ended.push([connections, payload])
		})
		await guessFromEverywhere(id, 10)
		expect(await guessedPassword(anna, id)).toBe('meeting')
		await anna.send(`PATCH /meeting/meetings/${id}`, { meeting_topic: 'Other plans' })
		await anna.send(`PATCH /meeting/meetings/${id}`, { host_pwd: 'host-5678' })
		expect(await guessedTime(anna, id)).toBeDefined()
		await anna.send(`PATCH /meeting/meetings/${id}`, { meeting_pwd: '815815' })
		expect(await guessedTime(anna, id)).toBe(undefined)
		expect(await guessedPassword(anna, id)).toBe(undefined)
		await vi.waitFor(() =>
			expect(ended).toEqual([
				[[who.connection], [{ passwords: ['host'] }]],
				[[who.connection], [{ passwords: ['meeting'] }]],
			]),
		)
	})

	test('[JERR-04] at a meeting without a password, the notice names that of the host', async () => {
		const id = await schedule(anna)
		await guess(await testServer.visit(), id, 10, { meeting_pwd: 'guess-0001' })
		expect(await guessedPassword(anna, id)).toBe('host')
	})

	test('[JERR-04] no notice remains once the meeting has ended', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		await enters(anna, id)
		await guessFromEverywhere(id, 10)
		expect(await guessedTime(anna, id)).toBeDefined()
		await anna.send(`GET /meeting/closeMeeting/${id}`)
		expect(await guessedTime(anna, id)).toBe(undefined)
	})

	test('[JERR-04] members count by person', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		const address = '10.7.7.7'
		const ben = await testServer.signIn('ben', { address })
		await guess(await testServer.visit({ address }), id, 10)
		expect((await asks(ben, id, { meeting_pwd: '4711' })).code).toBe(200)
		const other = await schedule(anna, { meeting_pwd: '4711' })
		const elsewhere = Object.assign(await testServer.visit(), { token: ben.token })
		await guess(ben, other, 5)
		await guess(elsewhere, other, 5)
		expect(await asks(elsewhere, other, { meeting_pwd: '4711' })).toMatchObject(needsChallenge)
		expect((await asks(await testServer.visit({ address }), other, { meeting_pwd: '4711' })).code).toBe(200)
	})

	test('[ROLE-05] guesses at the host password count too, even if the meeting has no password', async () => {
		const id = await schedule(anna)
		const guest = await testServer.visit()
		for (let i = 0; i < 10; i++) {
			expect((await asks(guest, id, { meeting_pwd: `guess-00${i}` })).data.parameters.isHost).toBe(0)
		}
		expect(await asks(guest, id, { meeting_pwd: 'host-1234' })).toMatchObject(needsChallenge)
		expect((await asks(guest, id)).code).toBe(200)
	})

	test('[JERR-04] the password of an old link is not a guess if the meeting no longer has one', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		await anna.send(`PATCH /meeting/meetings/${id}`, { meeting_pwd: '' })
		const guest = await testServer.visit()
		for (let i = 0; i < 25; i++) expect((await asks(guest, id, { meeting_pwd: '4711' })).code).toBe(200)
		expect(await guessedTime(anna, id)).toBe(undefined)
	})

	test('[JERR-04] [ROLE-05] the right password is no guess, that of the host neither, however often it is typed', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		const guest = await testServer.visit()
		for (const meeting_pwd of ['4711', 'host-1234'])
			for (let i = 0; i < 15; i++) expect((await asks(guest, id, { meeting_pwd })).code).toBe(200)
		expect(testServer.pauses).toEqual([])
	})

	test('[JERR-04] not typing one is no guess', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		const guest = await testServer.visit()
		for (let i = 0; i < 12; i++) expect((await asks(guest, id)).code).toBe(803)
		expect((await asks(guest, id, { meeting_pwd: '4711' })).code).toBe(200)
	})

	test('[JERR-07] after thirty unknown ids an address needs a challenge, which is good until the next one', async () => {
		await testServer.close()
		testServer = await createTestServer({ callLimits: false })
		const id = await schedule(await testServer.signIn('anna'))
		const guest = await testServer.visit()
		for (let i = 0; i < 30; i++) expect((await asks(guest, String(100_000_000 + i))).code).toBe(805)
		expect((await asks(guest, id)).code).toBe(400)
		const captcha = await testServer.pass(guest)
		expect((await asks(guest, id, { captcha })).code).toBe(200)
		expect((await asks(guest, '100000031')).code).toBe(805)
		expect((await asks(guest, id)).code).toBe(400)
		expect((await asks(await testServer.visit(), id)).code).toBe(200)
	})
})
