import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBus } from '../../platform/bus.ts'
import { type OpenDatabase, openDatabase } from '../../platform/database.ts'
import { randomIds } from '../../platform/ids.ts'
import type { MeetingEvents } from './events.ts'
import { aMeeting, at, companyId, hostId, prepare } from './fixtures.ts'
import { meetingService } from './service.ts'
import { sqlMeetingStore } from './store.sql.ts'
import type { MeetingStore } from './store.ts'

const now = at('2026-03-10 08:00:00')
const host = { userId: hostId, companyId, userType: 1 }

let database: OpenDatabase
let store: MeetingStore
beforeEach(async () => {
	database = await openDatabase({ memory: true })
	store = sqlMeetingStore(await prepare(database))
})
afterEach(() => database.close())

/** A service for which something happens to the meeting between what an edit reads and what it writes. */
function interrupted(happens: () => Promise<unknown>) {
	let isNew = true
	const revise: MeetingStore['revise'] = async (...revision) => {
		if (isNew) await happens()
		isNew = false
		return await store.revise(...revision)
	}
	const bus = createBus<MeetingEvents>(() => {})
	return meetingService({ store: { ...store, revise }, clock: { now: () => now }, ids: randomIds, bus })
}

test('[API-18] a meeting that starts while it is edited is not moved any more', async () => {
	const { meetingId: id } = aMeeting()
	await store.insert(aMeeting({ meetingId: id }))
	const service = interrupted(() => store.start(id, now))
	expect(await service.edit(host, { id, startTime: '2026-03-10 15:00:00' })).toMatchObject({ failure: 'started' })
	expect(await store.find(id)).toMatchObject({ status: 2, startAt: at('2026-03-10 09:00:00') })
})

test('[API-18] what may still change then, does', async () => {
	const { meetingId: id } = aMeeting()
	await store.insert(aMeeting({ meetingId: id }))
	const service = interrupted(() => store.start(id, now))
	expect(await service.edit(host, { id, topic: 'New' })).toMatchObject({ ok: true })
	expect(await store.find(id)).toMatchObject({ status: 2, topic: 'New' })
})

test('[EDIT-10, EDIT-11] one that ends meanwhile is over, one that is deleted is gone', async () => {
	const { meetingId: id } = aMeeting()
	await store.insert(aMeeting({ meetingId: id }))
	const ends = interrupted(() => store.setStatus(id, 9, now))
	expect(await ends.edit(host, { id, topic: 'New' })).toMatchObject({ failure: 'over' })
	const other = aMeeting()
	await store.insert(other)
	const goes = interrupted(() => store.remove(other.meetingId))
	expect(await goes.edit(host, { id: other.meetingId, topic: 'New' })).toMatchObject({ failure: 'missing' })
})
