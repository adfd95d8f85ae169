import { printResults, runChecks, timed } from './checks.mjs'
import { ensureInstalled, ensureMessages } from './prepare.mjs'
import { captureEnvironment, main, run, tools } from './process.mjs'

await main(async () => {
	const node = await ensureInstalled()
	await ensureMessages(node)
	const gates = await runChecks(node)
	const tests = await timed('unit tests', () =>
		run(node, [tools.vitest, 'run', '--project=unit', '--project=page', '--reporter=dot', '--passWithNoTests'], {
			env: captureEnvironment(),
		}),
	)
	const results = [...gates, tests]
	printResults(results)
	return results.every(({ ok }) => ok) ? 0 : 1
})
