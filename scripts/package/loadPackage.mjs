import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The files of the package keep their names but have no types any more; Node refuses such names below node_modules. */
const root = new URL('..', import.meta.url).href

registerHooks({
	load(url, context, nextLoad) {
		if (!url.startsWith(root) || !url.endsWith('.ts')) return nextLoad(url, context)
		return { format: 'module', source: readFileSync(fileURLToPath(url), 'utf8'), shortCircuit: true }
	},
})
