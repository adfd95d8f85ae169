import { printGates, runGates, timed } from './gates.mjs'
import { ensureInstalled, ensureMessages } from './prepare.mjs'
import { main, plainEnvironment, run, tools } from './process.mjs'

await main(async () => {
	const node = await ensureInstalled()
	await ensureMessages(node)
	const gates = await runGates(node)
	const tests = await timed('unit tests', () =>
		run(node, [tools.vitest, 'run', '--project=unit', '--project=page', '--reporter=dot', '--passWithNoTests'], {
			env: plainEnvironment(),
		}),
	)
	const results = [...gates, tests]
	printGates(results)
	return results.every(({ ok }) => ok) ? 0 : 1
})
