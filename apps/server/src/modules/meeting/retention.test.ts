import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type MeetingId, picturePathOf } from '@parley/core'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../platform/database.ts'
import { createEventBus } from '../../platform/eventBus.ts'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import type { MeetingEvents } from './events.ts'
import { aMeeting, at, colleagueId, hostId, prepare, siteId } from './fixtures.ts'
import { createRemoval } from './removal.ts'
import { createRetention } from './retention.ts'
import { createSqlMeetingStore } from './store.sql.ts'
import type { MeetingStore } from './store.ts'

const dayMs = 86_400_000
const now = at('2026-07-01 08:00:00')
const longAgo = { startAt: at('2026-03-10 09:00:00'), status: 9 } as const

function retentionOf(store: MeetingStore, settings: { meetingDays: number; liveRecordingDays: number }) {
	const deleted: MeetingId[] = []
	const released: string[] = []
	const bus = createEventBus<MeetingEvents>(() => {})
	bus.subscribe('meeting.deleted', ({ meetingId }) => void deleted.push(meetingId))
	const { removeLongOver } = createRetention({
		store,
		sites: { all: async () => [{ id: siteId, settings }] },
		clock: { now: () => now },
		removeMeeting: createRemoval({ store, bus, pictures: { release: async paths => void released.push(...paths) } }),
	})
	return { removeLongOver, deleted, released }
}

describeOnEveryDatabase('meetings that ended long ago', open => {
	let database: OpenDatabase
	let store: MeetingStore
	beforeEach(async () => {
		database = await open()
		store = createSqlMeetingStore(await prepare(database))
	})
	afterEach(() => database.close())

	const inserted = async (fields: Partial<Parameters<MeetingStore['insert']>[0]>) => {
		const meeting = aMeeting(fields)
		await store.insert({ ...meeting, ...fields })
		return meeting.meetingId
	}
	const isThere = async (id: MeetingId) => (await store.find(id)) !== undefined

	test('stay for ever unless configured otherwise', async () => {
		const id = await inserted(longAgo)
		const { removeLongOver, deleted } = retentionOf(store, { meetingDays: 0, liveRecordingDays: 0 })
		await removeLongOver()
		expect(await isThere(id)).toBe(true)
		expect(deleted).toEqual([])
	})

	test('are removed with their attendees and pictures once their time is over, and this is announced', async () => {
		const background = picturePathOf(`${'a'.repeat(64)}.jpg`)
		const old = await inserted({
			...longAgo,
			liveBackground: background,
			invited: { people: [hostId, colleagueId], departmentIds: [] },
		})
		const others = [
			await inserted({ startAt: now - 29 * dayMs, status: 9 }),
			await inserted({ ...longAgo, status: 2 }),
			await inserted({ ...longAgo, status: 1 }),
			await inserted({ ...longAgo, isRecurring: true, repeatType: 1 }),
			// It went on for longer than it was planned.
			await inserted({ ...longAgo, updatedAt: now - dayMs }),
		]
		const { removeLongOver, deleted, released } = retentionOf(store, { meetingDays: 30, liveRecordingDays: 0 })
		await removeLongOver()
		expect(released).toEqual([background])
		expect(await isThere(old)).toBe(false)
		for (const id of others) expect(await isThere(id)).toBe(true)
		expect(deleted).toEqual([old])
	})

	test('is kept with a live for as long as its recording', async () => {
		const recorded = await inserted({ startAt: now - 60 * dayMs, status: 9, hasLive: true })
		const plain = await inserted({ startAt: now - 60 * dayMs, status: 9 })
		await retentionOf(store, { meetingDays: 30, liveRecordingDays: 90 }).removeLongOver()
		expect(await isThere(recorded)).toBe(true)
		expect(await isThere(plain)).toBe(false)
		await retentionOf(store, { meetingDays: 30, liveRecordingDays: 40 }).removeLongOver()
		expect(await isThere(recorded)).toBe(false)
	})

	test('[ROOM-158] is kept for as long as it has recordings', async () => {
		const recorded = await inserted(longAgo)
		const plain = await inserted(longAgo)
		await sql`insert into recordings (id, meeting_id, site_id, started_at) values ('rec_1', ${recorded}, ${siteId}, 1)`.execute(
			database.db,
		)
		const { removeLongOver } = retentionOf(store, { meetingDays: 30, liveRecordingDays: 0 })
		await removeLongOver()
		expect([await isThere(recorded), await isThere(plain)]).toEqual([true, false])
		await sql`delete from recordings`.execute(database.db)
		await removeLongOver()
		expect(await isThere(recorded)).toBe(false)
	})

	test('of a series the days that are over for long are forgotten, and the series is not', async () => {
		const series = await inserted({ isRecurring: true, repeatType: 1 })
		for (let day = 1; day <= 30; day++) {
			const text = `2026-03-${String(day).padStart(2, '0')}`
			await store.endOccurrence(series, { day: text, startedAt: null, endedAt: at(`${text} 10:00:00`) })
		}
		await store.endOccurrence(series, { day: '2026-06-30', startedAt: null, endedAt: now - dayMs })
		const { removeLongOver } = retentionOf(store, { meetingDays: 30, liveRecordingDays: 0 })
		expect(await store.removeOccurrences(siteId, '2026-06-01', 10)).toBe(10)
		await removeLongOver()
		expect(await store.removeOccurrences(siteId, '2026-06-01', 10)).toBe(0)
		expect((await store.find(series, '2026-03-05'))?.occurrenceEndedAt).toBeNull()
		expect((await store.find(series, '2026-06-30'))?.occurrenceEndedAt).toBe(now - dayMs)
	})
})

test('on SQLite ended meetings are found without reading those of other sites', async () => {
	const { db, close } = await openDatabase({ memory: true })
	const { rows } = await sql<{ detail: string }>`
		explain query plan select meeting_id from meetings
		where site_id = 'site-1' and is_room = 0 and status = 9 and end_at < 5 and updated_at < 5
		order by end_at limit 500`.execute(db)
	expect(rows.map(({ detail }) => detail)).toEqual([expect.stringMatching(/meetings_over .*site_id=\?.* end_at</)])
	await close()
})

test('others write to SQLite between any two meetings that are removed', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'parley-retention-'))
	const database = await openDatabase({ folder })
	const store = createSqlMeetingStore(await prepare(database))
	const meetings = Array.from({ length: 50 }, () => aMeeting(longAgo))
	await store.insertMany(meetings)
	const other = new DatabaseSync(join(folder, 'parley.sqlite'), { timeout: 0 })
	other.exec('create table words (word text)')
	let written = 0
	const remove: MeetingStore['remove'] = async id => {
		other.exec(`insert into words values ('between')`)
		written++
		return await store.remove(id)
	}
	const { removeLongOver, deleted } = retentionOf({ ...store, remove }, { meetingDays: 30, liveRecordingDays: 0 })
	await removeLongOver()
	expect({ written, deleted: deleted.length }).toEqual({ written: 50, deleted: 50 })
	other.close()
	await database.close()
	rmSync(folder, { recursive: true })
})
