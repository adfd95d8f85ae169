import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { appliedMigrations, compareMigrations, refuseNewerDatabase } from './migrationNames.ts'
import { createTestDatabase } from './testing/databases.ts'
import { describeOnEveryDatabase } from './testing/index.ts'

/** Migrations of the next release. */
const next: Record<string, Migration> = {
	'9001-expand-colours': {
		async up(db) {
			await db.schema.alterTable('sites').addColumn('colour', 'text').execute()
		},
	},
	'9002-contract-names': {
		async up(db) {
			await db.schema.alterTable('sites').dropColumn('created_at').execute()
		},
	},
	'9003-expand-shapes': {
		async up(db) {
			await db.schema.createTable('shapes').addColumn('id', 'text').execute()
		},
	},
}
const names = Object.keys(next)
const [expanding, contracting, later] = names as [string, string, string]
const beginNextRelease = () => void Object.assign(migrations, next)
function endNextRelease() {
	for (const name of names) delete migrations[name]
}
afterEach(endNextRelease)

const never = async () => false
const newOf = async ({ db }: Pick<OpenDatabase, 'db'>) =>
	(await appliedMigrations(db)).filter(name => names.includes(name)).sort()

describeOnEveryDatabase('migrations of the next release', open => {
	async function openOld() {
		const database = await open()
		onTestFinished(() => database.close())
		return database
	}

	test('[NODE-30] this release goes on with a database that is only expanded', async () => {
		const database = await openOld()
		beginNextRelease()
		expect(await migrate(database.db, never)).toEqual([expanding, later])
		endNextRelease()
		await refuseNewerDatabase(database.db)
		expect(compareMigrations(await appliedMigrations(database.db))).toMatchObject({ refused: [], pending: [] })
		expect(await migrate(database.db, 'alone')).toEqual([])
		expect(await newOf(database)).toEqual([expanding, later])
	})

	test('[NODE-30] it refuses one that is contracted, or whose migrations say nothing', async () => {
		const database = await openOld()
		beginNextRelease()
		await migrate(database.db, 'alone')
		expect(await newOf(database)).toEqual(names)
		endNextRelease()
		await expect(refuseNewerDatabase(database.db)).rejects.toThrow('made by a newer version')
		await sql`update kysely_migration set name = '9002-names' where name = ${contracting}`.execute(database.db)
		await expect(refuseNewerDatabase(database.db)).rejects.toThrow('made by a newer version')
	})

	test('[NODE-31] a contracting migration waits, and those after it do not', async () => {
		const database = await openOld()
		beginNextRelease()
		const asked: string[] = []
		await migrate(database.db, async name => asked.push(name) < 0)
		expect(asked).toEqual([contracting])
		expect(await newOf(database)).toEqual([expanding, later])
		expect(await migrate(database.db, async () => true)).toEqual([contracting])
		expect(await newOf(database)).toEqual(names)
	})
})

test('[NODE-31] commands contract nothing, because a server may run; an empty database gets all', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'parley-migrate-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	await (await openDatabase({ folder })).close()
	beginNextRelease()
	const old = await openDatabase({ folder })
	expect(await newOf(old)).toEqual([expanding, later])
	await old.close()
	const empty = await openDatabase({ memory: true })
	expect(await newOf(empty)).toEqual(names)
	await empty.close()
})

const server = env.PARLEY_TEST_DATABASE_URL
describe.skipIf(server === undefined)('beside servers on PostgreSQL', () => {
	test('[NODE-33] a migration does not keep the queries of servers waiting behind a transaction', async () => {
		const database = await createTestDatabase(server as string)
		onTestFinished(database.close)
		beginNextRelease()
		const transaction = await database.db.startTransaction().execute()
		await sql`select * from sites`.execute(transaction)
		const migrated = migrate(database.db, never)
		let slowestMs = 0
		for (const until = performance.now() + 4_000; performance.now() < until; ) {
			const from = performance.now()
			await sql`select * from sites`.execute(database.db)
			slowestMs = Math.max(slowestMs, performance.now() - from)
		}
		await transaction.commit().execute()
		expect(await migrated).toEqual([expanding, later])
		// It was waiting behind the migration, but not until the transaction ended.
		expect(slowestMs).toBeGreaterThan(200)
		expect(slowestMs).toBeLessThan(2_500)
	}, 30_000)
})
