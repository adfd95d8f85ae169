import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents, accessible to its owner only. Returns the first one made. Node's `recursive`
 * loops forever on file systems that accept no folders, such as /proc.
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
