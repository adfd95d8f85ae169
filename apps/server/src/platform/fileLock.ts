import { DatabaseSync } from 'node:sqlite'

export interface FileLock {
	release(): void
}

/**
 * A lock of the operating system on a file, which SQLite takes on every platform and Node itself cannot; it ends with the
 * process at the latest. Undefined while another process holds it. The file is made where it is missing.
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
