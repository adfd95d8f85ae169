import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { holdAdvisoryLock, type LockMode, tryAdvisoryLock } from './advisoryLock.ts'
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
 * Held by the only server of a database, or shared by its nodes; the operating system or PostgreSQL releases it when the
 * process ends.
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

	constructor(location: { url: string } | { folder: string }, mode: LockMode) {
		const [place, remedy] =
			'url' in location
				? ['the database of DATABASE_URL', remedyOf[mode]]
				: [location.folder, 'Stop it, or give this one a data folder of its own: PARLEY_DATA=… npm start']
		super(`Another Parley server is running on ${place}. ${remedy}`)
		this.place = place
	}
}

const remedyOf: Record<LockMode, string> = {
	exclusive: 'Stop it, give this one a database of its own, or set PARLEY_NODE_URL for each of them.',
	shared: 'It has no PARLEY_NODE_URL, so it must be the only one: stop it.',
}

/**
 * Takes the lock of a database. Other commands do not need it.
 * @param mode shared if other servers with the same mode may run beside this one, on PostgreSQL
 * @throws {DatabaseInUseError} while another server holds it
 */
export async function lockDatabase(
	location: { url: string } | { folder: string },
	waitMs = lockReleaseTimeoutMs,
	mode: LockMode = 'exclusive',
): Promise<ServerLock> {
	const acquire =
		'url' in location
			? () => holdAdvisoryLock(location.url, 'parley server', mode)
			: async () => lockFolder(location.folder)
	const giveUpAt = performance.now() + waitMs
	for (;;) {
		const lock = await acquire()
		if (lock) return lock
		if (performance.now() >= giveUpAt) throw new DatabaseInUseError(location, mode)
		await delay(retryEveryMs)
	}
}

/** Lets the nodes of a database migrate and seed it one after the other; with a data folder there is only one. */
export async function lockStart(location: { url: string } | { folder: string }): Promise<{ release(): Promise<void> }> {
	if (!('url' in location)) return { release: async () => {} }
	for (;;) {
		const client = await tryAdvisoryLock(location.url, 'parley start')
		if (client) return { release: () => client.end() }
		await delay(retryEveryMs)
	}
}

function lockFolder(folder: string): ServerLock | undefined {
	makeFolder(folder)
	const lock = tryFileLock(join(folder, serverLockFile))
	return lock && { lost: new Promise(() => {}), release: async () => lock.release() }
}
