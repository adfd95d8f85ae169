import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseWireTime, UserId } from '@parley/core'
import { sql } from 'kysely'
import * as v from 'valibot'
import { createSqlMeetingStore, type NewMeetingRow } from '../apps/server/src/modules/meeting/index.ts'
import { company, meetingRow, perDay, secondsApart, site, zone } from './meetings.ts'
import { createTestInstance, median } from './testInstance.ts'

export const name = 'List: one page of a day as the store grows'

const sizes = [1_000, 100_000, 1_000_000]
const dayMs = 86_400_000
const runs = 200
const rounds = 7
const today = '2026-06-15'
const reader = v.parse(UserId, 'bench-reader')
/** One meeting in this many has named attendees; every second of those includes the reader. */
const forSomeEvery = 5

export async function run() {
	const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
	const rows: Record<string, string | number>[] = []
	try {
		rows.push(...(await measureAll('SQLite', { folder })))
		const url = process.env.PARLEY_TEST_DATABASE_URL
		if (url) rows.push(...(await measureAll('PostgreSQL', { url, keyFolder: folder })))
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
	return [
		{
			title: `First page (10 rows) of a day with ${perDay} meetings and 20 rooms; every fifth has attendees, half of those include the reader`,
			rows,
			notes: [
				`Goal (flat): the largest store takes at most 1.3 times as long as the smallest. SQLite uses a file, as in production; best of ${rounds} rounds of ${runs} reads.`,
			],
		},
	]
}

async function measureAll(database: string, place: Parameters<typeof createTestInstance>[0]) {
	const instance = await createTestInstance(place)
	const store = createSqlMeetingStore(instance.database.db)
	await prepare(instance.database.db)
	await store.insertMany(Array.from({ length: 20 }, (_, i) => aRoom(i)))
	const rows: Record<string, string | number>[] = []
	let have = 20
	let smallest = 0
	for (const size of sizes) {
		await fill(store, have, size)
		have = size
		await sql.raw('analyze').execute(instance.database.db)
		const ms = await measure(instance.nouns)
		smallest ||= ms
		rows.push({
			database,
			meetings: size,
			'ms (median of the best round)': ms.toFixed(3),
			'to the smallest': (ms / smallest).toFixed(2),
		})
	}
	await clear(instance.database.db)
	await instance.database.close()
	return rows
}

type Db = Awaited<ReturnType<typeof createTestInstance>>['database']['db']

async function prepare(db: Db) {
	await clear(db)
	await sql`insert into sites (id, host, is_default, name, settings, created_at) values (${site}, 'bench', 0, 'bench', '{}', 0)`.execute(
		db,
	)
	await sql`insert into companies (id, site_id, name, type, created_at) values (${company}, ${site}, 'bench', 1, 0)`.execute(
		db,
	)
	await sql`insert into users (id, site_id, name, name_key, display_name, created_at) values (${reader}, ${site}, 'r', 'r', 'Reader', 0)`.execute(
		db,
	)
	// The reader is three departments deep; a neighbouring department is not theirs.
	for (const [number, parent] of [
		['1', null],
		['2', '1'],
		['3', '2'],
		['9', null],
	]) {
		await sql`insert into departments (id, company_id, number, name, parent_number) values (${`bench-${number}`}, ${company}, ${number}, ${number}, ${parent})`.execute(
			db,
		)
	}
	await sql`insert into department_people (department_id, user_id) values ('bench-3', ${reader})`.execute(db)
}

async function clear(db: Db) {
	await sql`delete from meetings where site_id = ${site}`.execute(db)
	await sql`delete from departments where company_id = ${company}`.execute(db)
	await sql`delete from users where site_id = ${site}`.execute(db)
	await sql`delete from companies where id = ${company}`.execute(db)
	await sql`delete from sites where id = ${site}`.execute(db)
}

async function fill(store: ReturnType<typeof createSqlMeetingStore>, from: number, to: number) {
	const batch = 10_000
	for (let next = from; next < to; next += batch) {
		const count = Math.min(batch, to - next)
		await store.insertMany(Array.from({ length: count }, (_, i) => aMeeting(next + i)))
	}
}

async function measure({
	meeting: { meetings },
}: Awaited<ReturnType<typeof createTestInstance>>['nouns']): Promise<number> {
	const ask = () =>
		meetings.listDay({
			scope: { companyId: company, userId: reader },
			zone,
			day: today,
			keywords: undefined,
			page: 1,
			pageSize: undefined,
		})
	for (let i = 0; i < 50; i++) await ask()
	let best = Number.POSITIVE_INFINITY
	// Other work on the machine only slows a round down.
	for (let round = 0; round < rounds; round++) best = Math.min(best, median(await timesOf(ask)))
	return best
}

async function timesOf(ask: () => Promise<unknown>): Promise<number[]> {
	const times: number[] = []
	for (let i = 0; i < runs; i++) {
		const start = performance.now()
		await ask()
		times.push(performance.now() - start)
	}
	return times
}

const startOfToday = parseWireTime(today, zone) ?? 0

/** Days alternate before and after today, so that every store has the same number today. */
function aMeeting(n: number): NewMeetingRow {
	const nth = Math.floor(n / perDay)
	const day = nth % 2 === 0 ? nth / 2 : -(nth + 1) / 2
	return meetingRow(n, { startAt: startOfToday + day * dayMs + (n % perDay) * secondsApart * 1000, ...invitation(n) })
}

const aRoom = (n: number): NewMeetingRow =>
	meetingRow(n, {
		startAt: startOfToday,
		...invitation(n),
		isRecurring: true,
		repeatType: n % 4,
		repeatCondition: 1,
		repeatSecond: n * 600,
	})

const invitation = (n: number): Partial<NewMeetingRow> =>
	n % forSomeEvery !== 0
		? {}
		: {
				isInvitedOnly: true,
				invited: { people: [], departmentIds: [n % (2 * forSomeEvery) === 0 ? 'bench-1' : 'bench-9'] },
			}
