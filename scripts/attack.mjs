import { basename, join } from 'node:path'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'
import { environment, main, root } from './process.mjs'
import { formatRows, readRows, replaceSection, today } from './report.mjs'
import { runModule, selectFiles } from './runModule.mjs'

const page = join(root, 'SECURITY.md')

/**
 * npm run attack             every e2e/attacks/*.attack.ts, one after the other
 * npm run attack -- seats    those with `seats` in their file name
 *
 * Each starts servers of its own on this machine. All of them together replace the table of SECURITY.md; some of them replace
 * or add their own rows.
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
	writeTable(outcomes, filters.length === 0 ? [] : readRows('attacks', page))
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

/** @param {Record<string, string>[]} before rows that stay unless measured again */
function writeTable(outcomes, before) {
	const rows = new Map(before.map(row => [row.attack, row]))
	for (const { tried, result, holds } of outcomes)
		rows.set(tried, { attack: tried, result, '': holds ? 'holds' : 'DOES NOT HOLD' })
	replaceSection('attacks', `${today()}, \`npm run attack\`:\n\n${formatRows([...rows.values()])}`, page)
}
