import type { MeetingId, UserId } from '@parley/core'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../platform/database.ts'
import { createEventBus } from '../../platform/eventBus.ts'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { createSqlPeopleStore } from '../account/index.ts'
import type { MeetingEvents } from './events.ts'
import { aMeeting, at, colleagueId, hostId, otherCompanyId, prepare } from './fixtures.ts'
import { createSqlHandoverStore } from './handoverStore.sql.ts'
import type { HandoverStore } from './handoverStore.ts'
import { createHandovers } from './handovers.ts'
import { createRemoval } from './removal.ts'
import { createSqlMeetingStore } from './store.sql.ts'
import type { MeetingStore } from './store.ts'

const now = at('2026-03-01 08:00:00')
const [notStarted, inProgress, over] = [1, 2, 9] as const

describeOnEveryDatabase('meetings of a departing host', open => {
	let database: OpenDatabase
	let store: MeetingStore
	let handovers: HandoverStore
	let told: string[]
	let handOver: () => Promise<void>

	beforeEach(async () => {
		database = await open()
		const db = await prepare(database)
		store = createSqlMeetingStore(db)
		handovers = createSqlHandoverStore(db)
		told = []
		const bus = createEventBus<MeetingEvents>(() => {})
		for (const event of ['meeting.edited', 'meeting.deleted'] as const)
			bus.subscribe(event, ({ meetingId }) => void told.push(`${event} ${meetingId}`))
		const remove = createRemoval({ store, bus, pictures: { release: async () => {} } })
		handOver = createHandovers({ store, handovers, remove, bus, clock: { now: () => now } }).handOver
	})
	afterEach(() => database.close())

	const inserted = async (fields: Parameters<typeof aMeeting>[0] = {}) => {
		const meeting = aMeeting(fields)
		await store.insert(meeting)
		return meeting.meetingId
	}
	const hostOf = async (id: MeetingId) => (await store.find(id))?.hostId
	const leave = (id: UserId) => createSqlPeopleStore(database.db).remove(id)
	const isWaiting = async () => (await handovers.all()).length > 0

	test('go to the successor if they have not ended, series and those in progress too, and this is announced', async () => {
		const ids = [
			await inserted(),
			await inserted({ status: inProgress }),
			await inserted({ isRecurring: true, repeatType: 1 }),
		]
		const past = await inserted({ status: over })
		const ofColleague = await inserted({ hostId: colleagueId })
		await handovers.ask({ hostId, successorId: colleagueId }, now)
		await leave(hostId)
		await handOver()
		for (const id of ids) expect(await hostOf(id)).toBe(colleagueId)
		expect(await store.find(ids[0] as MeetingId)).toMatchObject({
			creatorId: hostId,
			updatedAt: now,
			hostName: 'Li Lei',
		})
		expect(await hostOf(past)).toBe(hostId)
		expect(await hostOf(ofColleague)).toBe(colleagueId)
		expect(told.sort()).toEqual(ids.map(id => `meeting.edited ${id}`).sort())
		expect(await isWaiting()).toBe(false)
	})

	test('go to their creator without a successor, and are cancelled if that is the host', async () => {
		const made = await inserted({ creatorId: colleagueId })
		const own = await inserted()
		const elsewhere = await inserted({ creatorId: colleagueId, companyId: otherCompanyId })
		const past = await inserted({ status: over })
		await handovers.ask({ hostId, successorId: undefined }, now)
		await leave(hostId)
		await handOver()
		expect(await hostOf(made)).toBe(colleagueId)
		for (const id of [own, elsewhere]) expect(await store.find(id)).toBeUndefined()
		expect(await store.find(past)).toMatchObject({ status: over, hostName: '' })
		expect(told.sort()).toEqual(
			[`meeting.edited ${made}`, `meeting.deleted ${own}`, `meeting.deleted ${elsewhere}`].sort(),
		)
	})

	test('are not cancelled while they are in progress, but once they are not', async () => {
		const series = await inserted({ status: inProgress, isRecurring: true, repeatType: 1 })
		await handovers.ask({ hostId, successorId: undefined }, now)
		await leave(hostId)
		await handOver()
		expect(await hostOf(series)).toBe(hostId)
		expect(await isWaiting()).toBe(true)
		await store.setStatus(series, notStarted, now)
		await handOver()
		expect(await store.find(series)).toBeUndefined()
		expect(await isWaiting()).toBe(false)
	})

	test('stay if the host stays and the successor cannot take them', async () => {
		const [id, elsewhere] = [await inserted(), await inserted({ companyId: otherCompanyId })]
		expect(await handovers.countHosted(hostId)).toHaveLength(2)
		await handovers.ask({ hostId, successorId: colleagueId }, now)
		await handOver()
		expect(await hostOf(id)).toBe(colleagueId)
		expect(await hostOf(elsewhere)).toBe(hostId)
		expect(await isWaiting()).toBe(false)
		await createSqlPeopleStore(database.db).disable([colleagueId], 'command', now)
		expect(await handovers.isActiveMember(colleagueId, (await store.find(id))?.companyId ?? otherCompanyId)).toBe(false)
	})
})

test('on SQLite the meetings of a host are found without reading those of others', async () => {
	const { db, close } = await openDatabase({ memory: true })
	const { rows } = await sql<{ detail: string }>`
		explain query plan select meeting_id from meetings
		where host_id = 'user-1' and status != 9 order by status limit 200`.execute(db)
	expect(rows.map(({ detail }) => detail)).toContainEqual(
		expect.stringMatching(/SEARCH meetings USING INDEX .*host_id=\?/),
	)
	await close()
})
