import type { CompanyId, UserId } from '@parley/core'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { describeOnEveryDatabase, planOf, recordStatements } from '../../platform/testing/index.ts'
import { createSqlDirectoryStore } from './store.sql.ts'

const companyId = 'c1' as CompanyId
/** Enough people that reading an index is always cheaper than reading all of them. */
const people = 10_000

/** A large company in ten thousand departments, two thousand of them with people, next to a second company. */
async function fill({ db, kind }: OpenDatabase) {
	const numbers =
		kind === 'sqlite'
			? sql`(with recursive series(n) as (select 1 union all select n + 1 from series where n < ${sql.lit(people)}) select n from series)`
			: sql`(select n from generate_series(1, ${sql.lit(people)}) as n)`
	for (const statement of [
		sql`insert into sites (id, host, is_default, name, settings, created_at) values ('s1', 'a', 1, 'a', '{}', 1)`,
		sql`insert into companies (id, site_id, name, type, created_at) values ('c1', 's1', 'c1', 1, 1), ('c2', 's1', 'c2', 1, 1)`,
		sql`insert into users (id, site_id, name, name_key, display_name, is_complete, created_at)
			select 'u' || n, 's1', 'login' || n, 'login' || n, 'Person ' || n, 1, 1 from ${numbers} as numbers`,
		sql`insert into memberships (user_id, company_id, user_type, is_default)
			select 'u' || n, case when n % 50 = 0 then 'c2' else 'c1' end, 1, 1 from ${numbers} as numbers`,
		sql`insert into departments (id, company_id, number, name, parent_number)
			select 'd' || n, 'c1', cast(n as text), 'D' || n, cast(n / 10 as text) from ${numbers} as numbers where n <= 10000`,
		sql`insert into department_people (department_id, user_id)
			select 'd' || (n % 2000 + 1), 'u' || n from ${numbers} as numbers`,
		sql`analyze`,
	])
		await statement.execute(db)
}

/** Reads of a whole table, by its rows or by an index of the company. */
const readsEverybody = {
	sqlite: /^SCAN (users|memberships|departments|department_people|people_search_keys)\b|memberships_of_company/m,
	postgres: /Seq Scan on (users|memberships|departments|department_people|people_search_keys)\b/,
}

/** The plan with the values it was asked with: PostgreSQL plans these statements for each question. */
async function planFor(database: OpenDatabase, text: string, parameters: readonly unknown[]): Promise<string> {
	if (database.kind === 'sqlite') return await planOf(database, text)
	const query = { ...sql`select 1`.compile(database.db), sql: `explain ${text}`, parameters }
	const { rows } = await database.db.executeQuery<{ 'QUERY PLAN': string }>(query)
	return rows.map(row => row['QUERY PLAN']).join('\n')
}

describeOnEveryDatabase('plans of the directory', open => {
	test('[API-26, API-27, OP-100] no look-up reads all people, or all departments', async () => {
		const database = await open()
		await fill(database)
		const { recorded, statements } = recordStatements(database.db)
		const store = createSqlDirectoryStore(recorded)
		const some = { companyId, excludedUserTypes: [5], limit: 50 }
		expect(await store.search({ ...some, name: 'SON 4711' })).toMatchObject([{ id: 'u4711' }])
		expect(await store.search({ ...some, name: 'login4712' })).toMatchObject([{ id: 'u4712' }])
		expect((await store.findByName({ ...some, name: 'Login471' }))?.id).toBe('u471')
		expect(await store.listPeopleInDepartment(companyId, '7', 1_000)).toHaveLength(5)
		expect(await store.findPeople(companyId, ['u1', 'u2'] as UserId[], [5])).toHaveLength(2)
		expect((await store.listDepartmentsUpFrom(companyId, ['7777'])).map(({ number }) => number).sort()).toEqual([
			'7',
			'77',
			'777',
			'7777',
		])
		expect(await store.findDepartments(companyId, ['7', '8'])).toHaveLength(2)

		const found: Record<string, string> = {}
		for (const { sql: text, parameters } of statements) {
			const plan = await planFor(database, text, parameters)
			if (readsEverybody[database.kind].test(plan)) found[text] = plan
		}
		expect(found).toEqual({})
		expect(statements.length).toBeGreaterThanOrEqual(7)
		await database.close()
	})
})
