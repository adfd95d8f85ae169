import { stripVTControlCharacters } from 'node:util'
import { findChanges } from './changes.mjs'
import { concernsEverything, printResults, runChecks, timed } from './checks.mjs'
import { ensureInstalled, ensureMessages } from './prepare.mjs'
import { captureEnvironment, main, run, tools } from './process.mjs'

/** Tests that read files instead of importing them, since vitest tracks only imports. */
const readByTests = [
	{ inputs: /^(?:biome\.json$|scripts\/lint\/)/, test: 'scripts/boundaries.test.ts' },
	{ inputs: /^apps\/server\/pages\/help\//, test: 'apps/server/src/modules/help/adapters/help.test.ts' },
	{ inputs: /^contracts\/bridge\/SPEC\.md$/, test: 'contracts/bridge/src/spec.test.ts' },
]

/**
 * npm run check            files that differ from main, committed or not, and their dependents
 * npm run check -- --all   everything
 */
await main(async () => {
	const node = await ensureInstalled()
	await ensureMessages(node)
	const found = process.argv.includes('--all') ? undefined : await findChanges()
	const changes = found && !concernsEverything(found) ? found : undefined
	if (found?.paths.length === 0) {
		console.log(`No differences from ${found.base}. To check everything: npm run check -- --all`)
		return 0
	}
	if (changes) console.log(`${changes.paths.length} files differ from ${changes.base}.`)

	const results = await runChecks(node, changes)
	const tests = changes ? testInputs(changes) : []
	if (!changes || tests.length > 0) results.push(await unitTests(node, changes && tests))
	printResults(results)
	return results.every(({ ok }) => ok) ? 0 : 1
})

/** Returns the changed files whose dependent tests run. A changed text affects only the comparison of languages. */
function testInputs({ existing }) {
	const code = existing.filter(path => /\.(?:ts|tsx|mjs|css)$/.test(path))
	const readers = readByTests.filter(({ inputs }) => existing.some(path => inputs.test(path))).map(({ test }) => test)
	return [...new Set([...code, ...readers])]
}

/** Runs the tests that depend on these files, or all. */
async function unitTests(node, inputs) {
	const projects = ['contracts', 'unit', 'page', 'shell'].map(name => `--project=${name}`)
	const command = inputs ? ['related', '--run', ...inputs] : ['run']
	const args = [tools.vitest, ...command, ...projects, '--reporter=dot', '--silent=passed-only', '--passWithNoTests']
	const result = await timed('unit tests', () => run(node, args, { env: captureEnvironment() }))
	const [, share] = /Affected\s+(\d+ of \d+ test files)/.exec(stripVTControlCharacters(result.output)) ?? []
	return share ? { ...result, name: `unit tests, ${share}` } : result
}
