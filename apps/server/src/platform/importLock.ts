import { join } from 'node:path'
import { tryAdvisoryLock } from './advisoryLock.ts'
import { tryFileLock } from './fileLock.ts'
import { importLockFile } from './serverLock.ts'

/** Held by the only import that may write to a database; also released when the process ends. */
export interface ImportLock {
	release(): Promise<void>
}

/** Takes the import lock, which is independent of the server's; undefined while another import holds it. */
export async function lockImports(location: { url: string } | { folder: string }): Promise<ImportLock | undefined> {
	if (!('url' in location)) {
		const lock = tryFileLock(join(location.folder, importLockFile))
		return lock && { release: async () => lock.release() }
	}
	const client = await tryAdvisoryLock(location.url, 'parley import')
	return client && { release: () => client.end() }
}
