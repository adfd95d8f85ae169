import { basename, join } from 'node:path'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'
import { environment, main, root } from './process.mjs'
import { formatRows, replaceSection, today } from './report.mjs'
import { runModule, selectFiles } from './runModule.mjs'

/**
 * npm run attack             every e2e/attacks/*.attack.ts, one after the other
 * npm run attack -- seats    those with `seats` in their file name
 *
 * Each starts servers of its own on this machine. All of them together replace the table of SECURITY.md.
 */
await main(async () => {
	const node = await ensureInstalled()
	await ensureBuilt(node)
	const filters = process.argv.slice(2)
	const files = selectFiles(join(root, 'e2e/attacks'), '.attack.ts', filters)
	if (files.length === 0) {
		console.error('No attack file name matches.')
		return 1
	}
	const outcomes = []
	for (const file of files) outcomes.push(await run(node, file))
	if (filters.length === 0) writeTable(outcomes)
	const failed = outcomes.filter(({ holds }) => !holds).length
	console.log(`\n${outcomes.length - failed} held, ${failed} did not`)
	return failed === 0 ? 0 : 1
})

async function run(node, file) {
	const expression =
		'{ tried: module.attack.tried, ...(await module.attack.run().catch(error => ({ result: String(error), holds: false }))) }'
	const outcome = await runModule(node, file, expression, { env: environment() })
	if (!outcome) return { tried: basename(file), result: 'its process failed', holds: false }
	console.log(`${outcome.tried}\n  ${outcome.holds ? '✓' : '✗'} ${outcome.result}`)
	return outcome
}

function writeTable(outcomes) {
	const rows = outcomes.map(({ tried, result, holds }) => ({
		tried,
		'what came of it': result,
		'': holds ? 'holds' : 'DOES NOT HOLD',
	}))
	replaceSection('attacks', `${today()}, \`npm run attack\`:\n\n${formatRows(rows)}`, join(root, 'SECURITY.md'))
}
