import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Loads TypeScript of this repository from the copies that a start made (`ensureTypesRemoved`). Node could remove the types
 * itself, but then its parser stays in the memory of each process (docs/decisions/memory-of-the-server.md).
 */
const root = new URL('..', import.meta.url).href
const copies = new URL('../.cache/untyped/', import.meta.url)

registerHooks({
	load(url, context, nextLoad) {
		const source = url.startsWith(root) && url.endsWith('.ts') ? readCopy(url.slice(root.length)) : undefined
		return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true }
	},
})

/** @returns {string | undefined} undefined if there is none, such as for a test */
function readCopy(path) {
	try {
		return readFileSync(new URL(path, copies), 'utf8')
	} catch {
		return undefined
	}
}
