import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
	release(): void
}

/**
 * Takes an operating-system lock on a file through SQLite, which can do so on every platform while Node itself cannot;
 * it ends with the process at the latest. Undefined if another process holds it. Creates the file if it is missing.
 */
export function tryFileLock(path: string): FileLock | undefined {
	const file = new DatabaseSync(path, { timeout: 0 })
	try {
		file.exec('begin exclusive')
	} catch (error) {
		file.close()
		if (String((error as { errstr?: string }).errstr).includes('locked')) return undefined
		throw error
	}
	return { release: () => file.close() }
}
