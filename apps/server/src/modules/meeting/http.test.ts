import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
	aNewMeeting,
	createTestServer,
	hostB,
	type PersonName,
	schedule,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'
import { SiteSettings } from '../site/index.ts'
import type { MeetingRow } from './fields.ts'
import { aMeeting } from './fixtures.ts'
import { createSqlMeetingStore } from './store.sql.ts'

const create = 'POST /meeting/meetings'
const own = 'GET /meeting/users/meetings'
const detailOf = (id: string) => `GET /meeting/meetings/${id}`
const closeOf = (id: string) => `GET /meeting/closeMeeting/${id}`
const removeOf = (id: string) => `DELETE /meeting/meetings/${id}`

let testServer: TestServer
let anna: TestClient

beforeEach(async () => {
	testServer = await createTestServer()
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

const detail = async (id: string, client = anna) => (await client.send(detailOf(id))).data.meeting
const listed = async (client = anna, fields = {}) => (await client.send(own, fields)).data.meetings
const start = (id: string) => testServer.nouns.meeting.meetings.markStarted(id as never, testServer.clock.now())

describe('scheduling', () => {
	test('[API-17, CREATE-24, CREATE-25] answers 201 with an id of nine digits, and the meeting is there', async () => {
		const reply = await anna.send(create, aNewMeeting({ meeting_pwd: '1234', meeting_privacy: 1 }))
		expect(reply).toMatchObject({ http: 201, code: 201, data: { meeting_id: expect.stringMatching(/^[1-9]\d{8}$/) } })
		expect(await detail(reply.data.meeting_id)).toMatchObject({
			meeting_topic: 'Harbour plans',
			meeting_status: 1,
			meeting_privacy: 1,
			is_auth: 1,
			is_room: 0,
			is_lock: 0,
			create_id: 'u-anna',
			host_user_name: 'u-anna',
			host_display_name: 'Display anna',
			start_time: '2026-03-10 15:00:00',
			end_time: '2026-03-10 16:00:00',
			duration: 3_600,
			time_zone: 8,
			meeting_pwd: '1234',
			host_pwd: 'host-1234',
		})
	})

	test('[CREATE-17] a password has as many digits as the site asks for; a shorter one of before stays', async () => {
		await testServer.set('A', { meetingPasswordMin: 1 })
		const id = await schedule(anna, { meeting_pwd: '7' })
		await testServer.set('A', { meetingPasswordMin: 6 })
		expect(await anna.send(create, aNewMeeting({ meeting_pwd: '12345' }))).toMatchObject({ http: 422, code: 42204 })
		expect((await anna.send(create, aNewMeeting({ meeting_pwd: '123456' }))).code).toBe(201)
		const edited = (fields: object) => anna.send(`PATCH /meeting/meetings/${id}`, fields)
		expect((await edited({ meeting_topic: 'Other plans', meeting_pwd: '7' })).code).toBe(200)
		expect(await edited({ meeting_pwd: '8' })).toMatchObject({ http: 422, code: 42204 })
		expect((await detail(id)).meeting_pwd).toBe('7')
		const join = { meetingId: id, display_name: 'Ben', action: 'webJoin', meeting_pwd: '7' }
		expect((await (await testServer.visit()).send('POST /meeting/joinMeeting', join)).code).not.toBe(803)
	})

	test('[CREATE-04, CREATE-10] missing fields come from the site: start rule on, its zone, its privacy', async () => {
		await testServer.set('A', { privateByDefault: true, zone: 'Europe/Berlin' })
		const bare = { meeting_topic: 'x', start_time: '2026-07-10 15:00:00', duration: '01:30', host_pwd: 'host-1234' }
		const { data } = await anna.send(create, bare)
		expect(await detail(data.meeting_id)).toMatchObject({
			meeting_start_rule: 1,
			meeting_privacy: 1,
			time_zone: 2,
			duration: 5_400,
			start_time: '2026-07-10 15:00:00',
			end_time: '2026-07-10 16:30:00',
		})
	})

	test('[CREATE-16] a start in the past becomes now', async () => {
		testServer.clock.advance(30_000)
		const id = await schedule(anna, { start_time: '2026-03-10 09:00:00' })
		expect(await detail(id)).toMatchObject({ start_time: '2026-03-10 10:00:00', end_time: '2026-03-10 11:00:00' })
		const other = await schedule(anna, { start_time: '1999-01-01 00:00' })
		expect((await detail(other)).start_time).toBe('2026-03-10 10:00:00')
	})

	const mixed = 'host-1234'
	test.each([
		['[CREATE-11] an empty topic', { meeting_topic: '' }, 42201],
		['[CREATE-11] a topic of spaces', { meeting_topic: ' \t \n' }, 42201],
		['[CREATE-12] a topic of emoji', { meeting_topic: '😀👨‍👩‍👧🇨🇳' }, 42201],
		['[CREATE-14] a topic of 201 characters', { meeting_topic: '会'.repeat(201) }, 42201],
		['a start on the 30th of February', { start_time: '2026-02-30 10:00:00' }, 42202],
		['a start at hour 25', { start_time: '2026-03-11 25:00:00' }, 42202],
		['[PAGE-19] a start beyond what can be chosen', { start_time: '9999-12-31 23:30:00' }, 42202],
		['[CREATE-15] a duration of 0', { duration: 0 }, 42203],
		['[CREATE-15] a duration of 00:00', { duration: '00:00' }, 42203],
		['a duration of 59 seconds', { duration: 59 }, 42203],
		['a duration of more than a day', { duration: 86_401 }, 42203],
		['a negative duration', { duration: -3_600 }, 42203],
		['a duration of half a second', { duration: 3_600.5 }, 42203],
		['[CREATE-17] letters in the password', { meeting_pwd: '12345a' }, 42204],
		['[CREATE-17] 3 digits of password', { meeting_pwd: '123' }, 42204],
		['[CREATE-17] 21 digits of password', { meeting_pwd: '1'.repeat(21) }, 42204],
		['[CREATE-17] Arabic digits in the password', { meeting_pwd: '١٢٣٤' }, 42204],
		['[CREATE-19] an empty host password', { host_pwd: '' }, 42205],
		['[CREATE-20] a host password of letters alone', { host_pwd: 'abcdefgh' }, 42205],
		['[CREATE-20] a host password of 7', { host_pwd: mixed.slice(0, 7) }, 42205],
		['[CREATE-20] a host password of 21', { host_pwd: `${mixed}123456789012` }, 42205],
		['[CREATE-20] a host password with a space', { host_pwd: 'host 1234' }, 42205],
		['[CREATE-20] a host password in Chinese', { host_pwd: '主持人密码123' }, 42205],
	])('%s is refused by its own code and nothing is stored', async (_, fields, code) => {
		const reply = await anna.send(create, aNewMeeting(fields))
		expect(reply).toMatchObject({ http: 422, code })
		expect((await listed(anna, { t: '2026-03-10' })).data).toEqual([])
	})

	test.each([
		['a topic that is a number', { meeting_topic: 5 }, 'meeting_topic'],
		['a start in another form', { start_time: 'tomorrow' }, 'start_time'],
		['a duration that is a word', { duration: 'long' }, 'duration'],
		['a zone that is a word', { time_zone: 'Berlin' }, 'time_zone'],
		['a topic of 1001', { meeting_topic: 'x'.repeat(1001) }, 'meeting_topic'],
		['two at once', { meeting_topic: 5, host_pwd: {} }, 'meeting_topic, host_pwd'],
	])('[API-17] %s is refused naming the field, not what was sent', async (_, fields, message) => {
		expect(await anna.send(create, aNewMeeting(fields))).toMatchObject({ http: 422, code: 422, message })
	})

	test('[CREATE-11] a field that is missing is named', async () => {
		expect(await anna.send(create, {})).toMatchObject({
			http: 422,
			message: 'meeting_topic, start_time, duration, host_pwd',
		})
	})

	test.each([
		`Robert"); drop table meetings; -- ' or 1=1`,
		'<script>alert(1)</script>&amp;<img src=x onerror=alert(1)>',
		'{{constructor.constructor("return 1")()}} #{7*7} %s',
		'../../etc/passwd\\u0000',
		'会'.repeat(200),
	])('[CREATE-24] the topic %s is stored and returned as the text it is', async topic => {
		const id = await schedule(anna, { meeting_topic: topic })
		expect((await detail(id)).meeting_topic).toBe(topic)
		expect((await listed()).data[0].meeting_topic).toBe(topic)
		expect((await listed(anna, { keywords: topic.slice(0, 40) })).data).toHaveLength(1)
	})

	test('[CREATE-12, CREATE-13] a topic is stored without emoji and cleaned', async () => {
		const id = await schedule(anna, { meeting_topic: ' 😀 Harbour \t\n plans\u0000\u202e 1️⃣ ' })
		expect((await detail(id)).meeting_topic).toBe('Harbour plans')
	})

	test('[LIST-10, ROLE-04] user type 5 is refused', async () => {
		const scanner = await testServer.signIn('scanner')
		expect(await scanner.send(create, aNewMeeting())).toMatchObject({ http: 403, code: 403 })
	})

	test('[CREATE-26] not signed in: 401, and nothing stored', async () => {
		expect(await (await testServer.visit()).send(create, aNewMeeting())).toMatchObject({ http: 401, code: 401 })
		expect((await listed()).data).toEqual([])
	})

	test('[CREATE-03] ids are random, not counted', async () => {
		const ids: number[] = []
		for (let i = 0; i < 5; i++) ids.push(Number(await schedule(anna)))
		const steps = ids.slice(1).map((id, i) => Math.abs(id - (ids[i] as number)))
		expect(Math.min(...steps)).toBeGreaterThan(1)
	})
})

describe('the list', () => {
	test('[API-16, ENT-07, PAGE-02] holds the meetings of the day, earliest first, with the clock of the server', async () => {
		await schedule(anna, { meeting_topic: 'late', start_time: '2026-03-10 20:00:00' })
		await schedule(anna, { meeting_topic: 'early', start_time: '2026-03-10 11:00:00' })
		await schedule(anna, { meeting_topic: 'tomorrow', start_time: '2026-03-11 00:00:00' })
		const reply = await anna.send(own, { page: 1, pageSize: 10, keywords: '', type: 1 })
		expect(reply).toMatchObject({ http: 200, code: 200, data: { server_time: '2026-03-10 10:00:00' } })
		expect(reply.data.meetings).toMatchObject({ current_page: 1, per_page: 10, has_more: 0 })
		const topics = (await listed()).data.map((meeting: { meeting_topic: string }) => meeting.meeting_topic)
		expect(topics).toEqual(['early', 'late'])
		expect((await listed(anna, { t: '2026-03-11' })).data).toHaveLength(1)
	})

	test('[LIST-01] everyone of the company sees it, no one of another one', async () => {
		await schedule(anna)
		expect((await listed(await testServer.signIn('ben'))).data).toHaveLength(1)
		expect((await listed(await testServer.signIn('yves'))).data).toEqual([])
		expect((await listed(await testServer.signIn('zoe'))).data).toEqual([])
	})

	test('[PAGE-08, PAGE-17] comes in pages of ten, and is empty past the end', async () => {
		for (let i = 0; i < 12; i++) await schedule(anna, { meeting_topic: `number ${i}` })
		expect(await listed(anna)).toMatchObject({ has_more: 1, data: { length: 10 } })
		expect(await listed(anna, { page: 2 })).toMatchObject({ current_page: 2, has_more: 0, data: { length: 2 } })
		expect(await listed(anna, { page: 3 })).toMatchObject({ has_more: 0, data: [] })
	})

	test.each([
		[{ page: 0 }, 1],
		[{ page: -5 }, 1],
		[{ pageSize: 0 }, 1],
		[{ pageSize: 100_000 }, 1],
		[{ page: '99999999999999999999' }, 422],
		[{ page: 9_007_199_254_740_991 }, 422],
		[{ page: 999_999_999_999_999 }, 0],
		[{ page: '1.5' }, 422],
		[{ t: '2026-02-30' }, 0],
		[{ t: '0000-00-00' }, 0],
		[{ t: '2026-02-30', days: 3 }, 0],
		[{ t: 'today' }, 422],
		[{ keywords: 'x'.repeat(201) }, 422],
		[{ keywords: 'a\u0000b' }, 0],
	])('[API-16] %j is answered calmly', async (fields, expected) => {
		await schedule(anna)
		const reply = await anna.send(own, fields)
		if (expected === 422) expect(reply).toMatchObject({ http: 422, message: Object.keys(fields)[0] })
		else expect(reply.data.meetings.data).toHaveLength(expected)
	})

	test('[PAGE-02, PAGE-06] without a day keywords are searched for on all days, with one on that day alone', async () => {
		await schedule(anna, { meeting_topic: 'Review soon', start_time: '2026-03-14 10:00:00' })
		await schedule(anna, {
			meeting_topic: 'Review every day',
			is_room: 1,
			repeat_type: 1,
			start_time: '2026-03-14 09:00:00',
		})
		const topics = async (fields: object) =>
			(await listed(anna, { keywords: 'review', ...fields })).data.map(
				(each: { meeting_topic: string }) => each.meeting_topic,
			)
		expect((await topics({})).sort()).toEqual(['Review every day', 'Review soon'])
		expect(await topics({ t: '2026-03-14' })).toEqual(['Review every day', 'Review soon'])
		expect(await topics({ t: '2026-03-13' })).toEqual(['Review every day'])
		const first = await listed(anna, { keywords: 'review', pageSize: 1 })
		expect([first.data.length, first.has_more]).toEqual([1, 1])
		expect((await listed(anna, { keywords: 'review', pageSize: 1, page: 2 })).data).toHaveLength(1)
		expect(await topics({ keywords: 'nowhere' })).toEqual([])
	})

	test('[PAGE-23] comes for several days at once, each with its occurrences, and says whether any day has more', async () => {
		await schedule(anna, { meeting_topic: 'On the first', start_time: '2026-03-12 10:00:00' })
		await schedule(anna, { meeting_topic: 'On the last', start_time: '2026-03-14 10:00:00' })
		await schedule(anna, { meeting_topic: 'After it', start_time: '2026-03-15 10:00:00' })
		await schedule(anna, {
			...{ meeting_topic: 'Every day', is_room: 1, repeat_type: 1, start_time: '2026-03-11 09:00:00' },
		})
		const page = await listed(anna, { t: '2026-03-12', days: 3 })
		expect(
			page.data.map((each: { start_time: string; meeting_topic: string }) => [each.start_time, each.meeting_topic]),
		).toEqual([
			['2026-03-12 09:00:00', 'Every day'],
			['2026-03-12 10:00:00', 'On the first'],
			['2026-03-13 09:00:00', 'Every day'],
			['2026-03-14 09:00:00', 'Every day'],
			['2026-03-14 10:00:00', 'On the last'],
		])
		expect(page.has_more).toBe(0)
		const short = await listed(anna, { t: '2026-03-12', days: 3, pageSize: 1 })
		expect([short.data.length, short.has_more]).toEqual([3, 1])
		expect((await listed(anna, { t: '2026-03-12', days: 3, pageSize: 1, page: 2 })).data).toHaveLength(2)
	})

	test.each([0, 11, -1, 1.5, 'week'])('[PAGE-23] %j days are refused', async days => {
		expect(await anna.send(own, { days })).toMatchObject({ http: 422, message: 'days' })
	})

	test('[PAGE-06] keywords are trimmed and mean themselves', async () => {
		await schedule(anna, { meeting_topic: '100% sure' })
		await schedule(anna, { meeting_topic: 'not so sure' })
		expect((await listed(anna, { keywords: '  0% ' })).data).toHaveLength(1)
		expect((await listed(anna, { keywords: '%' })).data).toHaveLength(1)
		expect((await listed(anna, { keywords: "' or 1=1 --" })).data).toEqual([])
	})

	test('[ENT-05, OP-044] says where a meeting is joined, and not with which password', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		const url = `http://a.example/?meetingId=${id}`
		expect((await listed()).data[0].joinMeetingUrl).toBe(url)
		expect((await detail(id)).joinMeetingUrl).toBe(url)
		expect((await detail(id, await testServer.visit())).joinMeetingUrl).toBe(url)
	})

	test('[LIST-27, ROLE-05] passwords are on the cards of the host alone', async () => {
		await schedule(anna, { meeting_pwd: '4711' })
		expect((await listed()).data[0]).toMatchObject({ meeting_pwd: '4711', host_pwd: 'host-1234' })
		for (const name of ['ben', 'admin', 'owner'] as const) {
			const reply = await (await testServer.signIn(name)).send(own)
			expect(reply.data.meetings.data[0]).toMatchObject({ is_auth: 1 })
			expect(reply.text).not.toContain('4711')
			expect(reply.text).not.toContain('host-1234')
		}
	})

	test('[LIST-40] not signed in: 401', async () => {
		expect(await (await testServer.visit()).send(own)).toMatchObject({ http: 401, code: 401 })
	})
})

describe('one meeting', () => {
	test('[API-03, ROLE-01, ROLE-05] a public one is for everyone, its passwords for the host', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		for (const client of [
			await testServer.visit(),
			await testServer.signIn('ben'),
			await testServer.signIn('yves'),
			await testServer.signIn('admin'),
		]) {
			const reply = await client.send(detailOf(id))
			expect(reply).toMatchObject({ http: 200, code: 200, data: { meeting: { meeting_id: id, is_auth: 1 } } })
			expect(reply.data.meeting).not.toHaveProperty('meeting_pwd')
			expect(reply.data.meeting).not.toHaveProperty('host_pwd')
		}
		expect(await detail(id)).toMatchObject({ meeting_pwd: '4711', host_pwd: 'host-1234' })
	})

	test('[API-03, OP-057, ROLE-02] a private one answers 501 to a guest and nothing of it', async () => {
		const id = await schedule(anna, { meeting_privacy: 1 })
		const reply = await (await testServer.visit()).send(detailOf(id))
		expect(reply).toMatchObject({ http: 200, code: 501, data: undefined })
		expect(reply.text).not.toContain('Harbour')
	})

	test('[ROLE-02] a private one is missing for another company, and there for a member working elsewhere just now', async () => {
		const id = await schedule(anna, { meeting_privacy: 1 })
		expect(await (await testServer.signIn('yves')).send(detailOf(id))).toMatchObject({ http: 404, code: 404 })
		expect((await (await testServer.signIn('ben')).send(detailOf(id))).code).toBe(200)
		expect((await (await testServer.signIn('both')).send(detailOf(id), {}, { corpId: 'Y' })).code).toBe(200)
	})

	test('[OP-011, OP-014] a site without guests asks them to sign in', async () => {
		const id = await schedule(anna)
		await testServer.set('A', { guestJoin: false })
		expect((await (await testServer.visit()).send(detailOf(id))).code).toBe(501)
		await testServer.set('A', { guestJoin: true, guestsAllowed: false })
		expect((await (await testServer.visit()).send(detailOf(id))).code).toBe(501)
	})

	test('[API-03] of another site is missing', async () => {
		const id = await schedule(anna)
		expect(await (await testServer.visit({ host: hostB })).send(detailOf(id))).toMatchObject({ http: 404, code: 404 })
		expect(await (await testServer.signIn('zoe')).send(detailOf(id))).toMatchObject({ http: 404, code: 404 })
	})

	test('[OP-057] an unknown id is missing, an impossible one is named', async () => {
		expect(await anna.send(detailOf('999999999'))).toMatchObject({ http: 404, code: 404 })
		for (const id of ['abcdefghi', '12345678', '1234567890123', '%27']) {
			expect(await anna.send(detailOf(id))).toMatchObject({ http: 422, code: 422, message: 'id' })
		}
	})
})

