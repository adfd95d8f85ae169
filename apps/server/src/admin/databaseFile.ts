import { DatabaseSync } from 'node:sqlite'
import { migrations } from '../../migrations/index.ts'

export const databaseFile = 'parley.sqlite'
/** What SQLite keeps beside it while it is open. */
export const databaseFiles = [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`]

/** Names of the migrations a database has seen. */
export function appliedMigrations(path: string): string[] {
	const database = new DatabaseSync(path, { readOnly: true })
	try {
		return database
			.prepare('select name from kysely_migration')
			.all()
			.map(row => String(row.name))
	} finally {
		database.close()
	}
}

/** How a database stands to this version of the product. */
export function compareMigrations(applied: readonly string[]): { unknown: string[]; pending: string[] } {
	const known = Object.keys(migrations)
	return {
		unknown: applied.filter(name => !known.includes(name)),
		pending: known.filter(name => !applied.includes(name)),
	}
}

/** Whether a server, or anybody else, has the database open. */
export function isInUse(path: string): boolean {
	const database = new DatabaseSync(path, { timeout: 0 })
	try {
		// A connection in WAL mode holds a shared lock for as long as it is open, so an exclusive one tells.
		database.exec('pragma locking_mode = exclusive; begin exclusive; rollback')
		return false
	} catch (error) {
		if (String((error as { errstr?: string }).errstr).includes('locked')) return true
		throw error
	} finally {
		database.close()
	}
}

/** A copy of the whole database at one instant, taken while others read and write. */
export function copyDatabase(from: string, to: string): void {
	const database = new DatabaseSync(from, { timeout: 10_000 })
	try {
		database.prepare('vacuum into ?').run(to)
	} finally {
		database.close()
	}
}

/** What is wrong with the pages of a database; nothing where it is sound. */
export function findCorruption(path: string): string | undefined {
	const database = new DatabaseSync(path, { readOnly: true })
	try {
		const verdict = String(Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0])
		return verdict === 'ok' ? undefined : verdict
	} finally {
		database.close()
	}
}
