import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { renewingEpochs } from '../modules/messaging/index.ts'
import { lockFiles } from '../platform/serverLock.ts'

export const databaseFile = 'parley.sqlite'
/** Database file, the files SQLite creates beside it while it is open, and the lock of the running server. */
export const databaseFiles = [databaseFile, `${databaseFile}-wal`, `${databaseFile}-shm`, ...lockFiles]

/** Returns the names of the applied migrations; neither the database nor its journal is written. */
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

/** Returns the id of the key a database is encrypted with; undefined before the version that introduced keys. */
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

/** Copies the database consistently while others read and write. SQLite blocks during the copy, so it runs in its own thread. */
export async function copyDatabase(from: string, to: string): Promise<void> {
	const worker = new Worker(new URL('./copyDatabase.worker.ts', import.meta.url), { workerData: { from, to } })
	await new Promise((resolve, reject) => worker.once('error', reject).once('exit', resolve))
}

/**
 * Makes messaging clients, which may know more than the backup, load everything again; see `renewEpochs.sql.ts`. The file
 * keeps its journal mode: in that of a running server, even a reader would leave files beside it.
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

/** Returns the first problem SQLite finds in a database; undefined if it finds none. */
export function findCorruption(path: string): string | undefined {
	const database = new DatabaseSync(path, { readOnly: true })
	try {
		const verdict = String(Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0])
		return verdict === 'ok' ? undefined : verdict
	} finally {
		database.close()
	}
}