describe('ending and deleting', () => {
	test('[API-14, DEL-01] ends a meeting in progress', async () => {
		const id = await schedule(anna)
		await start(id)
		expect((await detail(id)).meeting_status).toBe(2)
		expect(await anna.send(closeOf(id))).toMatchObject({ http: 200, code: 200 })
		expect((await detail(id)).meeting_status).toBe(9)
		expect(await anna.send(closeOf(id))).toMatchObject({ http: 200 })
	})

	test('[ROOM-195] one that is over says when it was held', async () => {
		const id = await schedule(anna)
		await start(id)
		const { really_start_time: started, really_end_time: none } = await detail(id)
		expect([typeof started, none]).toEqual(['string', undefined])
		await anna.send(closeOf(id))
		const over = await detail(id)
		expect(over.really_start_time).toBe(started)
		expect(over.really_end_time >= started).toBe(true)
	})

	test('[API-14, OP-139] is a GET that needs its token', async () => {
		const id = await schedule(anna)
		await start(id)
		expect(await anna.send(closeOf(id), {}, { csrf: null })).toMatchObject({ http: 419, code: 419 })
		expect((await anna.send(closeOf(id), {}, { bearer: 'A'.repeat(43) })).http).toBe(401)
		expect((await detail(id)).meeting_status).toBe(2)
	})

	test('[DEL-01] a meeting that has not started cannot be ended', async () => {
		const id = await schedule(anna)
		expect(await anna.send(closeOf(id))).toMatchObject({ http: 404, code: 404 })
		expect((await detail(id)).meeting_status).toBe(1)
	})

	test('[API-15, DEL-02] deletes a meeting unless it is in progress', async () => {
		const id = await schedule(anna)
		await start(id)
		expect(await anna.send(removeOf(id))).toMatchObject({ http: 409, code: 409 })
		expect((await detail(id)).meeting_status).toBe(2)
		await anna.send(closeOf(id))
		expect(await anna.send(removeOf(id))).toMatchObject({ http: 200, code: 200 })
		expect(await anna.send(removeOf(id))).toMatchObject({ http: 404, code: 404 })
		expect((await listed()).data).toEqual([])
	})

	test.each<[PersonName, number]>([
		['anna', 200],
		['admin', 200],
		['owner', 200],
		['ben', 403],
		['sees-all', 403],
		['scanner', 403],
		['yves', 404],
		['zoe', 404],
	])('[DEL-06, DEL-07, ROLE-04] %s asks to end and to delete a meeting of anna: %i', async (name, http) => {
		const client = await testServer.signIn(name)
		const running = await schedule(anna)
		await start(running)
		expect((await client.send(closeOf(running))).http).toBe(http)
		expect((await detail(running)).meeting_status).toBe(http === 200 ? 9 : 2)
		const waiting = await schedule(anna)
		expect((await client.send(removeOf(waiting))).http).toBe(http)
		expect((await anna.send(detailOf(waiting))).http).toBe(http === 200 ? 404 : 200)
	})

	test('[DEL-07] a person of two companies ends and deletes in the current one', async () => {
		const both = await testServer.signIn('both')
		const id = await schedule(both)
		expect((await both.send(removeOf(id), {}, { corpId: 'Y' })).http).toBe(200)
	})

	test('[ENT-01] without participants a meeting ends an hour after its end time', async () => {
		const id = await schedule(anna)
		testServer.clock.setTime(testServer.clock.now() + 7 * 3_600_000)
		await testServer.nouns.meeting.meetings.closeMissedMeetings()
		expect((await detail(id)).meeting_status).toBe(1)
		testServer.clock.advance(1)
		await testServer.nouns.meeting.meetings.closeMissedMeetings()
		expect((await detail(id)).meeting_status).toBe(9)
	})
})

