import { MeetingId, SiteId } from '@parley/core'
import { GroupId } from '@parley/im'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlLiveStore } from './store.sql.ts'
import type { LiveRow, LiveStore } from './store.ts'

const meetingId = v.parse(MeetingId, '100000001')
const otherId = v.parse(MeetingId, '100000002')
const aLive = (fields: Partial<LiveRow> = {}): LiveRow => ({
	meetingId,
	siteId: v.parse(SiteId, 'site-1'),
	streamId: 'stream-1',
	streamKey: 'key-1',
	chatRoomId: v.parse(GroupId, 'g_1'),
	askRoomId: v.parse(GroupId, 'g_2'),
	status: 'notStarted',
	startedAt: null,
	endedAt: null,
	views: 0,
	...fields,
})

/** Requirements on every store of lives; called once per database, inside its own `describe`. */
export function liveStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: LiveStore

	beforeEach(async () => {
		database = await open()
		store = createSqlLiveStore(database.db)
	})
	afterEach(() => database.close())

	test('a meeting has one live, found by meeting id and by stream id', async () => {
		expect(await store.insert(aLive())).toBe(true)
		expect(await store.insert(aLive({ streamId: 'stream-2' }))).toBe(false)
		expect(await store.find(meetingId)).toEqual(aLive())
		expect(await store.findByStream('stream-1')).toEqual(aLive())
		expect(await store.findByStream('stream-2')).toBeUndefined()
		expect(await store.setStream(meetingId, 'stream-1', { streamId: 'stream-3', streamKey: 'key-3' })).toBe(true)
		expect(await store.setStream(meetingId, 'stream-1', { streamId: 'stream-4', streamKey: 'key-4' })).toBe(false)
		expect(await store.findByStream('stream-3')).toEqual(aLive({ streamId: 'stream-3', streamKey: 'key-3' }))
		await store.remove(meetingId)
		expect(await store.find(meetingId)).toBeUndefined()
	})

	test('its key is stored encrypted', async () => {
		await store.insert(aLive({ streamKey: 'secret-key' }))
		const db = database.db.$extendTables<{ lives: { stream_key: string } }>()
		const { stream_key } = await db.selectFrom('lives').select('stream_key').executeTakeFirstOrThrow()
		expect(stream_key).toMatch(/^~/)
		expect(stream_key).not.toContain('secret-key')
	})

	test('of two concurrent changes from the same status, one succeeds', async () => {
		await store.insert(aLive())
		const start = () =>
			store.setStatus(meetingId, ['notStarted', 'over'], { status: 'onAir', startedAt: 5, endedAt: null })
		expect((await Promise.all([start(), start()])).toSorted()).toEqual([false, true])
		expect(await store.find(meetingId)).toMatchObject({ status: 'onAir', startedAt: 5 })
		expect(await store.setStatus(meetingId, ['onAir'], { status: 'over', endedAt: 9 })).toBe(true)
		expect(await store.find(meetingId)).toMatchObject({ status: 'over', startedAt: 5, endedAt: 9 })
		expect(await store.setStatus(otherId, ['onAir'], { status: 'over' })).toBe(false)
	})

	test('[API-31] every view counts, however many arrive at once', async () => {
		await store.insert(aLive())
		await Promise.all(Array.from({ length: 20 }, () => store.addView(meetingId)))
		expect(await store.addView(meetingId)).toBe(21)
		expect((await store.find(meetingId))?.views).toBe(21)
		expect(await store.addView(otherId)).toBeUndefined()
	})

	test('they are listed by status', async () => {
		await store.insert(aLive({ status: 'over', endedAt: 100 }))
		await store.insert(aLive({ meetingId: otherId, streamId: 'stream-2', status: 'onAir' }))
		expect((await store.list(['onAir', 'suspended'])).map(row => row.meetingId)).toEqual([otherId])
	})
}
