import { captureEnvironment, run, tools } from './process.mjs'

/** What must hold before anything runs. Each is one program, and its silence is its consent. */
const gates = [
	...['contracts', 'apps/server', 'apps/web', 'apps/shell', '.'].map(project => ({
		name: `types of ${project === '.' ? 'scripts, e2e, bench' : project}`,
		args: [tools.tsc, '-p', project],
	})),
	{ name: 'lint, format, walls, cycles', args: [tools.biome, 'check', '--error-on-warnings', '.'] },
	{ name: 'dead code', args: [tools.knip, '--no-progress', '--no-config-hints'] },
]

/**
 * Runs the gates side by side.
 * @param {string} node
 * @returns {Promise<{ name: string, ok: boolean, seconds: number, output: string }[]>}
 */
export function runChecks(node) {
	return Promise.all(gates.map(({ name, args }) => timed(name, () => run(node, args, { env: captureEnvironment() }))))
}

export async function timed(name, work) {
	const startedAt = performance.now()
	const { code, output } = await work()
	return { name, ok: code === 0, seconds: (performance.now() - startedAt) / 1000, output: output.trim() }
}

/** A line for each gate, and above it what the failed ones said. */
export function printResults(results) {
	for (const { name, ok, output } of results) if (!ok) console.log(`\n── ${name}\n${output}`)
	const width = Math.max(...results.map(({ name }) => name.length))
	console.log()
	for (const { name, ok, seconds } of results) {
		console.log(`${ok ? '✓' : '✗'} ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s`)
	}
}