describe('a site without guests', () => {
	test('[ROLE-01] [LINK-06] guests cannot tell whether a meeting has an id; its members can', async () => {
		const id = await schedule(anna)
		await testServer.set('A', { guestJoin: false })
		const guest = await testServer.visit()
		for (const asked of [id, '100000001'])
			expect(await guest.send(detailOf(asked))).toMatchObject({ http: 200, code: 501 })
		expect(await anna.send(detailOf('100000001'))).toMatchObject({ http: 404 })
	})
})

describe('whether a meeting is there', () => {
	const exists = (client: TestClient, id: string) => client.send(`GET /meeting/checkMeetingExist/${id}`)

	test('[API-04] is said to its company, with whether the caller may edit it and the kind of site', async () => {
		const id = await schedule(anna)
		const answer = { update: 1, isOaSite: 0, meeting_topic: 'Harbour plans' }
		expect(await exists(anna, id)).toMatchObject({ code: 200, data: answer })
		expect((await exists(await testServer.signIn('ben'), id)).data).toEqual({ ...answer, update: 0 })
		await testServer.set('A', { isOa: true })
		expect((await exists(anna, id)).data).toEqual({ ...answer, isOaSite: 1 })
	})

	test('[API-04] an ended meeting cannot be edited', async () => {
		const id = await schedule(anna)
		await start(id)
		await anna.send(closeOf(id))
		expect((await exists(anna, id)).data.update).toBe(0)
	})

	test('[API-04] is hidden from other companies and from guests', async () => {
		const id = await schedule(anna)
		for (const name of ['yves', 'zoe'] as const)
			expect(await exists(await testServer.signIn(name), id)).toMatchObject({ http: 404 })
		expect(await exists(await testServer.visit(), id)).toMatchObject({ http: 401 })
		expect(await exists(anna, '100000001')).toMatchObject({ http: 404 })
	})
})

