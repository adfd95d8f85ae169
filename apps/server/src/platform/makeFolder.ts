import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those it is in where they are missing, for its owner alone. Returns the first that it made. With
 * `recursive` Node tries for ever where the file system takes no folders, as in /proc.
 */
export function makeFolder(path: string): string | undefined {
	try {
		mkdirSync(path, { mode: 0o700 })
		return path
	} catch (error) {
		if ((error as { code?: string }).code !== 'ENOENT') {
			if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined
			throw error
		}
		const parent = dirname(path)
		if (existsSync(parent)) throw error
		const first = makeFolder(parent)
		const own = makeFolder(path)
		return first ?? own
	}
}
