import { join } from 'node:path'
import { captureEnvironment, root, run, tools } from './process.mjs'

/**
 * Checks that do not run the product. `inputs` are the paths that can break one.
 * @typedef {{ name: string, args: string[], inputs: RegExp }} Check
 */

/** @type {Check[]} */
const typeChecks = [
	typeCheck('contracts', /^contracts\//),
	typeCheck('sdk/im', /^(?:contracts|sdk)\//),
	typeCheck('apps/server', /^(?:contracts|apps\/server)\//),
	typeCheck('apps/web', /^(?:contracts|design|apps\/web)\//),
	typeCheck('apps/shell', /^(?:contracts|design|apps\/shell)\//),
	typeCheck('apps/im', /^(?:contracts|sdk|design|apps\/im)\//),
	// The benches and end-to-end tests import from the server and the page.
	{ ...typeCheck('.', /\.(?:ts|tsx)$/), name: 'types of scripts, e2e, bench' },
]

/** @type {Check} */
const messageCheck = {
	name: 'messages of all languages',
	args: [join(root, 'scripts/compareMessages.ts')],
	inputs: /^apps\/web\/(?:src\/locales|project\.inlang)\//,
}

/** A change to one of these may affect everything. */
const sharedInputs = /^(?:package-lock\.json|tsconfig\.base\.json|vitest\.config\.ts)$/

export function concernsEverything(changes) {
	return changes.paths.some(path => sharedInputs.test(path))
}

/**
 * Runs the checks side by side: all of them, or those that the changes can break.
 * @param {string} node
 * @param {import('./changes.mjs').Changes} [changes]
 * @returns {Promise<{ name: string, ok: boolean, seconds: number, output: string }[]>}
 */
export function runChecks(node, changes) {
	const checks = changes ? checksOf(changes) : [...typeChecks, messageCheck, lint(['.']), deadCode()]
	return Promise.all(checks.map(({ name, args }) => timed(name, () => run(node, args, { env: captureEnvironment() }))))
}

function checksOf({ paths, existing, touchImports }) {
	const concerned = [...typeChecks, messageCheck].filter(({ inputs }) => paths.some(path => inputs.test(path)))
	const areRulesChanged = paths.some(path => path === 'biome.json' || path.startsWith('scripts/lint/'))
	const isDeadCodePossible = touchImports || paths.some(path => /(?:^|\/)(?:knip|package)\.json$/.test(path))
	return [
		...concerned,
		...(existing.length > 0 ? [lint(areRulesChanged ? ['.'] : existing)] : []),
		...(isDeadCodePossible ? [deadCode()] : []),
	]
}

/** @returns {Check} */
function typeCheck(project, inputs) {
	return { name: `types of ${project}`, args: [tools.tsc, '-p', project], inputs }
}

function lint(paths) {
	const args = [tools.biome, 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...paths]
	return { name: 'lint, format, boundaries, cycles', args }
}

function deadCode() {
	return { name: 'dead code', args: [tools.knip, '--no-progress', '--no-config-hints'] }
}

/**
 * @param {string} name
 * @param {() => Promise<{ code: number, output: string }>} work
 */
export async function timed(name, work) {
	const startedAt = performance.now()
	const { code, output } = await work()
	return { name, ok: code === 0, seconds: (performance.now() - startedAt) / 1000, output: output.trim() }
}

/** Prints a line for each result, after the output of those that failed. */
export function printResults(results) {
	for (const { name, ok, output } of results) if (!ok) console.log(`\n── ${name}\n${output}`)
	const width = Math.max(...results.map(({ name }) => name.length))
	console.log()
	for (const { name, ok, seconds } of results) {
		console.log(`${ok ? '✓' : '✗'} ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s`)
	}
}