describe('the form of a meeting', () => {
	const form = (client: TestClient, id: string) => client.send(`GET /meeting/meetings/${id}/edit`)

	test('[API-13, ENT-05] has the meeting with the other data of the screen', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711' })
		const reply = await form(anna, id)
		expect(reply).toMatchObject({ http: 200, code: 200 })
		expect(reply.data.meeting).toEqual({
			...(await detail(id)),
			isOA: 0,
			canNotEdit: 0,
			start_date: '2026-03-10',
		})
		expect(reply.data.meeting).toMatchObject({ meeting_pwd: '4711', host_pwd: 'host-1234' })
	})

	test('[OP-137, ROLE-05] is readable by any member who may see the meeting, without its passwords', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711', meeting_privacy: 1 })
		for (const name of ['ben', 'admin', 'owner'] as const) {
			const reply = await form(await testServer.signIn(name), id)
			expect(reply).toMatchObject({ code: 200, data: { meeting: { meeting_topic: 'Harbour plans', is_auth: 1 } } })
			expect(reply.text).not.toContain('4711')
			expect(reply.text).not.toContain('host-1234')
		}
	})

	test('[OP-137] does not exist for people who may not', async () => {
		const id = await schedule(anna, { meeting_privacy: 1 })
		for (const name of ['yves', 'zoe'] as const) {
			const reply = await form(await testServer.signIn(name), id)
			expect(reply).toMatchObject({ http: 404, code: 404 })
			expect(reply.text).not.toContain('Harbour')
		}
		expect(await form(await testServer.visit(), id)).toMatchObject({ http: 401, code: 401 })
		expect(await form(anna, '100000001')).toMatchObject({ http: 404 })
		const open = await schedule(anna)
		expect((await form(await testServer.signIn('yves'), open)).code).toBe(200)
		expect((await form(await testServer.signIn('zoe'), open)).http).toBe(404)
		expect((await form(await testServer.visit(), open)).http).toBe(401)
	})

	test('[EDIT-02] is fixed on an OA site for people who may not edit', async () => {
		const id = await schedule(anna)
		const ben = await testServer.signIn('ben')
		expect((await form(ben, id)).data.meeting.canNotEdit).toBe(0)
		await testServer.set('A', { isOa: true })
		expect((await form(ben, id)).data.meeting).toMatchObject({ isOA: 1, canNotEdit: 1 })
		expect((await form(anna, id)).data.meeting).toMatchObject({ isOA: 1, canNotEdit: 0 })
	})

	test('[API-13] counts as a look at an id', async () => {
		let last = 0
		for (let i = 0; i < 31; i++) last = (await form(anna, String(100_000_000 + i))).http
		expect(last).toBe(429)
	})
})

