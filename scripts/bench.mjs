import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatRows, machineLabel, replaceSection } from './benchReport.mjs'
import { ensureBrowser } from './browser.mjs'
import { ensurePostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled } from './prepare.mjs'
import { cache, environment, main, root, runInTerminal } from './process.mjs'

/**
 * npm run bench             every bench/*.bench.ts, one after the other
 * npm run bench -- list     those with `list` in their file name
 *
 * A bench exports `name` and `run(): Promise<{ title: string; rows: Record<string, string | number>[]; notes?: string[] }[]>`.
 * Its tables replace its own section of bench/README.md.
 */
await main(async () => {
	const node = await ensureInstalled()
	await ensureBuilt(node)
	const filters = process.argv.slice(2)
	const files = readdirSync(join(root, 'bench'))
		.filter(file => file.endsWith('.bench.ts') && (filters.length === 0 || filters.some(word => file.includes(word))))
		.sort()
	if (files.length === 0) {
		console.error('No bench file name matches.')
		return 1
	}
	const postgres = await ensurePostgres()
	if ('missing' in postgres) console.error(`PostgreSQL is not measured: ${postgres.missing}`)
	const env = environment({
		PARLEY_BROWSER: await ensureBrowser(node),
		...('url' in postgres ? { PARLEY_TEST_DATABASE_URL: postgres.url } : {}),
	})
	let failed = 0
	for (const file of files) if (!(await measure(node, file, env))) failed += 1
	return failed === 0 ? 0 : 1
})

/** Runs each bench in its own process, so that none starts with the heap of another. */
async function measure(node, file, env) {
	const resultPath = join(cache, 'bench', `${file}.json`)
	mkdirSync(join(cache, 'bench'), { recursive: true })
	const program = `
		const bench = await import(process.argv[1])
		const { writeFileSync } = await import('node:fs')
		writeFileSync(process.argv[2], JSON.stringify({ name: bench.name, tables: await bench.run() }))
		process.exit(0)`
	console.log(`\n▸ ${file}`)
	const code = await runInTerminal(
		node,
		[
			'--disable-warning=ExperimentalWarning',
			'--input-type=module',
			'-e',
			program,
			join(root, 'bench', file),
			resultPath,
		],
		{ env },
	)
	if (code !== 0) return false
	const { name, tables } = JSON.parse(readFileSync(resultPath, 'utf8'))
	const text = [`## ${name}`, machineLabel(), ...tables.flatMap(formatTable)].join('\n\n')
	console.log(text)
	replaceSection(file.replace('.bench.ts', ''), text)
	return true
}

function formatTable({ title, rows, notes = [] }) {
	return [`### ${title}`, formatRows(rows), ...notes]
}
