import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { describeOnEveryDatabase, planOf, recordStatements, rowsRead } from '../../platform/testing/index.ts'
import { aDay, aMeeting, colleagueId, prepare } from './fixtures.ts'
import { createSqlMeetingStore } from './store.sql.ts'
import type { MeetingScope, NewMeetingRow } from './store.ts'

const day = '2026-03-10'
const start = aMeeting().startAt
const onPage = 10
const { companyId, hostId: userId } = aMeeting()

/** Stores as many meetings as a large company has on a day, and series of each kind. */
async function fill({ db }: OpenDatabase, count: number) {
	const store = createSqlMeetingStore(db)
	const many = (of: number, make: (n: number) => Partial<NewMeetingRow>) =>
		store.insertMany(Array.from({ length: of }, (_, n) => aMeeting(make(n))))
	// The reader hosts some of them, and has made some for others.
	const hostOf = (n: number) => ({
		hostId: n % 40 === 0 ? userId : colleagueId,
		creatorId: n % 40 === 1 ? userId : colleagueId,
	})
	await many(count, n => ({ ...hostOf(n), startAt: start + (n % 400) * 60_000 }))
	for (const [repeatType, repeatCondition] of [
		[0, 0],
		[1, 0],
		[2, 2],
		[3, 10],
	] as const)
		await many(count / 10, n => ({ ...hostOf(n), isRecurring: true, repeatType, repeatCondition, repeatSecond: n }))
	await sql`analyze`.execute(db)
}

const scopes: [string, MeetingScope][] = [
	['a person', { companyId, userId }],
	['host or creator', { companyId, hostOrCreatorId: userId }],
	['a company', { allOf: companyId }],
]

describeOnEveryDatabase('a page of a day', open => {
	test.each(scopes)(
		'[PAGE-17] of %s is read in the order of an index, up to its end',
		async (_, scope) => {
			const database = await open()
			await prepare(database)
			await fill(database, 2_220)
			const { recorded, statements } = recordStatements(database.db)
			const query = aDay(day, { scope, limit: onPage })
			expect(await createSqlMeetingStore(recorded).findByDay(query)).toHaveLength(onPage)
			const listing = statements.findLast(one => one.sql.includes('since_midnight'))
			if (!listing) throw new Error('no list was read')
			const plan = (await planOf(database, listing.sql)).split('\n')
			if (database.kind === 'sqlite') {
				const branches = plan.join('\n').split('CO-ROUTINE part').slice(1)
				const sorted = branches.flatMap(branch => {
					const [reading = ''] = branch.split('SCAN part')
					return reading.includes('TEMP B-TREE') ? [/SEARCH meetings .*/.exec(reading)?.[0] ?? reading] : []
				})
				// A creator who cannot exist, and one person's meetings.
				const few =
					/repeat_type>\?|meetings_of_(host|creator) |meetings_by_access \(company_id=\? AND is_room=\? AND is_invited_only=\?\)$/
				expect(sorted.filter(reading => !few.test(reading))).toEqual([])
				expect(plan.filter(line => line.startsWith('SCAN meetings'))).toEqual([])
			} else {
				// It was compiled with placeholders.
				const values = {
					...query,
					userId,
					companyId,
					dayOfMonth: 10,
					dayAfter: -1,
					secondDayAfter: -1,
					thirdDayAfter: -1,
				}
				const parameters = listing.parameters.map(parameter => {
					const { name } = parameter as { name?: keyof typeof values }
					return name === undefined ? parameter : values[name]
				})
				// One-off meetings, four kinds of series, and once more the rows of the page; not the thousands of the day.
				const read = await rowsRead(database, 'meetings', { sql: listing.sql, parameters })
				expect(read, plan.join('\n')).toBeLessThanOrEqual(10 * onPage)
			}
			await database.close()
		},
		60_000,
	)
})
