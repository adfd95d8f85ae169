import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../platform/handlers.ts'
import { type CreateRateLimit, createMemoryRateLimits } from '../../platform/rateLimit.ts'
import {
	createTestServer,
	type PersonName,
	schedule,
	startOfTest,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'
import { createCachedReads } from './cachedReads.ts'
import { createEnumerationGuard } from './enumerationGuard.ts'
import { aMeeting } from './fixtures.ts'
import { meetingHttp } from './http.ts'
import { createOwnLists } from './ownLists.ts'
import { createSqlMeetingStore } from './store.sql.ts'
import type { MeetingStore, NewMeetingRow } from './store.ts'

/** Lookups of meetings that are in the list of the member, for details and joins: they guess nothing, and are not counted. */

const hour = 3_600_000
const unknownIds = 30

let testServer: TestServer
let store: MeetingStore
let ben: TestClient
beforeEach(async () => {
	testServer = await createTestServer({ callLimits: false })
	store = createSqlMeetingStore(testServer.database.db)
	ben = await testServer.signIn('ben')
})
afterEach(() => testServer.close())

const look = async (who: TestClient, id: string) => (await who.send(`GET /meeting/meetings/${id}`)).http
const join = async (who: TestClient, meetingId: string) =>
	(await who.send('POST /meeting/joinMeeting', { meetingId, display_name: 'Ben', action: 'webJoin' })).code
let tried = 0
const unknownId = () => String(900_000_000 + tried++)
const useUp = async (who: TestClient) => {
	for (let n = 0; n < unknownIds; n++) expect(await look(who, unknownId())).toBe(404)
	expect(await look(who, unknownId())).toBe(429)
}

/** A meeting that this server has not read yet. */
async function unread(owner: PersonName, fields: Partial<NewMeetingRow> = {}) {
	const id = `u-${owner}` as never
	const startAt = startOfTest + hour
	const row = aMeeting({ siteId: 'A' as never, companyId: 'X' as never, creatorId: id, hostId: id, startAt, ...fields })
	await store.insert({ ...row, ...(row.isInvitedOnly && { invited: { people: [], departmentIds: [] } }) })
	return row.meetingId
}
const forSome = { isInvitedOnly: true }
const inY = { companyId: 'Y' as never }
const inP = { companyId: 'P' as never }

describe('a member who has used up the limit', () => {
	test.each([
		['one that they host', () => unread('ben', { ...forSome, creatorId: 'u-anna' as never })],
		['one that they created', () => unread('ben', { ...forSome, hostId: 'u-anna' as never })],
		['one that they created in another company', () => unread('ben', inY)],
		['one of the whole company', () => unread('anna')],
		['a private one of the whole company', () => unread('anna', { isPrivate: true })],
		['a series of the whole company', () => unread('anna', { isRecurring: true })],
	])('[JERR-07, API-03] still sees %s', async (_, meetingOf) => {
		const id = await meetingOf()
		await useUp(ben)
		// The first lookup reads the meeting, the second one finds it known.
		expect([await look(ben, id), await look(ben, id)]).toEqual([200, 200])
		expect(await look(ben, unknownId())).toBe(429)
	})

	test('[JERR-07, API-03] joins meetings of their list, and has to wait for others', async () => {
		const [own, forAll, other] = [await unread('ben', forSome), await unread('anna'), await unread('anna', forSome)]
		await useUp(ben)
		const codes = []
		for (const id of [own, forAll, own, other, unknownId()]) codes.push(await join(ben, id))
		// The second one waits for its host.
		expect(codes).toEqual([200, 802, 200, 429, 429])
	})

	test.each([
		['of their company, for others', () => unread('anna', forSome)],
		['of their company, private and for others', () => unread('anna', { ...forSome, isPrivate: true })],
		['of another company, public', () => unread('yves', inY)],
	])('[JERR-07, API-03] has to wait for one %s', async (_, meetingOf) => {
		const [seen, unseen] = [await meetingOf(), await meetingOf()]
		const before = await look(ben, seen)
		await useUp(ben)
		expect([before, await look(ben, seen), await look(ben, unseen)]).toEqual([expect.any(Number), 429, 429])
	})

	test('[JERR-07, API-03] has to wait for those of strangers in the personal edition, and not for their own', async () => {
		const mick = await testServer.signIn('mick')
		const [own, ofStranger] = [await unread('mick', inP), await unread('mona', inP)]
		expect(await look(mick, ofStranger)).toBe(200)
		await useUp(mick)
		expect([await look(mick, own), await look(mick, ofStranger)]).toEqual([200, 429])
	})

	test('[JERR-07, API-03] has to wait for one that was for their company when it was last read, and is for others now', async () => {
		const id = await unread('anna')
		expect(await look(ben, id)).toBe(200)
		await useUp(ben)
		const before = await store.find(id)
		if (before) await store.update(id, before, { ...before, isInvitedOnly: true }, 1)
		expect(await look(ben, id)).toBe(429)
		expect(await look(await testServer.signIn('anna'), id)).toBe(200)
	})

	test('[JERR-07, API-03] has to wait for an id of their list on another site', async () => {
		const id = await unread('ben', { siteId: 'B' as never })
		await useUp(ben)
		expect(await look(ben, id)).toBe(429)
	})
})

test('[API-03] a guest counts as before, also for a public meeting that is there', async () => {
	const id = await schedule(ben)
	const guest = await testServer.visit()
	for (let n = 0; n < unknownIds; n++) expect(await look(guest, unknownId())).toBe(404)
	// A guest solves a challenge before each further meeting.
	expect(await look(guest, id)).toBe(400)
})

test('[JERR-07, API-03] of own and unknown ids at once, no more unknown ones are answered', async () => {
	const own = [await unread('anna'), await unread('ben', forSome), await schedule(ben)]
	const asked = Array.from({ length: 150 }, (_, n) => (n % 2 === 0 ? (own[n % own.length] as string) : unknownId()))
	const answers = await Promise.all(asked.map(id => look(ben, id)))
	expect(answers.filter((_, n) => n % 2 === 0)).toEqual(Array(75).fill(200))
	expect(answers.filter(status => status === 404)).toHaveLength(unknownIds)
	expect(answers.filter(status => status === 429)).toHaveLength(75 - unknownIds)
})

describe('on a server with shared limits', () => {
	/** Calls of the limits, each a command of Redis. */
	let commands: string[]
	beforeEach(() => {
		commands = []
	})

	const createCountedLimits = (): CreateRateLimit => {
		const create = createMemoryRateLimits()
		return (name, ...rest) => {
			const limit = create(name, ...rest)
			const counted = Object.entries(limit).map(([call, act]) => [
				call,
				(key: string) => {
					commands.push(`${name} ${call}`)
					return act(key)
				},
			])
			return Object.fromEntries(counted)
		}
	}

	/** The calls of a server that has read nothing yet. */
	function aServer() {
		const { meeting, site, challenge, alarm } = testServer.nouns
		const ownLists = createOwnLists(meeting.meetings.isInListOf)
		const guard = createEnumerationGuard({
			createRateLimit: createCountedLimits(),
			challenges: challenge.challenges,
			sweeps: alarm.sweeps,
			ownLists,
		})
		const reads = createCachedReads(meeting.meetings, ownLists, testServer.clock)
		const { table } = meetingHttp(meeting.meetings, reads, guard, site.sites, undefined)
		const callerOf = async ({ token, host, address }: TestClient): Promise<Caller> => {
			const check = await testServer.nouns.session.sessions.authenticate(token, 'A' as never, undefined)
			return {
				siteId: 'A' as never,
				origin: `http://${host}`,
				requestedOrigin: `http://${host}`,
				address,
				browser: address,
				deviceCookie: undefined,
				imGuestCookie: undefined,
				requestId: '',
				member: check.kind === 'member' ? check.member : undefined,
				token,
			}
		}
		return {
			async detail(who: TestClient, id: string) {
				const answer = await table.detail?.({ id } as never, (await callerOf(who)) as never)
				return answer?.ok
			},
			async list(who: TestClient) {
				await table.own?.({} as never, (await callerOf(who)) as never)
			},
		}
	}

	test('[API-03] a meeting of the own list costs no command once it was read, alone or in a list, by anyone', async () => {
		const [own, forAll] = [await unread('ben', forSome), await unread('anna')]
		const server = aServer()
		await server.list(ben)
		expect([await server.detail(ben, own), await server.detail(ben, forAll)]).toEqual([true, true])
		expect(commands).toEqual([])
		const other = aServer()
		await other.detail(await testServer.signIn('anna'), forAll)
		commands.length = 0
		expect(await other.detail(ben, forAll)).toBe(true)
		expect(commands).toEqual([])
	})

	test('[API-03] another one, and an unknown id, are counted each time before the answer', async () => {
		const [other, unknown] = [await unread('anna', forSome), unknownId()]
		const server = aServer()
		const counted = ['meeting-unknown consume', 'meeting-unknown refund']
		for (let n = 0; n < 2; n++) {
			commands.length = 0
			expect(await server.detail(ben, other)).toBe(true)
			expect(commands).toEqual(counted)
		}
		commands.length = 0
		expect(await server.detail(ben, unknown)).toBe(false)
		expect(commands).toEqual(counted.slice(0, 1))
	})
})
