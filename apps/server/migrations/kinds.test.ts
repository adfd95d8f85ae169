import {
	DummyDriver,
	Kysely,
	PostgresAdapter,
	PostgresIntrospector,
	PostgresQueryCompiler,
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
} from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, test } from 'vitest'
import { migrations } from './index.ts'
import { kindOfStatements } from './kindOfStatements.ts'

/** Earlier migrations say nothing, and are always applied at once. */
const lastWithoutKind = '0055-node-of-lives'
const marked = Object.entries(migrations).filter(([name]) => name > lastWithoutKind)

const dialects = {
	SQLite: {
		createAdapter: () => new SqliteAdapter(),
		createDriver: () => new DummyDriver(),
		createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
		createQueryCompiler: () => new SqliteQueryCompiler(),
	},
	PostgreSQL: {
		createAdapter: () => new PostgresAdapter(),
		createDriver: () => new DummyDriver(),
		createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
		createQueryCompiler: () => new PostgresQueryCompiler(),
	},
}

/** The statements of a migration on an empty database. */
async function statementsOf({ up }: Migration, dialect: keyof typeof dialects): Promise<string[]> {
	const statements: string[] = []
	const db = new Kysely<unknown>({ dialect: dialects[dialect], log: ({ query }) => void statements.push(query.sql) })
	await up(db)
	return statements
}

test.each(marked)('[NODE-32] the name of the migration %s says its kind', async (name, migration) => {
	const [, kind] = /^\d{4}-(expand|contract)-[a-z0-9-]+$/.exec(name) ?? []
	expect(kind).toBeDefined()
	const statements = await Promise.all(
		(['SQLite', 'PostgreSQL'] as const).map(dialect => statementsOf(migration, dialect)),
	)
	const kinds = statements.map(kindOfStatements)
	expect(kinds.includes('contract') ? 'contract' : 'expand').toBe(kind)
})

describe('[NODE-32] the kind of statements', () => {
	test.each([
		[['alter table "users" add column "colour" text']],
		[['alter table "users" add column "colour" text, add column "shape" text']],
		[['alter table "users" add column "colour" text default \'red\' not null']],
		[['alter table "users" add column "colour" text', 'update "users" set "colour" = ? where "id" = ?']],
		[
			[
				'create table "a" ("id" text primary key)',
				'create unique index "b" on "a" ("id")',
				'insert into "a" values (1)',
			],
		],
		[['create index "users_by_name" on "users" ("name")']],
	])('expands: %j', statements => expect(kindOfStatements(statements)).toBe('expand'))

	test.each([
		['drop table "users"'],
		['drop index "users_by_name"'],
		['alter table "users" drop column "name"'],
		['alter table "users" rename column "name" to "title"'],
		['alter table "users" rename to "people"'],
		['alter table "users" add column "colour" text not null'],
		['alter table "users" add column "colour" text unique'],
		['alter table "users" add column "colour" text check (colour > 1)'],
		['alter table "users" add column "colour" text, drop column "name"'],
		['alter table "users" alter column "name" set not null'],
		['alter table "users" add constraint "a" check (name > 1)'],
		['create unique index "a" on "users" ("name")'],
		['create trigger "a" before insert on "users" begin select 1; end'],
		['insert into "users" values (1)'],
		['update "users" set "name" = ?'],
		['update "users" set "name" = ?, "colour" = ?'],
		['delete from "users"'],
	])('contracts: %s', statement => expect(kindOfStatements([statement])).toBe('contract'))
})
