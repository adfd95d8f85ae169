import { RecordingId } from '@parley/api'
import { MeetingId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { aNodeRow } from '../../testing/nodeRow.ts'
import { createSqlNodeStore } from '../node/index.ts'
import { createSqlRecordingStore } from './store.sql.ts'
import type { RecordingStore, StoredRecording } from './store.ts'

const meetingId = v.parse(MeetingId, '100000001')
const otherMeetingId = v.parse(MeetingId, '100000002')
const siteId = v.parse(SiteId, 'site-1')
const otherSiteId = v.parse(SiteId, 'site-2')
const [anna, ben] = [v.parse(UserId, 'u-anna'), v.parse(UserId, 'u-ben')]
const idOf = (number: number) => v.parse(RecordingId, `rec_${String(number).padStart(16, '0')}`)
/** More than 32 bits hold. */
const finished = { durationMs: 5_000_000_000, bytes: 9_000_000_000 }
const startedAt = Date.UTC(2026, 10, 27)

/** Requirements on every store of recordings; called once per database, inside its own `describe`. */
export function recordingStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: RecordingStore

	beforeEach(async () => {
		database = await open()
		store = createSqlRecordingStore(database.db)
	})
	afterEach(() => database.close())

	async function inserted(number: number, fields: Partial<StoredRecording> = {}) {
		const recording = { id: idOf(number), meetingId, siteId, startedAt, ...fields }
		await store.insert(recording)
		return recording
	}
	const idsOf = (recordings: StoredRecording[]) => recordings.map(({ id }) => id)

	test('a recording is stored unchanged, and has a duration once it is finished', async () => {
		const recording = await inserted(1)
		expect(await store.find(recording.id)).toEqual({ ...recording, finished: null })
		expect(idsOf(await store.listUnfinished())).toEqual([recording.id])
		await store.finish(recording.id, finished)
		expect(await store.find(recording.id)).toEqual({ ...recording, finished })
		expect(await store.listUnfinished()).toEqual([])
		expect(await store.find(idOf(2))).toBeUndefined()
	})

	test('[NODE-03] an unfinished recording of another node is listed once that node does not run any more', async () => {
		const nodes = createSqlNodeStore(database.db)
		await nodes.insert(aNodeRow('node-1', { url: null }))
		const [one, two] = ['node-1', 'node-2'].map(node => createSqlRecordingStore(database.db, node))
		await one?.insert({ id: idOf(1), meetingId, siteId, startedAt })
		const listed = async () => (await Promise.all([one, two].map(of => of?.listUnfinished()))).map(of => of?.length)
		expect(await listed()).toEqual([1, 0])
		await nodes.leave('node-1')
		expect(await listed()).toEqual([1, 1])
	})

	test('those of a meeting are listed newest first, those of others are not', async () => {
		await inserted(1)
		await inserted(2, { startedAt: startedAt + 1 })
		await inserted(3, { meetingId: otherMeetingId })
		expect(idsOf(await store.list(meetingId))).toEqual([idOf(2), idOf(1)])
		expect(await store.ids()).toEqual(new Set([idOf(1), idOf(2), idOf(3)]))
	})

	test('[ROOM-158] old ones of a site are finished, began at the instant or before, and come oldest first', async () => {
		for (const [number, fields] of [
			[1, { startedAt: 20 }],
			[2, { startedAt: 10 }],
			[3, { startedAt: 21 }],
			[4, { startedAt: 5, siteId: otherSiteId }],
		] as const) {
			const { id } = await inserted(number, fields)
			await store.finish(id, finished)
		}
		await inserted(5, { startedAt: 1 })
		expect(idsOf(await store.listOld(siteId, 20, 10))).toEqual([idOf(2), idOf(1)])
		expect(idsOf(await store.listOld(siteId, 20, 1))).toEqual([idOf(2)])
	})

	test('[ROOM-155] members who were there are noted once, and found among the recordings that are asked for', async () => {
		for (const number of [1, 2, 3]) await inserted(number)
		await Promise.all([store.addPerson(idOf(1), anna), store.addPerson(idOf(1), anna)])
		await store.addPerson(idOf(2), ben)
		await store.addPerson(idOf(3), anna)
		expect(await store.findAttended([idOf(1), idOf(2)], anna)).toEqual(new Set([idOf(1)]))
		expect(await store.findAttended([], anna)).toEqual(new Set())
	})

	test('[ROOM-158] one that is removed is gone with its people; the others stay', async () => {
		await inserted(1)
		await inserted(2)
		await store.addPerson(idOf(1), anna)
		await store.addPerson(idOf(2), anna)
		await store.remove(idOf(1))
		expect(idsOf(await store.list(meetingId))).toEqual([idOf(2)])
		expect(await store.findAttended([idOf(1), idOf(2)], anna)).toEqual(new Set([idOf(2)]))
	})
}
