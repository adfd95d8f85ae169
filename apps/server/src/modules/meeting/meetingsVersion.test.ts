import { meetingStatus } from '@parley/core'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import type { Db } from '../../platform/db.ts'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { aMeeting, colleagueId, companyId, hostId, otherCompanyId, prepare } from './fixtures.ts'
import { createSqlMeetingStore } from './store.sql.ts'
import type { MeetingStore } from './store.ts'

const versionOf = async (db: Db, id: string): Promise<number> => {
	const { rows } = await sql<{
		version: number
	}>`select meetings_version as version from companies where id = ${id}`.execute(db)
	return rows[0]?.version ?? Number.NaN
}

describeOnEveryDatabase('the version of the meetings of a company', open => {
	let database: OpenDatabase
	let db: Db
	let store: MeetingStore
	const meeting = aMeeting({ isInvitedOnly: true })
	const { meetingId } = meeting

	beforeEach(async () => {
		database = await open()
		db = await prepare(database)
		store = createSqlMeetingStore(db)
		await sql`insert into departments (id, company_id, number, name) values ('d1', ${companyId}, '1', 'One')`.execute(
			db,
		)
		await sql`insert into departments (id, company_id, number, name) values ('d2', ${companyId}, '2', 'Two')`.execute(
			db,
		)
		await sql`insert into department_people (department_id, user_id) values ('d1', ${colleagueId})`.execute(db)
		await store.insert({ ...meeting, invited: { people: [colleagueId], departmentIds: ['d1'] } })
	})
	afterEach(() => database.close())

	const run = (query: RawBuilder<unknown>) => () => query.execute(db)
	const writes: [string, () => unknown][] = [
		['a new meeting', () => store.insert(aMeeting())],
		['an edit', () => store.update(meetingId, meeting, { ...meeting, topic: 'Other' }, 1)],
		['a start', () => store.start(meetingId, 1)],
		['an end', () => store.setStatus(meetingId, meetingStatus.ended, 1)],
		['an occurrence that ended', () => store.endOccurrence(meetingId, { day: '2026-03-10', startedAt: 1, endedAt: 2 })],
		['a lock', () => store.setLocked(meetingId, true, 1)],
		['a deletion', () => store.remove(meetingId)],
		['a meeting nobody came to', () => store.closeMissed(Number.MAX_SAFE_INTEGER, 1)],
		['an invited person', run(sql`insert into meeting_people (meeting_id, user_id) values (${meetingId}, ${hostId})`)],
		['a person no longer invited', run(sql`delete from meeting_people`)],
		[
			'an invited department',
			run(sql`insert into meeting_departments (meeting_id, department_id) values (${meetingId}, 'd2')`),
		],
		['a department no longer invited', run(sql`delete from meeting_departments`)],
		[
			'a person in a department',
			run(sql`insert into department_people (department_id, user_id) values ('d1', ${hostId})`),
		],
		['a person out of a department', run(sql`delete from department_people`)],
		['a department below another', run(sql`update departments set parent_number = '2' where id = 'd1'`)],
		['a deleted department', run(sql`delete from departments where id = 'd1'`)],
		['a host with another name', run(sql`update users set display_name = 'Other' where id = ${hostId}`)],
		['a deleted person', run(sql`delete from users where id = ${colleagueId}`)],
	]

	test.each(writes)('is another one after %s', async (_, write) => {
		const before = await versionOf(db, companyId)
		await write()
		expect(await versionOf(db, companyId)).toBeGreaterThan(before)
	})

	test('changes with a live that starts, stops or is removed, but not with its views', async () => {
		const changes: boolean[] = []
		const writes = [
			sql`insert into lives (id, site_id, stream_id, stream_key, chat_room_id, ask_room_id, status)
				values (${meetingId}, 's', 'stream', 'key', 'c', 'a', 'notStarted')`,
			sql`update lives set status = 'onAir'`,
			sql`update lives set clicks = clicks + 1`,
			sql`update lives set status = 'over'`,
			sql`delete from lives`,
		]
		for (const write of writes) {
			const before = await versionOf(db, companyId)
			await write.execute(db)
			changes.push((await versionOf(db, companyId)) > before)
		}
		expect(changes).toEqual([true, true, false, true, true])
	})

	test('stays the same for another company and another person', async () => {
		const before = await versionOf(db, otherCompanyId)
		await store.insert(aMeeting())
		await store.remove(meetingId)
		expect(await versionOf(db, otherCompanyId)).toBe(before)
		const after = await versionOf(db, companyId)
		await sql`update users set last_company_id = ${companyId}`.execute(db)
		await store.closeMissed(0, 1)
		expect(await versionOf(db, companyId)).toBe(after)
	})

	test('also changes in the company a meeting leaves', async () => {
		const before = [await versionOf(db, companyId), await versionOf(db, otherCompanyId)]
		await sql`update meetings set company_id = ${otherCompanyId}`.execute(db)
		const after = [await versionOf(db, companyId), await versionOf(db, otherCompanyId)]
		expect(after.map((version, n) => version > (before[n] ?? Number.NaN))).toEqual([true, true])
	})

	test('changes with its write, and not if that is rolled back', async () => {
		const before = await versionOf(db, companyId)
		const aborted = db.transaction().execute(async transaction => {
			await createSqlMeetingStore(transaction).insert(aMeeting())
			throw new Error('no')
		})
		await expect(aborted).rejects.toThrow('no')
		expect(await versionOf(db, companyId)).toBe(before)
	})

	test('changes for all of two hundred simultaneous writes in two companies', async () => {
		const before = (await versionOf(db, companyId)) + (await versionOf(db, otherCompanyId))
		const someMeetings = Array.from({ length: 100 }, (_, n) =>
			aMeeting({ companyId: n % 2 ? companyId : otherCompanyId }),
		)
		await Promise.all([
			...someMeetings.map(each => store.insert(each)),
			...Array.from({ length: 50 }, (_, n) =>
				run(sql`update users set display_name = ${`H${n}`} where id = ${hostId}`)(),
			),
			...Array.from({ length: 50 }, (_, n) =>
				run(sql`update users set display_name = ${`C${n}`} where id = ${colleagueId}`)(),
			),
		])
		const after = (await versionOf(db, companyId)) + (await versionOf(db, otherCompanyId))
		expect(after - before).toBeGreaterThanOrEqual(300)
	})
})
