import { MeetingId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlMeetingReportStore } from './store.sql.ts'
import type { MeetingReportStore, StoredActivity } from './store.ts'

const meetingId = v.parse(MeetingId, '123456789')
const otherMeetingId = v.parse(MeetingId, '987654321')
const siteA = v.parse(SiteId, 'A')

const anEntry = (fields: Partial<StoredActivity> = {}): StoredActivity => ({
	meetingId,
	siteId: siteA,
	at: 1_000,
	number: 1,
	action: 'joined',
	actor: { name: '李雷', userId: 'u-1' },
	target: null,
	detail: null,
	...fields,
})

const asRead = ({ number: _, siteId: __, ...entry }: StoredActivity) => entry

/** Requirements on every store of meeting reports; called once per database, inside its own `describe`. */
export function meetingReportStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: MeetingReportStore

	beforeEach(async () => {
		database = await open()
		store = createSqlMeetingReportStore(database.db)
	})
	afterEach(() => database.close())

	test('[ROOM-165] activity is listed in its order, the newest where there is more', async () => {
		const entries = [
			anEntry({ number: 1 }),
			anEntry({ number: 2, action: 'renamed', target: { name: '=1+1', userId: null }, detail: 'Robert"); drop table' }),
			anEntry({ number: 3, at: 999, action: 'waiting', actor: { name: 'Ann', userId: null } }),
			anEntry({ number: 4, at: 2_000, action: 'ended', actor: null, detail: 'ended-by-host' }),
		]
		await store.insertActivity([])
		await store.insertActivity(entries)
		await store.insertActivity([anEntry({ meetingId: otherMeetingId })])
		const inOrder = [2, 0, 1, 3].map(index => asRead(entries[index] as StoredActivity))
		expect(await store.listActivity(meetingId, 10)).toEqual(inOrder)
		expect(await store.listActivity(meetingId, 2)).toEqual(inOrder.slice(-2))
	})

	test('[ROOM-165] an entry that is stored again is kept once', async () => {
		await store.insertActivity([anEntry()])
		await store.insertActivity([anEntry(), anEntry({ number: 2 })])
		expect(await store.listActivity(meetingId, 10)).toHaveLength(2)
	})

	test('[ROOM-174] of a person whose account is deleted no name is left, the new ones included', async () => {
		const ada = { name: 'Ada', userId: 'u-ada' }
		const host = { name: '李雷', userId: 'u-1' }
		await store.insertActivity([
			anEntry({ number: 1, actor: ada }),
			anEntry({ number: 2, action: 'renamed', actor: ada, detail: 'Ada King' }),
			anEntry({ number: 3, action: 'renamed', actor: host, target: ada, detail: 'Lady Ada' }),
			anEntry({ number: 4, action: 'renamed', actor: ada, target: host, detail: '李磊' }),
			anEntry({ number: 5, action: 'removed', actor: host, target: ada }),
		])
		await store.forgetPerson(v.parse(UserId, ada.userId))
		const found = await store.listActivity(meetingId, 10)
		expect(JSON.stringify(found)).not.toContain('Ada')
		expect(found.map(({ actor }) => actor?.name)).toEqual(['', '', '李雷', '', '李雷'])
		expect(found.map(({ target }) => target?.name)).toEqual([undefined, undefined, '', '李雷', ''])
		expect(found[3]?.detail).toBe('李磊')
	})

	test('[ROOM-166] old activity of one site is removed in slices, and that of a deleted meeting at once', async () => {
		await store.insertActivity([1, 2, 3].map(number => anEntry({ number, at: number * 1_000 })))
		await store.insertActivity([anEntry({ meetingId: otherMeetingId, siteId: v.parse(SiteId, 'B') })])
		expect(await store.removeActivity(siteA, 3_000, 1)).toBe(1)
		expect(await store.removeActivity(siteA, 3_000, 10)).toBe(1)
		expect(await store.removeActivity(siteA, 3_000, 10)).toBe(0)
		expect((await store.listActivity(meetingId, 10)).map(({ at }) => at)).toEqual([3_000])
		expect(await store.listActivity(otherMeetingId, 10)).toHaveLength(1)
		await store.forget(meetingId)
		expect(await store.listActivity(meetingId, 10)).toEqual([])
		expect(await store.listActivity(otherMeetingId, 10)).toHaveLength(1)
	})
}
