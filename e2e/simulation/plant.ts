import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { PlantedBug } from './plantedBugs.ts'

const root = new URL('../../', import.meta.url)

/**
 * Makes the module of a bug load with the bug planted.
 * @throws if the code has changed and the bug can no longer be planted
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
