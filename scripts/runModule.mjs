import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cache, runInTerminal } from './process.mjs'

/** The files of a folder that end like this, in order; with words only those that have one of them in their name. */
export function selectFiles(folder, ending, words) {
	return readdirSync(folder)
		.filter(file => file.endsWith(ending) && (words.length === 0 || words.some(word => file.includes(word))))
		.sort()
		.map(file => join(folder, file))
}

/**
 * Calls a module in a process of its own, so that each starts with a fresh heap.
 * @param {string} expression JavaScript that makes the result of `module`, as JSON can carry it
 * @param {{ env: Record<string, string> }} options
 * @returns {Promise<unknown>} undefined if the process failed
 */
export async function runModule(node, file, expression, { env }) {
	const resultPath = join(cache, basename(dirname(file)), `${basename(file)}.json`)
	mkdirSync(dirname(resultPath), { recursive: true })
	const program = `
		const module = await import(process.argv[1])
		const { writeFileSync } = await import('node:fs')
		writeFileSync(process.argv[2], JSON.stringify(${expression}))
		process.exit(0)`
	console.log(`\n▸ ${basename(file)}`)
	const code = await runInTerminal(
		node,
		[
			'--disable-warning=ExperimentalWarning',
			'--input-type=module',
			'-e',
			program,
			pathToFileURL(file).href,
			resultPath,
		],
		{ env },
	)
	return code === 0 ? JSON.parse(readFileSync(resultPath, 'utf8')) : undefined
}
