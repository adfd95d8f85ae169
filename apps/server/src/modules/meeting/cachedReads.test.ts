import { meeting as calls, type InputOf } from '@parley/api'
import { repeatType, userType } from '@parley/core'
import { sql } from 'kysely'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../platform/handlers.ts'
import { createUnlimitedRateLimit } from '../../platform/testing/unlimitedRateLimit.ts'
import {
	createTestServer,
	type PersonName,
	startOfTest,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'
import { createCachedReads } from './cachedReads.ts'
import { createEnumerationGuard } from './enumerationGuard.ts'
import { aMeeting } from './fixtures.ts'
import { meetingHttp } from './http.ts'
import { createMeetingListing } from './listing.ts'
import { createOwnLists } from './ownLists.ts'
import type { MeetingReader } from './presentation.ts'
import { createSqlMeetingStore } from './store.sql.ts'
import type { MeetingStore, NewMeetingRow } from './store.ts'

const hourMs = 3_600_000
const viewerNames = ['anna', 'ben', 'admin', 'sees-all', 'both', 'mona'] as const satisfies PersonName[]

let testServer: TestServer
let store: MeetingStore
let viewers: TestClient[]

beforeEach(async () => {
	testServer = await createTestServer({ callLimits: false })
	store = createSqlMeetingStore(testServer.database.db)
	await sql`insert into departments (id, company_id, number, name) values ('d1', 'X', '1', 'One')`.execute(
		testServer.database.db,
	)
	await store.insertMany(meetings)
	await testServer.set('A', { publicMeetings: true })
	viewers = await Promise.all(viewerNames.map(name => testServer.signIn(name)))
})
afterEach(() => testServer.close())

const inX = { siteId: 'A' as never, companyId: 'X' as never, creatorId: 'u-anna' as never, hostId: 'u-anna' as never }
const series = { ...inX, isRecurring: true, repeatType: repeatType.daily, durationS: 5_400 }
const meetings: NewMeetingRow[] = [
	aMeeting({ ...inX, startAt: startOfTest + hourMs, topic: 'for all' }),
	{
		...aMeeting({ ...inX, startAt: startOfTest + hourMs, topic: 'for some', isInvitedOnly: true, password: '123' }),
		invited: { people: ['u-both' as never], departmentIds: ['d1'] },
	},
	{
		...aMeeting({ ...inX, startAt: startOfTest + hourMs, topic: 'private', isInvitedOnly: true, isPrivate: true }),
		invited: { people: ['u-ben' as never], departmentIds: [] },
	},
	aMeeting({ ...series, topic: 'daily', repeatSecond: 11 * 3_600 }),
	aMeeting({ ...series, topic: 'over midnight', repeatSecond: 23 * 3_600 }),
	aMeeting({ ...series, topic: 'daily in another zone', repeatSecond: 5 * 3_600, zone: 'America/New_York' }),
	aMeeting({ ...series, topic: 'any time', repeatType: repeatType.none }),
	aMeeting({ ...series, topic: 'Wednesdays', repeatType: repeatType.weekly, repeatCondition: 3, repeatSecond: 3_600 }),
	aMeeting({ ...inX, companyId: 'P' as never, hostId: 'u-mona' as never, startAt: startOfTest + hourMs }),
]
const [forAll, forSome, onlyBens, daily, overMidnight, newYork, anyTime] = meetings as [
	NewMeetingRow,
	NewMeetingRow,
	NewMeetingRow,
	NewMeetingRow,
	NewMeetingRow,
	NewMeetingRow,
	NewMeetingRow,
]
const shownIds = [forAll, forSome, onlyBens, daily, overMidnight, newYork, anyTime].map(({ meetingId }) => meetingId)

const noOwnLists = { remember() {} }

/** The response of a server without any cached read; it shares sessions and sites with the server. */
async function sendCold<N extends 'own' | 'all' | 'detail'>(
	client: TestClient,
	name: N,
	input: InputOf<(typeof calls)[N]>,
) {
	const { meeting, site, session, challenge, alarm } = testServer.nouns
	const { challenges } = challenge
	const { sweeps } = alarm
	const service = {
		...meeting.meetings,
		...createMeetingListing(createSqlMeetingStore(testServer.database.db), testServer.clock),
	}
	const ownLists = createOwnLists(service.isInListOf)
	const guard = createEnumerationGuard({ createRateLimit: createUnlimitedRateLimit, challenges, sweeps, ownLists })
	const reads = createCachedReads(service, ownLists, testServer.clock)
	const handlers = meetingHttp(service, reads, guard, site.sites, undefined)
	const check = await session.sessions.authenticate(client.token, 'A' as never, undefined)
	const member = check.kind === 'member' ? check.member : undefined
	if (name === 'own' && !member) return undefined
	const { host, address, token } = client
	const caller: Caller = {
		siteId: 'A' as never,
		origin: `http://${host}`,
		requestedOrigin: 'https://meet.example.org',
		address,
		browser: address,
		deviceCookie: undefined,
		imGuestCookie: undefined,
		requestId: '',
		member,
		token,
	}
	const answered = await handlers.table[name]?.(input as never, caller as never)
	if (!answered?.ok) return undefined
	const { schema, encode } = calls[name].output
	return JSON.parse(JSON.stringify(v.parse(schema, encode(answered.value as never))))
}

const today = '2026-03-10'
const tomorrow = '2026-03-11'

/** The viewers' lists, from the server and from one with an empty cache. */
async function seen(days: (string | undefined)[] = [undefined]) {
	const warm: unknown[] = []
	const cold: unknown[] = []
	for (const client of viewers) {
		for (const day of days) {
			for (const page of [1, 2]) {
				const fields = { page, pageSize: 4, ...(day && { t: day }) }
				warm.push((await client.send('GET /meeting/users/meetings', fields)).data)
				cold.push(await sendCold(client, 'own', { page, pageSize: 4, ...(day && { day }) }))
			}
		}
		warm.push((await client.send('GET /meeting/list')).data)
		cold.push(await sendCold(client, 'all', {}))
		for (const id of shownIds) {
			warm.push((await client.send(`GET /meeting/meetings/${id}`)).data)
			cold.push(await sendCold(client, 'detail', { id }))
		}
	}
	return { warm: warm.map(data => data ?? undefined), cold }
}

const run = (statement: string) => () => sql.raw(statement).execute(testServer.database.db)
const writes: [string, () => unknown][] = [
	['a new meeting', () => store.insert(aMeeting({ ...inX, startAt: startOfTest + hourMs }))],
	['an edit', () => store.update(forAll.meetingId, forAll, { ...forAll, topic: 'Other', password: '4711' }, 1)],
	['another host', () => store.update(forAll.meetingId, forAll, { ...forAll, hostId: 'u-ben' as never }, 1)],
	['a meeting made private', () => store.update(forAll.meetingId, forAll, { ...forAll, isPrivate: true }, 1)],
	['a start', () => testServer.nouns.meeting.meetings.markStarted(daily.meetingId, testServer.clock.now())],
	['a lock', () => testServer.nouns.meeting.meetings.setLocked(forAll.meetingId, true)],
	['a deletion', () => store.remove(forAll.meetingId)],
	[
		'an occurrence that was ended',
		async () => {
			await testServer.nouns.meeting.meetings.markStarted(daily.meetingId, testServer.clock.now())
			await testServer.nouns.meeting.meetings.markEnded(daily.meetingId, testServer.clock.now())
		},
	],
	[
		'an invitation by name',
		run(`insert into meeting_people (meeting_id, user_id) values ('${forSome.meetingId}', 'u-ben')`),
	],
	['an invitation taken back', run(`delete from meeting_people`)],
	[
		'a person in an invited department',
		run(`insert into department_people (department_id, user_id) values ('d1', 'u-ben')`),
	],
	['a host with another name', run(`update users set display_name = 'New Name' where id = 'u-anna'`)],
	['a person made administrator', run(`update memberships set user_type = 0 where user_id = 'u-ben'`)],
	['a person who left the company', run(`delete from memberships where user_id = 'u-both' and company_id = 'X'`)],
	['a person who is gone', run(`delete from users where id = 'u-mona'`)],
	['another zone of the site', () => testServer.set('A', { zone: 'America/New_York' })],
	['no public list', () => testServer.set('A', { publicMeetings: false })],
]

describe('lists and details that are cached', () => {
	test.each(writes)('[LIST-09, ROLE-05] are not served after %s', async (_, write) => {
		const before = await seen()
		expect(before.warm).toEqual(before.cold)
		await write()
		const after = await seen()
		expect(after.cold).not.toEqual(before.cold)
		expect(after.warm).toEqual(after.cold)
	})

	test('[LIST-17, REC-07] change with the clock as if they were read again', async () => {
		viewers = viewers.slice(1, 2)
		await testServer.nouns.meeting.meetings.markStarted(daily.meetingId, testServer.clock.now())
		await testServer.nouns.meeting.meetings.markEnded(daily.meetingId, testServer.clock.now())
		const states = new Set<string>()
		// Meetings begin and end at half hours, and days begin in two zones.
		for (let halfHour = 0; halfHour < 2 * 23; halfHour++) {
			const { warm, cold } = await seen([undefined, today, tomorrow])
			expect(warm).toEqual(cold)
			states.add(JSON.stringify(cold).replace(/"server_time":"[^"]*"/g, ''))
			testServer.clock.advance(hourMs / 2)
		}
		expect(states.size).toBeGreaterThanOrEqual(5)
	})

	test('are read again for another version, another person or another day, and not otherwise', async () => {
		const service = testServer.nouns.meeting.meetings
		let reads = 0
		const counted = <A extends unknown[], R>(read: (...args: A) => R) =>
			((...args) => {
				reads += 1
				return read(...args)
			}) as typeof read
		const cache = createCachedReads(
			{ listDay: counted(service.listDay), search: service.search, findOnSite: counted(service.findOnSite) },
			noOwnLists,
			testServer.clock,
		)
		const company = { companyId: 'X' as never, meetingsVersion: 1 }
		const list = async (userId = 'u-ben', version = 1, day?: string) => {
			const scope = { companyId: company.companyId, userId: userId as never }
			const options = { scope, zone: 'Asia/Shanghai', day, keywords: undefined, page: 1, pageSize: 2 }
			const before = reads
			await cache.readPage(options, { person: undefined, origin: '' }, { ...company, meetingsVersion: version })
			return reads - before
		}
		expect([await list(), await list(), await list()]).toEqual([1, 0, 0])
		expect([await list('u-both'), await list('u-both'), await list()]).toEqual([1, 0, 0])
		expect([await list('u-ben', 2), await list('u-ben', 2)]).toEqual([1, 0])
		expect([await list('u-ben', 2, tomorrow), await list('u-ben', 2)]).toEqual([1, 0])

		const find = async (companyVersion: typeof company | undefined) => {
			const before = reads
			await cache.findOnSite('A' as never, forAll.meetingId, companyVersion)
			return reads - before
		}
		expect([await find(company), await find(company)]).toEqual([1, 0])
		expect([await find({ ...company, meetingsVersion: 2 }), await find(undefined)]).toEqual([1, 1])
		// The version of one company does not cover the meetings of another.
		const other = { companyId: 'Y' as never, meetingsVersion: 2 }
		expect([await find(other), await find(other)]).toEqual([1, 1])
	})

	test('are read once for concurrent requests, each after a change that all of them see', async () => {
		const service = testServer.nouns.meeting.meetings
		const reads: string[] = []
		const cache = createCachedReads(
			{
				listDay: options => [service.listDay(options), reads.push('page')][0] as never,
				search: service.search,
				findOnSite: (...of) => [service.findOnSite(...of), reads.push('meeting')][0] as never,
			},
			noOwnLists,
			testServer.clock,
		)
		const { db } = testServer.database
		const ask = async () => {
			const { rows } = await sql<{ v: number }>`select meetings_version as v from companies where id = 'X'`.execute(db)
			const company = { companyId: 'X' as never, meetingsVersion: rows[0]?.v ?? Number.NaN }
			const scope = { companyId: company.companyId, userId: 'u-ben' as never }
			const options = { scope, zone: 'Asia/Shanghai', day: today, keywords: undefined, page: 1, pageSize: 50 }
			const [listed, found] = await Promise.all([
				cache.readPage(options, { person: undefined, origin: '' }, company),
				cache.findOnSite('A' as never, forAll.meetingId, company),
			])
			const inList = listed.meetings.meetings.find(({ meetingId }) => meetingId === forAll.meetingId)
			return [inList?.topic, found?.topic].map(Number)
		}
		const change = (n: number) =>
			sql`update meetings set topic = ${String(n)} where meeting_id = ${forAll.meetingId}`.execute(db)

		const asked = Array.from({ length: 20 }, (_, n) => n)
		const seenTopics = await Promise.all(asked.map(n => change(n).then(ask)))
		for (const n of asked) for (const topic of seenTopics[n] ?? []) expect(topic).toBeGreaterThanOrEqual(n)
		expect(reads.length).toBeLessThan(asked.length)
		const before = reads.length
		expect(await ask()).toEqual([19, 19])
		expect(reads.length).toBe(before)
	})

	test('are the same object for two people who see the same, and another one for a person who sees more', async () => {
		const { readPage } = createCachedReads(testServer.nouns.meeting.meetings, noOwnLists, testServer.clock)
		const read = async (userId: string) => {
			const company = { companyId: 'X' as never, meetingsVersion: 1 }
			const scope = { companyId: company.companyId, userId: userId as never }
			const options = { scope, zone: 'Asia/Shanghai', day: today, keywords: undefined, page: 1, pageSize: 50 }
			const person = { userId: scope.userId, companyId: company.companyId, userType: 1 }
			return (await readPage(options, { person, origin: '' }, company)).meetings
		}
		const [admin, ben, seesAll] = [await read('u-admin'), await read('u-ben'), await read('u-sees-all')]
		expect(seesAll).toBe(admin)
		expect(ben.meetings.map(({ topic }) => topic)).toContain('private')
		expect(admin.meetings.map(({ topic }) => topic)).not.toContain('private')
	})

	test('are the same objects again after a change, but for the meeting that changed and its page', async () => {
		const { readPage } = createCachedReads(testServer.nouns.meeting.meetings, noOwnLists, testServer.clock)
		const company = { companyId: 'X' as never, meetingsVersion: 0 }
		const read = async (day: string) => {
			company.meetingsVersion += 1
			const scope = { companyId: company.companyId, userId: 'u-ben' as never }
			const options = { scope, zone: 'Asia/Shanghai', day, keywords: undefined, page: 1, pageSize: 50 }
			return (await readPage(options, { person: undefined, origin: '' }, company)).meetings
		}
		const [before, beforeTomorrow] = [await read(today), await read(tomorrow)]
		await store.setLocked(forAll.meetingId, true, 1)
		const after = await read(today)
		const another = after.meetings.filter((meeting, n) => meeting !== before.meetings[n])
		expect(another).toMatchObject([{ meetingId: forAll.meetingId, isLocked: true }])
		expect(after.meetings.length).toBeGreaterThan(3)
		expect(await read(tomorrow)).toBe(beforeTomorrow)
		await store.remove(forAll.meetingId)
		expect((await read(today)).meetings).toEqual(after.meetings.filter(meeting => meeting !== another[0]))
	})

	test('[ROLE-05] are shown to each reader as if no one had read them before', async () => {
		const { present } = createCachedReads(testServer.nouns.meeting.meetings, noOwnLists, testServer.clock)
		const found = await testServer.nouns.meeting.meetings.findOnSite('A' as never, forAll.meetingId)
		if (!found) throw new Error('the meeting is missing')
		const { companyId } = found
		const people: MeetingReader['person'][] = [
			undefined,
			...[found.hostId, found.creatorId, 'u-both' as never].flatMap(userId =>
				[...Object.values(userType), 1].map(type => ({ userId, companyId, userType: type })),
			),
		]
		const readers = people.flatMap(person => ['http://a', 'http://b'].map(origin => ({ person, origin })))
		const cold = readers.map(reader =>
			createCachedReads(testServer.nouns.meeting.meetings, noOwnLists, testServer.clock).present(found, reader),
		)
		expect(new Set(cold.map(meeting => JSON.stringify(meeting))).size).toBe(4)
		expect(readers.map(reader => present(found, reader))).toEqual(cold)
		expect(readers.toReversed().map(reader => present(found, reader))).toEqual(cold.toReversed())
	})

	test('[ROLE-05] belong to the reader: only the host’s answers contain passwords', async () => {
		const [anna, ben] = viewers as [TestClient, TestClient]
		for (const client of [anna, ben, anna, ben]) {
			const { text: list } = await client.send('GET /meeting/users/meetings')
			const { text: detail } = await client.send(`GET /meeting/meetings/${forAll.meetingId}`)
			expect([list, detail].map(text => text.includes('host1234'))).toEqual([client === anna, client === anna])
		}

		await sql`update meetings set creator_id = 'u-admin'`.execute(testServer.database.db)
		const [, , admin, manager] = viewers as [TestClient, TestClient, TestClient, TestClient]
		for (const client of [admin, manager, admin, manager]) {
			const { text } = await client.send('GET /meeting/list')
			expect([text.includes('for all'), text.includes('host1234')]).toEqual([true, client === admin])
		}
	})
})

describe('an ETag', () => {
	const list = 'GET /meeting/users/meetings'
	const detail = `GET /meeting/meetings/${forAll.meetingId}`
	const again = (client: TestClient, route: string, tag: unknown) =>
		client.send(route, {}, { headers: { 'if-none-match': String(tag) } })

	test.each([list, detail])('[API-16] answers 304 to a client that already has the answer: %s', async route => {
		const [, ben] = viewers as [TestClient, TestClient]
		const { headers, http } = await ben.send(route)
		expect(http).toBe(200)
		expect(headers).toMatchObject({
			etag: expect.stringMatching(/^W\/"(2026-03-10\.)?[\w-]{43}"$/),
			'cache-control': 'private, no-cache',
		})

		testServer.clock.advance(30_000)
		for (const tag of [headers.etag, `"other", ${headers.etag}`]) {
			const unchanged = await again(ben, route, tag)
			expect(unchanged).toMatchObject({ http: 304, text: '' })
			expect(unchanged.headers).toMatchObject({ etag: headers.etag, 'cache-control': 'private, no-cache' })
		}
		expect(await again(ben, route, '"other"')).toMatchObject({ http: 200 })

		await store.setLocked(forAll.meetingId, true, 1)
		const changed = await again(ben, route, headers.etag)
		expect(changed).toMatchObject({ http: 200 })
		expect(changed.headers.etag).not.toBe(headers.etag)
	})

	test('[LIST-35] is another one on the next day, whose list the page labels by the time of the server', async () => {
		const [, ben] = viewers as [TestClient, TestClient]
		const route = `${list}?t=2026-05-05`
		const { headers } = await ben.send(route)
		testServer.clock.advance(15 * hourMs)
		expect(await again(ben, route, headers.etag)).toMatchObject({ http: 200 })
	})

	test.each([list, detail])(
		'[ROLE-05] is missing if the answer contains a password, which no cache may store: %s',
		async route => {
			const [anna, ben] = viewers as [TestClient, TestClient]
			const { headers: bens } = await ben.send(route)
			for (const reply of [await anna.send(route), await again(anna, route, bens.etag)]) {
				expect(reply.http).toBe(200)
				expect(reply.text).toContain('host1234')
				expect(reply.headers).toMatchObject({ 'cache-control': 'private, no-store' })
				expect(reply.headers).not.toHaveProperty('etag')
			}
		},
	)

	test('[API-06] admits no one: people who signed out, or may no longer see the meeting, are refused', async () => {
		const [, ben] = viewers as [TestClient, TestClient]
		const { headers } = await ben.send(detail)
		await store.update(forAll.meetingId, forAll, { ...forAll, isPrivate: true, isInvitedOnly: true }, 1)
		expect(await again(ben, detail, headers.etag)).toMatchObject({ http: 404 })
		const { headers: lists } = await ben.send(list)
		await ben.send('POST /auth/logout')
		expect(await again(ben, list, lists.etag)).toMatchObject({ http: 401 })
	})

	test.each([
		['a session', `delete from sessions where user_id = 'u-ben'`, 401],
		['the person', `delete from users where id = 'u-ben'`, 401],
		['every company', `delete from memberships where user_id = 'u-ben'`, 403],
	])('[API-06] lets nobody in after somebody with SQL took away %s', async (_, statement, http) => {
		const [, ben] = viewers as [TestClient, TestClient]
		const { headers } = await ben.send(list)
		expect(await again(ben, list, headers.etag)).toMatchObject({ http: 304 })
		await run(statement)()
		for (const tag of [headers.etag, '"other"']) {
			const refused = await again(ben, list, tag)
			expect(refused).toMatchObject({ http })
			expect(refused.text).not.toContain('for all')
		}
	})
})
