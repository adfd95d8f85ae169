import { findOlderServers } from '../modules/node/index.ts'
import { type CommandResult, success } from '../platform/command.ts'
import type { Config } from '../platform/config.ts'
import { databaseLocation, openDatabase } from '../platform/database.ts'
import type { MayContract } from '../platform/migrate.ts'
import { appliedMigrations, compareMigrations } from '../platform/migrationNames.ts'
import { refuseUnfinishedMove } from '../platform/movedDatabase.ts'
import { DatabaseInUseError, lockDatabase, lockStart, type ServerLock } from '../platform/serverLock.ts'

/**
 * Migrates the database while servers may run: contracting migrations wait for those of earlier releases (NODE-31).
 * @throws {StartError} if a newer version has contracted the database
 */
export async function migrateDatabase(config: Config): Promise<CommandResult> {
	const location = databaseLocation(config)
	const { databaseUrl } = config
	// No server starts meanwhile on PostgreSQL, nor with the lock of a data folder.
	const starting = await lockStart(location)
	const lock = databaseUrl === undefined ? await lockUnlessInUse(location) : undefined
	try {
		const older = new Set<string>()
		const database = await openDatabase(location, {
			mayContract: (db): MayContract => {
				if (lock) return 'alone'
				if (databaseUrl === undefined) return async () => false
				return async migration => {
					const servers = await findOlderServers(databaseUrl, db, migration)
					for (const { url, version } of servers) older.add(`${url ?? 'a server without an address'} (${version})`)
					return servers.length === 0
				}
			},
		})
		try {
			await refuseUnfinishedMove(database.db)
			return describe(await appliedMigrations(database.db), [...older])
		} finally {
			await database.close()
		}
	} finally {
		await lock?.release()
		await starting.release()
	}
}

function describe(applied: readonly string[], older: readonly string[]): CommandResult {
	const { pending } = compareMigrations(applied)
	if (pending.length === 0) return success(`The database is up to date (${applied.length} migrations).`)
	const servers =
		older.length > 0 ? `these servers have stopped: ${older.join(', ')}` : 'the running server has stopped'
	return success(
		'Servers of this version can start.',
		`Waiting until ${servers}: ${pending.join(', ')}. The next start of a server, or this command, applies it then.`,
	)
}

async function lockUnlessInUse(location: Parameters<typeof lockDatabase>[0]): Promise<ServerLock | undefined> {
	try {
		return await lockDatabase(location, 0)
	} catch (error) {
		if (error instanceof DatabaseInUseError) return undefined
		throw error
	}
}