describe('editing', () => {
	const edit = (client: TestClient, id: string, fields: object, options = {}) =>
		client.send(`PATCH /meeting/meetings/${id}`, fields, options)

	test('[API-18, EDIT-07, EDIT-08] changes the fields that are sent, and the form may send all of them', async () => {
		const id = await schedule(anna)
		const wanted = {
			meeting_topic: ' New 😀 plans ',
			start_time: '2026-03-11 09:30',
			duration: '00:45',
			time_zone: 8,
			meeting_pwd: '4711',
			host_pwd: 'fresh-5678',
			meeting_privacy: 1,
			meeting_start_rule: 1,
		}
		testServer.clock.advance(60_000)
		expect(await edit(anna, id, wanted)).toMatchObject({ http: 200, code: 200 })
		expect(await detail(id)).toMatchObject({
			meeting_topic: 'New plans',
			start_time: '2026-03-11 09:30:00',
			end_time: '2026-03-11 10:15:00',
			duration: 2_700,
			meeting_pwd: '4711',
			host_pwd: 'fresh-5678',
			meeting_privacy: 1,
			meeting_start_rule: 1,
			is_auth: 1,
			updated_at: '2026-03-10 10:01:00',
			created_at: '2026-03-10 10:00:00',
			create_id: 'u-anna',
		})
		expect((await listed(anna, { t: '2026-03-10' })).data).toEqual([])
		expect((await listed(anna, { t: '2026-03-11' })).data).toHaveLength(1)
	})

	test('[API-18] keeps fields that are not sent', async () => {
		const id = await schedule(anna, { meeting_pwd: '4711', meeting_privacy: 1 })
		const { updated_at: _, ...before } = await detail(id)
		expect(await edit(anna, id, { meeting_topic: 'Other' })).toMatchObject({ code: 200 })
		expect(await detail(id)).toMatchObject({ ...before, meeting_topic: 'Other' })
		await edit(anna, id, { meeting_pwd: '' })
		expect(await detail(id)).toMatchObject({ is_auth: 0 })
		expect(await edit(anna, id, {})).toMatchObject({ code: 200 })
	})

	test('[API-18] changes nothing that cannot be changed', async () => {
		const id = await schedule(anna)
		const forged = {
			create_id: 'u-ben',
			meeting_id: '123456789',
			site_id: 'B',
			meeting_status: 9,
			is_lock: 1,
			is_room: 1,
		}
		await edit(anna, id, { ...forged, meeting_topic: 'Other' })
		expect(await detail(id)).toMatchObject({
			create_id: 'u-anna',
			host_user_name: 'u-anna',
			meeting_id: id,
			meeting_status: 1,
			is_lock: 0,
			is_room: 0,
			site_id: 'A',
		})
	})

	test.each([
		['[CREATE-11] an empty topic', { meeting_topic: ' ' }, 42201],
		['[CREATE-14] a topic of 201', { meeting_topic: '会'.repeat(201) }, 42201],
		['an impossible start', { start_time: '2026-02-30 10:00:00' }, 42202],
		['[CREATE-15] a duration of 00:00', { duration: '00:00' }, 42203],
		['a duration of more than a day', { duration: 86_401 }, 42203],
		['[CREATE-17] letters in the password', { meeting_pwd: '12345a' }, 42204],
		['[EDIT-06, CREATE-19] an empty host password', { host_pwd: '' }, 42205],
		['[CREATE-20] a host password of letters alone', { host_pwd: 'abcdefgh' }, 42205],
		['[EDIT-05, OP-087] a start at 00:00', { start_time: '2026-03-12 00:00:00' }, 42206],
		['a start in another form', { start_time: 'tomorrow' }, 422],
	])('%s is refused and everything stays, whatever else is sent', async (_, fields, code) => {
		const id = await schedule(anna)
		const before = await detail(id)
		const reply = await edit(anna, id, { meeting_topic: 'Other', meeting_privacy: 1, ...fields })
		expect(reply).toMatchObject({ http: 422, code })
		expect(await detail(id)).toEqual(before)
	})

	test('[OP-087] midnight is only refused on edit', async () => {
		const id = await schedule(anna, { start_time: '2026-03-12 00:00:00' })
		expect((await detail(id)).start_time).toBe('2026-03-12 00:00:00')
		expect(await edit(anna, id, { meeting_topic: 'Other' })).toMatchObject({ code: 200 })
	})

	test.each<[PersonName, number]>([
		['anna', 200],
		['ben', 403],
		['admin', 403],
		['owner', 403],
		['sees-all', 403],
		['yves', 404],
		['zoe', 404],
	])('[EDIT-04, ROLE-05, EDIT-11] %s edits a meeting of anna: %i', async (name, http) => {
		const id = await schedule(anna)
		const reply = await edit(await testServer.signIn(name), id, { meeting_topic: 'Other' })
		expect(reply.http).toBe(http)
		expect((await detail(id)).meeting_topic).toBe(http === 200 ? 'Other' : 'Harbour plans')
	})

	test('[EDIT-09] not signed in: 401; without the token of the page: 419', async () => {
		const id = await schedule(anna)
		const fields = { meeting_topic: 'Other' }
		expect(await edit(await testServer.visit(), id, fields)).toMatchObject({ http: 401, code: 401 })
		expect(await edit(anna, id, fields, { csrf: null })).toMatchObject({ http: 419, code: 419 })
		expect((await detail(id)).meeting_topic).toBe('Harbour plans')
	})

	test('[EDIT-11] unknown meeting: 404', async () => {
		expect(await edit(anna, '100000001', { meeting_topic: 'Other' })).toMatchObject({ http: 404, code: 404 })
	})

	test('[EDIT-04, EDIT-10] ended meeting: 813', async () => {
		const id = await schedule(anna)
		await start(id)
		await anna.send(closeOf(id))
		expect(await edit(anna, id, { meeting_topic: 'Other' })).toMatchObject({ http: 409, code: 813 })
		expect((await detail(id)).meeting_topic).toBe('Harbour plans')
		expect(await edit(await testServer.signIn('ben'), id, {})).toMatchObject({ http: 403 })
	})

	test('[API-18] in progress its start stays, and the rest may change', async () => {
		const id = await schedule(anna, { start_time: '2026-03-10 10:00:00' })
		await start(id)
		expect(await edit(anna, id, { start_time: '2026-03-10 12:00:00' })).toMatchObject({ http: 409, code: 409 })
		const fields = { start_time: '2026-03-10 10:00:00', meeting_topic: 'Other', duration: 7_200 }
		expect(await edit(anna, id, fields)).toMatchObject({ code: 200 })
		expect(await detail(id)).toMatchObject({
			meeting_topic: 'Other',
			meeting_status: 2,
			end_time: '2026-03-10 12:00:00',
		})
	})
})

