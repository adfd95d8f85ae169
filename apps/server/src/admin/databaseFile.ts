import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { renewingEpochs } from '../modules/messaging/index.ts'
import { lockFiles } from '../platform/serverLock.ts'

export const databaseFile = 'parley.sqlite'
/** The database with the files SQLite creates beside it while it is open, and the lock of the running server. */
export const databaseFiles = [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`, ...lockFiles]

/** Names of the migrations applied to a database; it is not written to, and its journal not touched. */
export function appliedMigrationsOf(path: string): string[] {
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

/** Id of the key a database is encrypted with; undefined where it is of a version before. */
export function activeFieldKey(path: string): string | undefined {
	const database = new DatabaseSync(path, { readOnly: true })
	try {
		const isKnown = database.prepare("select 1 from sqlite_master where name = 'field_keys'").get() !== undefined
		const row = isKnown ? database.prepare('select key_id from field_keys').get() : undefined
		return row && String(row.key_id)
	} finally {
		database.close()
	}
}

/** Returns whether another process has the database open. */
export function isInUse(path: string): boolean {
	const database = new DatabaseSync(path, { timeout: 0 })
	try {
		// An open connection in WAL mode holds a shared lock, which prevents an exclusive one.
		database.exec('pragma locking_mode = exclusive; begin exclusive; rollback')
		return false
	} catch (error) {
		if (String((error as { errstr?: string }).errstr).includes('locked')) return true
		throw error
	} finally {
		database.close()
	}
}

/** Makes a consistent copy of the database while others read and write. SQLite does it in one go, so on a thread of its own. */
export async function copyDatabase(from: string, to: string): Promise<void> {
	const worker = new Worker(new URL('./copyDatabase.worker.ts', import.meta.url), { workerData: { from, to } })
	await new Promise((resolve, reject) => worker.once('error', reject).once('exit', resolve))
}

/**
 * Lets clients of messaging read anew, who may know more than a backup does; see `renewEpochs.sql.ts`. The file keeps its
 * journal mode: in the one of a running server, whoever only reads it would leave files beside it.
 */
export function renewMessagesOf(path: string): void {
	const database = new DatabaseSync(path)
	try {
		const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
		const names = tables.map(({ name }) => String(name))
		for (const statement of renewingEpochs(names, Date.now())) database.exec(statement)
	} finally {
		database.close()
	}
}

/** The first problem SQLite finds in a database; undefined if there is none. */
export function findCorruption(path: string): string | undefined {
	const database = new DatabaseSync(path, { readOnly: true })
	try {
		const verdict = String(Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0])
		return verdict === 'ok' ? undefined : verdict
	} finally {
		database.close()
	}
}
