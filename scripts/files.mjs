import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Not build inputs. The message compiler writes its cache next to its settings. */
const ignoredNames = /^(?:node_modules|dist|generated|test-results|cache|README\.md|\..*)$|\.test\.tsx?$/

/**
 * The files from which something is built, below a folder or the path of one.
 * @returns {string[]}
 */
export function filesUnder(path) {
	if (!existsSync(path)) return []
	try {
		return readdirSync(path, { withFileTypes: true })
			.filter(entry => !ignoredNames.test(entry.name))
			.flatMap(entry => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]))
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOTDIR') throw error
		return [path]
	}
}