describe('the public list', () => {
	beforeEach(() => testServer.set('A', { publicMeetings: true }))
	const topics = async (client: TestClient, query: object = {}) =>
		(
			await client.send('GET /meeting/list', { page: 1, pageSize: 10, type: 1, t: '2026-03-10', ...query })
		).data.meetings.data.map((meeting: { meeting_topic: string }) => meeting.meeting_topic)

	test('[LAND-05] [API-16] lists the meetings anyone may join on this site, without their passwords', async () => {
		await schedule(anna, { meeting_topic: 'open', meeting_pwd: '123456' })
		await schedule(await testServer.signIn('yves'), { meeting_topic: 'open elsewhere' })
		await schedule(anna, { meeting_topic: 'private', meeting_privacy: 1 })
		await schedule(await testServer.signIn('zoe'), { meeting_topic: 'other site' })
		const guest = await testServer.visit()
		expect((await topics(guest)).sort()).toEqual(['open', 'open elsewhere'])
		expect(await topics(guest, { keywords: 'elsewhere' })).toEqual(['open elsewhere'])
		expect(await topics(guest, { t: '2026-03-11' })).toEqual([])
		const reply = await guest.send('GET /meeting/list', { t: '2026-03-10' })
		expect(reply.text).not.toContain('123456')
		expect(reply.text).not.toContain('host-1234')
	})

	test('[LAND-05] is empty if the site hides its list, as new ones do', async () => {
		await schedule(anna, { meeting_topic: 'open' })
		await testServer.set('A', { publicMeetings: v.parse(SiteSettings, {}).publicMeetings })
		expect(await topics(await testServer.visit())).toEqual([])
	})

	test.each([
		['one-off', {}],
		['in progress', { start_time: '2026-03-10 10:00:00' }],
		['recurring', { is_room: 1, repeat_type: 1, start_time: '2026-03-10 09:30:00' }],
	])(
		'[JERR-04] [LAND-05] the id of a listed meeting does not get one in without its password: %s',
		async (_, fields) => {
			await schedule(anna, { meeting_topic: 'listed', meeting_pwd: '4711', ...fields })
			const guest = await testServer.visit()
			const [found] = (await guest.send('GET /meeting/list', { t: '2026-03-10' })).data.meetings.data
			const id = found.meeting_id as string
			const shown = await guest.send(`GET /meeting/meetings/${id}`)
			for (const value of [found, shown.data]) expect(JSON.stringify(value)).not.toMatch(/4711|host-1234|ticket/)
			const ways: [string, object][] = [
				['POST /meeting/joinMeeting', { meetingId: id, action: 'webJoin' }],
				['POST /meeting/joinMeeting', { meeting_id: id, action: 'clientJoin' }],
				[`POST /mobile/joinMeeting/${id}`, {}],
			]
			for (const who of [guest, await testServer.signIn('mona'), await testServer.signIn('ben')]) {
				for (const [route, asked] of ways) {
					for (const password of [undefined, '', 'null'])
						expect([
							password,
							(await who.send(route, { display_name: 'Guest', ...asked, meeting_pwd: password })).code,
						]).toEqual([password, 803])
				}
			}
			expect((await guest.send(...(ways[0] as [string, object]))).code).not.toBe(200)
			const right = { display_name: 'Guest', ...ways[0]?.[1], meeting_pwd: '4711' }
			expect((await guest.send('POST /meeting/joinMeeting', right)).code).toBe(200)
		},
	)
})

