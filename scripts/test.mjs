import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser, ensureChineseFonts } from './browser.mjs'
import { printGates, runGates } from './gates.mjs'
import { ensurePostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled, ensureMessages } from './prepare.mjs'
import { cache, environment, hand, main, root, tools } from './process.mjs'

/**
 * npm test                    everything
 * npm test -- unit [file…]    what vitest runs: unit, page, server
 * npm test -- e2e [file…]     the journeys in a browser
 * npm test -- -t 'LOGIN-10'   only what has this in its name
 */
const asked = readArguments(process.argv.slice(2))

await main(async () => {
	const node = await ensureInstalled()
	await ensureMessages(node)
	await ensureBuilt(node)

	const counts = []
	if (asked.all) counts.push(await gates(node))
	const postgres = asked.kind === 'e2e' ? undefined : await ensurePostgres()
	if (postgres) counts.push(await unit(node, postgres))
	if (asked.kind !== 'unit') counts.push(await journeys(node))

	if (postgres && 'missing' in postgres) warnLoudly(postgres.missing)
	return close(counts)
})

function readArguments(words) {
	const kind = words[0] === 'unit' || words[0] === 'e2e' ? words[0] : undefined
	const rest = kind ? words.slice(1) : words
	const at = rest.findIndex(word => word === '-t' || word === '-g')
	const name = at === -1 ? undefined : rest[at + 1]
	const others = at === -1 ? rest : rest.filter((_, index) => index !== at && index !== at + 1)
	return { kind, name, others, all: words.length === 0 }
}

async function gates(node) {
	const results = await runGates(node)
	printGates(results)
	return count({ passed: results.filter(({ ok }) => ok).length, failed: results.filter(({ ok }) => !ok).length })
}

async function unit(node, postgres) {
	const report = freshReport('unit.json')
	const only = asked.name ? ['-t', asked.name] : []
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
	const code = await hand(node, [tools.vitest, 'run', '--passWithNoTests', ...reporters, ...only, ...asked.others], {
		env: environment('url' in postgres ? { PARLEY_TEST_DATABASE_URL: postgres.url } : {}),
	})
	const told = readReport(report)
	// A file that did not load has no tests to fail, and is a failure all the same.
	const unread = (told?.testResults ?? []).filter(
		file => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
	)
	return count({
		passed: told?.numPassedTests,
		failed: (told?.numFailedTests ?? 0) + unread.length,
		// Asked for by name, the others are not skipped but not meant.
		skipped: asked.name ? 0 : (told?.numPendingTests ?? 0) + (told?.numTodoTests ?? 0),
		code,
	})
}

async function journeys(node) {
	const browser = await ensureBrowser(node)
	await ensureChineseFonts()
	const report = freshReport('e2e.json')
	const only = asked.name ? ['-g', asked.name] : []
	const code = await hand(
		node,
		[tools.playwright, 'test', '--config=e2e/playwright.config.ts', '--pass-with-no-tests', ...only, ...asked.others],
		{ env: environment({ PARLEY_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }) },
	)
	const told = readReport(report)
	for (const title of flaky(told?.suites ?? [])) console.log(`passed on a second try: ${title}`)
	return count({
		passed: (told?.stats.expected ?? 0) + (told?.stats.flaky ?? 0),
		failed: told?.stats.unexpected,
		skipped: told?.stats.skipped,
		code,
	})
}

/** @returns {string[]} */
function flaky(suites) {
	return suites.flatMap(suite => [
		...(suite.specs ?? [])
			.filter(spec => spec.tests.some(({ status }) => status === 'flaky'))
			.map(spec => `${spec.file}:${spec.line} ${spec.title}`),
		...flaky(suite.suites ?? []),
	])
}

function freshReport(name) {
	mkdirSync(join(cache, 'test'), { recursive: true })
	const path = join(cache, 'test', name)
	rmSync(path, { force: true })
	return path
}

function readReport(path) {
	if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
	console.error(`${relative(root, path)} was not written: the runner did not come to its end.`)
	return undefined
}

/** A runner that failed without naming a test (it crashed, or something was thrown between tests) failed once. */
function count({ passed = 0, failed = 0, skipped = 0, code = 0 }) {
	return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped }
}

function close(counts) {
	const sum = key => counts.reduce((total, part) => total + part[key], 0)
	const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
	if (passed + failed === 0) console.error('\nNo test ran.')
	console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
	return failed === 0 && passed > 0 ? 0 : 1
}

function warnLoudly(reason) {
	const line = '!'.repeat(100)
	console.log(`\n${line}\nPostgreSQL WAS NOT TESTED: ${reason}\n${line}`)
}
