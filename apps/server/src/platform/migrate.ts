import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { migrations } from '../../migrations/index.ts'
import type { Db } from './db.ts'
import { appliedMigrations, compareMigrations, isContracting } from './migrationNames.ts'
import { isPostgres } from './rows.sql.ts'

/**
 * Which contracting migrations may be applied: all if no other process uses the database (`alone`), else those for which the function
 * returns true, because every running server knows them.
 */
export type MayContract = 'alone' | ((migration: string) => Promise<boolean>)

/**
 * A table that is locked longer than this is tried again later, because the queries of servers wait behind the migration. It is shorter than
 * the second after which PostgreSQL ends one side of a deadlock, so that the migration gives way and not a server.
 */
const lockTimeout = '300ms'
const maxAttempts = 100
const retryAfterMs = 600

/** Applies the pending migrations, without the contracting ones that must wait; returns the names of those that were applied. */
export async function migrate(db: Db, mayContract: MayContract): Promise<string[]> {
	const applied = await appliedMigrations(db)
	const { pending, unknown } = compareMigrations(applied)
	if (pending.length === 0) return []
	if (applied.length === 0 || mayContract === 'alone') return await apply(db, pending, applied, unknown)
	const done: string[] = []
	// Each in a transaction of its own, which locks its tables only briefly: servers use them meanwhile.
	for (const name of pending) {
		if (isContracting(name) && !(await mayContract(name))) continue
		done.push(...(await applyBesideServers(db, name)))
	}
	return done
}

async function applyBesideServers(db: Db, name: string): Promise<string[]> {
	for (let attempt = 1; ; attempt++) {
		const applied = await appliedMigrations(db)
		try {
			return await apply(db, [name], applied, compareMigrations(applied).unknown, lockTimeout)
		} catch (error) {
			const isStale = (await appliedMigrations(db)).length !== applied.length
			if (attempt === maxAttempts || !(isStale || isLocked((error as Error).cause))) throw error
			await delay(retryAfterMs)
		}
	}
}

/** Another transaction has the table, or waits for one that the migration has. */
const isLocked = (error: unknown) =>
	['55P03', '40P01'].includes(String((error as { code?: unknown } | undefined)?.code))

/** Applies `names` in one transaction. */
async function apply(
	db: Db,
	names: readonly string[],
	applied: readonly string[],
	unknown: readonly string[],
	timeout?: string,
): Promise<string[]> {
	const offered = Object.entries(migrations).filter(([name]) => applied.includes(name) || names.includes(name))
	const migrator = new Migrator({
		db,
		provider: {
			getMigrations: async () => ({
				...Object.fromEntries(offered.map(([name, migration]) => [name, withLockTimeout(migration, timeout)])),
				// The migrator expects the files of all that are applied.
				...Object.fromEntries(unknown.map(name => [name, { up: async () => {} }])),
			}),
		},
		// Newer versions may have expanded the database, and an earlier contracting migration may still wait.
		allowUnorderedMigrations: true,
	})
	const { error, results } = await migrator.migrateToLatest()
	if (error) {
		const failed = results?.find(result => result.status === 'Error')
		throw new Error(`migration ${failed?.migrationName ?? 'of the database'} failed`, { cause: error })
	}
	return (results ?? []).map(result => result.migrationName)
}

const withLockTimeout = (migration: Migration, timeout: string | undefined): Migration =>
	timeout === undefined
		? migration
		: {
				async up(db) {
					if (isPostgres(db)) await sql`select set_config('lock_timeout', ${timeout}, true)`.execute(db)
					await migration.up(db)
				},
			}
