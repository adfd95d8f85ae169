import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PlantedBug } from './plantedBugs.ts'

const root = new URL('../../', import.meta.url)

/**
 * From now on the module of a bug is loaded with it.
 * @throws when the code has changed so that the bug cannot be planted any more
 */
export function plant({ name, file, edits }: PlantedBug): void {
	const path = fileURLToPath(new URL(file, root))
	let source = readFileSync(path, 'utf8')
	for (const { find, replace } of edits) {
		if (source.split(find).length !== 2) throw new Error(`"${name}": ${file} does not have this once: ${find}`)
		source = source.replace(find, () => replace)
	}
	const url = pathToFileURL(path).href
	registerHooks({
		load: (loaded, context, next) =>
			loaded === url ? { format: 'module-typescript', source, shortCircuit: true } : next(loaded, context),
	})
}
