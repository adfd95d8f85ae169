import { join } from 'node:path'
import pg from 'pg'
import type { databaseLocation } from './database.ts'
import { tryFileLock } from './fileLock.ts'
import { importLockFile } from './serverLock.ts'

/** Held by the one import that may write to a database; it is released when the process ends, too. */
export interface ImportLock {
	release(): Promise<void>
}

/** Advisory locks are per database; the second number tells schemas of one database apart. */
const tryLock = "select pg_try_advisory_lock(hashtext('parley import'), hashtext(current_schema())) as locked"

/** Takes the lock of imports, which runs beside the one of the server; undefined while another import holds it. */
export async function lockImports(location: ReturnType<typeof databaseLocation>): Promise<ImportLock | undefined> {
	if (!('url' in location)) {
		const lock = tryFileLock(join(location.folder, importLockFile))
		return lock && { release: async () => lock.release() }
	}
	const client = new pg.Client({ connectionString: location.url, application_name: 'parley import lock' })
	// The import itself says that the database is gone; without a listener it would end the process.
	client.on('error', () => {})
	await client.connect()
	const { rows } = await client.query(tryLock)
	if (rows[0].locked) return { release: () => client.end() }
	await client.end()
	return undefined
}