describe('a recurring room', () => {
	/** Every day from nine to ten, made by anna. */
	async function aRoom(fields: Partial<MeetingRow> = {}) {
		const ids = { siteId: 'A', companyId: 'X', hostId: 'u-anna', creatorId: 'u-anna' } as unknown as Partial<MeetingRow>
		const room = aMeeting({ isRecurring: true, repeatType: 1, startAt: 0, ...ids, ...fields })
		await createSqlMeetingStore(testServer.database.db).insert(room)
		return room.meetingId
	}
	const statusOn = async (day: string) => (await listed(anna, { t: day })).data[0]?.meeting_status

	test('[ENT-03, REC-07, LIST-26] is on every day at its time, with how it repeats', async () => {
		await aRoom({ repeatType: 2, repeatCondition: 3 })
		expect((await listed(anna, { t: '2026-03-10' })).data).toEqual([])
		expect((await listed(anna, { t: '2026-03-11' })).data).toMatchObject([
			{
				is_room: 1,
				repeat_type: 2,
				repeat_condition: 3,
				repeat_start_time: '2026-03-11 09:00:00',
				start_time: '2026-03-11 09:00:00',
				end_time: '2026-03-11 10:00:00',
				meeting_status: 1,
			},
		])
	})

	test('[LIST-19] ended today it is over today, and waits for tomorrow', async () => {
		const id = await aRoom({ repeatSecond: 11 * 3_600 })
		testServer.clock.advance(90 * 60_000)
		await start(id)
		expect(await statusOn('2026-03-10')).toBe(2)
		expect(await statusOn('2026-03-11')).toBe(1)
		expect((await anna.send(removeOf(id))).http).toBe(409)
		await anna.send(closeOf(id))
		expect(await statusOn('2026-03-10')).toBe(9)
		expect(await statusOn('2026-03-11')).toBe(1)
		testServer.clock.advance(86_400_000)
		expect(await detail(id)).toMatchObject({ meeting_status: 1, start_time: '2026-03-11 11:00:00' })
		await start(id)
		expect((await detail(id)).meeting_status).toBe(2)
	})

	test('[LIST-19] once its hour is past it shows the next one', async () => {
		expect(await detail(await aRoom())).toMatchObject({ meeting_status: 1, start_time: '2026-03-11 09:00:00' })
	})
})
