import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../platform/database.ts'
import { createEventBus } from '../../platform/eventBus.ts'
import { randomIds } from '../../platform/ids.ts'
import { createSqlCompanyStore } from '../company/index.ts'
import { openDirectory } from '../directory/index.ts'
import type { MeetingEvents } from './events.ts'
import { aMeeting, at, colleagueId, companyId, hostId, prepare, siteId, zone } from './fixtures.ts'
import { createSqlHandoverStore } from './handoverStore.sql.ts'
import { createMeetingService } from './service.ts'
import { createSqlMeetingStore } from './store.sql.ts'
import type { MeetingStore } from './store.ts'

const now = at('2026-03-10 08:00:00')
const host = { userId: hostId, companyId, userType: 1 }
const site = {
	siteId,
	zone,
	privateByDefault: false,
	waitingRoom: 'off' as const,
	isOa: false,
	inviteesNeeded: false,
	meetingPasswordMin: 4,
	live: true,
}

let database: OpenDatabase
let store: MeetingStore
beforeEach(async () => {
	database = await openDatabase({ memory: true })
	store = createSqlMeetingStore(await prepare(database))
})
afterEach(() => database.close())

/** A service in which something happens to the meeting between an edit's read and its write. */
function interrupted(happens: () => Promise<unknown>) {
	let isNew = true
	const revise: MeetingStore['update'] = async (...revision) => {
		if (isNew) await happens()
		isNew = false
		return await store.update(...revision)
	}
	const bus = createEventBus<MeetingEvents>(() => {})
	const { db } = database
	const directory = openDirectory({ db, ids: randomIds })
	const parts = { directory, companies: createSqlCompanyStore(db), clock: { now: () => now }, ids: randomIds, bus }
	const pictures = { attach: async () => true, release: async () => {} }
	const sites = { all: async () => [] }
	const handovers = createSqlHandoverStore(db)
	return createMeetingService({ store: { ...store, update: revise }, handovers, ...parts, sites, pictures })
}

test('[API-18] a meeting that starts while it is edited is no longer moved', async () => {
	const { meetingId: id } = aMeeting()
	await store.insert(aMeeting({ meetingId: id }))
	const service = interrupted(() => store.start(id, now))
	expect(await service.edit(host, site, { id, startTime: '2026-03-10 15:00:00' })).toMatchObject({ failure: 'started' })
	expect(await store.find(id)).toMatchObject({ status: 2, startAt: at('2026-03-10 09:00:00') })
})

test('[API-18] fields that may still change do', async () => {
	const { meetingId: id } = aMeeting()
	await store.insert(aMeeting({ meetingId: id }))
	const service = interrupted(() => store.start(id, now))
	expect(await service.edit(host, site, { id, topic: 'New' })).toMatchObject({ ok: true })
	expect(await store.find(id)).toMatchObject({ status: 2, topic: 'New' })
})

test('[EDIT-10, EDIT-11] one that ends meanwhile has ended, one that is deleted no longer exists', async () => {
	const { meetingId: id } = aMeeting()
	await store.insert(aMeeting({ meetingId: id }))
	const ends = interrupted(() => store.setStatus(id, 9, now))
	expect(await ends.edit(host, site, { id, topic: 'New' })).toMatchObject({ failure: 'over' })
	const other = aMeeting()
	await store.insert(other)
	const goes = interrupted(() => store.remove(other.meetingId))
	expect(await goes.edit(host, site, { id: other.meetingId, topic: 'New' })).toMatchObject({ failure: 'missing' })
})

test('[API-18] another edit in the same millisecond is not undone', async () => {
	const { meetingId: id } = aMeeting()
	await store.insert(aMeeting({ meetingId: id, createdAt: now, updatedAt: now }))
	const others = interrupted(async () => {})
	const service = interrupted(() => others.edit(host, site, { id, isPrivate: true }))
	expect(await service.edit(host, site, { id, topic: 'New' })).toMatchObject({ ok: true })
	expect(await store.find(id)).toMatchObject({ topic: 'New', isPrivate: true })
})

test('[EDIT-03] [ENT-05] of two concurrent lists of attendees, one is stored whole', async () => {
	const { meetingId: id } = aMeeting()
	await store.insert(aMeeting({ meetingId: id }))
	const only = (userId: typeof hostId) => ({ people: [{ id: userId }], departments: [] })
	const others = interrupted(async () => {})
	const service = interrupted(() => others.edit(host, site, { id, attendees: only(colleagueId) }))
	expect(await service.edit(host, site, { id, attendees: only(hostId) })).toMatchObject({ ok: true })
	expect((await store.findInvited(id)).people).toEqual([{ id: hostId, name: 'Han Mei' }])
	expect(await store.find(id)).toMatchObject({ isInvitedOnly: true })
})

test('[EDIT-03] attendees are written with the rest of the edit, or not at all', async () => {
	const { meetingId: id } = aMeeting()
	const invited = { people: [colleagueId], departmentIds: [] }
	await store.insert({ ...aMeeting({ meetingId: id, isInvitedOnly: true }), invited })
	const before = await store.find(id)
	if (!before) throw new Error('it is there')
	const nobody = { people: ['nobody' as typeof hostId], departmentIds: [] }
	await expect(store.update(id, before, { ...before, topic: 'New', invited: nobody }, now)).rejects.toThrow()
	expect(await store.find(id)).toEqual(before)
	expect((await store.findInvited(id)).people).toMatchObject([{ id: colleagueId }])
})
