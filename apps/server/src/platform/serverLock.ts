import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { tryAdvisoryLock } from './advisoryLock.ts'
import { tryFileLock } from './fileLock.ts'
import { makeFolder } from './makeFolder.ts'
import { StartError } from './startError.ts'

/** In the data folder; empty, it only serves as a lock. */
const serverLockFile = 'server.lock'
export const importLockFile = 'import.lock'
/**
 * The lock files, and those SQLite puts beside them while they are held; they belong to the process, not to the data.
 */
export const lockFiles: readonly string[] = [serverLockFile, importLockFile].flatMap(file =>
	['', '-journal', '-wal', '-shm'].map(suffix => file + suffix),
)
/** A server that is stopping, or was just killed, may hold the lock this long. */
const lockReleaseTimeoutMs = 3_000
const retryEveryMs = 100

/**
 * Held by the only server that may run on a database; the operating system or PostgreSQL releases it when the process
 * ends.
 */
export interface ServerLock {
	/** Resolves when another server has taken the lock: this one must stop. */
	lost: Promise<void>
	release(): Promise<void>
}

/** Another server runs on this database. Two would each open the rooms of a meeting and so split it. */
export class DatabaseInUseError extends StartError {
	/** The database in words. */
	readonly place: string

	constructor(location: { url: string } | { folder: string }) {
		const [place, remedy] =
			'url' in location
				? ['the database of DATABASE_URL', 'a database of its own.']
				: [location.folder, 'a data folder of its own: PARLEY_DATA=… npm start']
		super(`Another Parley server is running on ${place}. Stop it, or give this one ${remedy}`)
		this.place = place
	}
}

/**
 * Takes the lock of a database. Other commands do not need it.
 * @throws {DatabaseInUseError} while another server holds it
 */
export async function lockDatabase(
	location: { url: string } | { folder: string },
	waitMs = lockReleaseTimeoutMs,
): Promise<ServerLock> {
	const acquire = 'url' in location ? () => lockPostgres(location.url) : async () => lockFolder(location.folder)
	const giveUpAt = performance.now() + waitMs
	for (;;) {
		const lock = await acquire()
		if (lock) return lock
		if (performance.now() >= giveUpAt) throw new DatabaseInUseError(location)
		await delay(retryEveryMs)
	}
}

function lockFolder(folder: string): ServerLock | undefined {
	makeFolder(folder)
	const lock = tryFileLock(join(folder, serverLockFile))
	return lock && { lost: new Promise(() => {}), release: async () => lock.release() }
}

/** An advisory lock on a connection of its own. It ends with the connection, so a broken one is replaced. */
async function lockPostgres(url: string): Promise<ServerLock | undefined> {
	let client: pg.Client | undefined
	let isReleased = false
	let reportLoss = () => {}
	const lost = new Promise<void>(resolve => {
		reportLoss = resolve
	})

	async function connect(): Promise<boolean> {
		const next = await tryAdvisoryLock(url, 'parley server')
		if (!next) return false
		next.once('end', () => void reconnect())
		client = next
		return true
	}

	/** While PostgreSQL is unreachable, no other server can take the lock either. */
	async function reconnect() {
		while (!isReleased) {
			const isLocked = await connect().catch(() => undefined)
			if (isReleased) return void client?.end().catch(() => {})
			if (isLocked === true) return
			if (isLocked === false) return reportLoss()
			await delay(retryEveryMs, undefined, { ref: false })
		}
	}

	if (!(await connect())) return undefined
	return {
		lost,
		async release() {
			isReleased = true
			await client?.end()
		},
	}
}
