import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'
import { cache, environment, main, root, runInTerminal } from './process.mjs'

/**
 * npm run attack             every e2e/attacks/*.attack.ts, one after the other
 * npm run attack -- seats    those with `seats` in their file name
 *
 * Each starts servers of its own on this machine. All of them together replace the table of SECURITY.md.
 */
const folder = join(root, 'e2e/attacks')
const page = join(root, 'SECURITY.md')
const [open, close] = ['<!-- attacks -->', '<!-- /attacks -->']

await main(async () => {
	const node = await ensureInstalled()
	await ensureBuilt(node)
	const filters = process.argv.slice(2)
	const files = readdirSync(folder)
		.filter(file => file.endsWith('.attack.ts') && (filters.length === 0 || filters.some(word => file.includes(word))))
		.sort()
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
	const resultPath = join(cache, 'attack', `${file}.json`)
	mkdirSync(join(cache, 'attack'), { recursive: true })
	const program = `
		const { attack } = await import(process.argv[1])
		const { writeFileSync } = await import('node:fs')
		const outcome = await attack.run().catch(error => ({ result: String(error), holds: false }))
		writeFileSync(process.argv[2], JSON.stringify({ tried: attack.tried, ...outcome }))
		process.exit(0)`
	console.log(`\n▸ ${file}`)
	const code = await runInTerminal(
		node,
		['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program, join(folder, file), resultPath],
		{ env: environment() },
	)
	if (code !== 0) return { tried: file, result: `ended with ${code}`, holds: false }
	const outcome = JSON.parse(readFileSync(resultPath, 'utf8'))
	console.log(`${outcome.tried}\n  ${outcome.holds ? '✓' : '✗'} ${outcome.result}`)
	return outcome
}

function writeTable(outcomes) {
	const rows = outcomes.map(
		({ tried, result, holds }) => `| ${tried} | ${result} | ${holds ? 'holds' : 'DOES NOT HOLD'} |`,
	)
	const date = new Date().toISOString().slice(0, 10)
	const table = [
		open,
		`${date}, \`npm run attack\`:`,
		'',
		'| tried | what came of it | |',
		'| --- | --- | --- |',
		...rows,
		close,
	]
	const text = readFileSync(page, 'utf8')
	const [from, to] = [text.indexOf(open), text.indexOf(close)]
	if (from === -1) throw new Error('SECURITY.md has no place for the table')
	writeFileSync(page, text.slice(0, from) + table.join('\n') + text.slice(to + close.length))
}
