import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBrowser, ensureChineseFonts } from './browser.mjs'
import { printResults, runChecks } from './checks.mjs'
import { ensureCoturn } from './coturn.mjs'
import { ensureDeployTools } from './deployTools.mjs'
import { ensureEngines } from './engines.mjs'
import { ensureFfmpeg } from './ffmpeg.mjs'
import { ensureLivekit } from './livekit.mjs'
import { ensureNginx } from './nginx.mjs'
import { ensureObjectStore } from './objectStore.mjs'
import { ensurePostgres } from './postgres.mjs'
import { ensureBuilt, ensureInstalled, ensureMessages } from './prepare.mjs'
import { cache, environment, main, onExit, root, runInTerminal, tools } from './process.mjs'
import { ensureRedis } from './redis.mjs'
import { formatSlowest } from './slowest.mjs'

/**
 * npm test                    everything
 * npm test -- unit [file…]    what vitest runs: contracts, unit, page, shell, server
 * npm test -- e2e [file…]     the end-to-end tests in a browser
 * npm test -- -t 'LOGIN-10'   only tests with this in their name
 */
const options = parseArguments(process.argv.slice(2))

/** A runner that takes longer hangs; it counts as a failure, and the rest is still tested. */
const endRunnerAfterMs = 40 * 60_000

/**
 * Servers of tests load modules that an earlier one has compiled: a start takes two thirds of the processor time. Node checks
 * that the files are still the same. The runners do not use this cache: their workers would write entries nobody reads, and exit
 * later.
 */
const compiledModules = { PARLEY_TEST_COMPILED: join(cache, 'compiled') }

await main(async () => {
	const node = await ensureInstalled()
	await ensureMessages(node)
	await ensureBuilt(node)

	const counts = []
	if (options.all) counts.push(await checks(node))
	const postgres = await ensurePostgres()
	const redis = await ensureRedis()
	const ffmpeg = await ensureFfmpeg()
	const nginx = options.kind === 'e2e' ? undefined : await ensureNginx()
	const livekit = await ensureLivekit()
	const objects = await ensureObjectStore()
	const deploy = options.kind === 'e2e' ? undefined : await ensureDeployTools()
	if (nginx && deploy) counts.push(await unitTests(node, { postgres, redis, ffmpeg, nginx, objects, livekit, deploy }))
	const engines = options.kind === 'unit' ? undefined : await ensureEngines()
	const coturn = options.kind === 'unit' ? undefined : await ensureCoturn()
	if (engines && coturn) {
		const relay = 'program' in coturn ? { PARLEY_TEST_COTURN: coturn.program } : {}
		const shared = sharedOf({ postgres, redis, objects })
		counts.push(
			await browserTests(node, { ...engines.env, ...programOf(ffmpeg), ...livekitOf(livekit), ...shared, ...relay }),
		)
	}

	if ('missing' in postgres) printWarning(`PostgreSQL WAS NOT TESTED: ${postgres.missing}`)
	if ('missing' in redis) printWarning(`SEVERAL SERVERS WERE NOT TESTED: ${redis.missing}`)
	if ('missing' in ffmpeg) printWarning(`BROADCASTS WERE NOT TESTED WITH FFMPEG: ${ffmpeg.missing}`)
	if ('missing' in livekit) printWarning(`LIVEKIT WAS NOT TESTED: ${livekit.missing}`)
	if ('missing' in objects) printWarning(`AN OBJECT STORE WAS NOT TESTED: ${objects.missing}`)
	if (nginx && 'missing' in nginx) printWarning(`AN OUTSIDE ORIGIN OF BROADCASTS WAS NOT TESTED: ${nginx.missing}`)
	for (const missing of deploy?.missing ?? []) printWarning(`FILES OF deploy WERE NOT TESTED WITH ${missing}`)
	if (coturn && 'missing' in coturn) printWarning(`MEDIA OVER A RELAY WERE NOT TESTED: ${coturn.missing}`)
	for (const missing of engines?.missing ?? []) printWarning(`AN ENGINE WAS NOT TESTED: ${missing}`)
	return printSummary(counts)
})

function parseArguments(words) {
	const kind = words[0] === 'unit' || words[0] === 'e2e' ? words[0] : undefined
	const rest = kind ? words.slice(1) : words
	const at = rest.findIndex(word => word === '-t' || word === '-g')
	const name = at === -1 ? undefined : rest[at + 1]
	const others = at === -1 ? rest : rest.filter((_, index) => index !== at && index !== at + 1)
	return { kind, name, others, all: words.length === 0 }
}

async function checks(node) {
	const results = await runChecks(node)
	printResults(results)
	const failures = results.filter(({ ok }) => !ok).map(({ name }) => name)
	return count({ passed: results.length - failures.length, failed: failures.length, failures })
}

async function unitTests(node, { postgres, redis, ffmpeg, nginx, objects, livekit, deploy }) {
	const reportPath = newReportPath('unit.json')
	const errorsPath = join(dirname(reportPath), 'unitErrors.json')
	const nameFilter = options.name ? ['-t', options.name] : []
	const reporters = [
		'--reporter=default',
		`--reporter=${join(root, 'scripts/unfinishedFiles.mjs')}`,
		`--reporter=${join(root, 'scripts/errorsOutsideTests.mjs')}`,
		'--reporter=json',
		`--outputFile.json=${reportPath}`,
	]
	const code = await runInTerminal(
		node,
		[tools.vitest, 'run', '--passWithNoTests', ...reporters, ...nameFilter, ...options.others],
		{
			endAfterMs: endRunnerAfterMs,
			env: environment({
				...compiledModules,
				...sharedOf({ postgres, redis, objects }),
				...programOf(ffmpeg),
				...livekitOf(livekit),
				...('program' in nginx && { PARLEY_TEST_NGINX: nginx.program }),
				...deploy.env,
				PARLEY_TEST_ERRORS: errorsPath,
			}),
		},
	)
	const files = readReport(reportPath)?.testResults ?? []
	const tests = files.flatMap(({ name, assertionResults }) =>
		assertionResults.map(({ status, fullName, failureMessages }) => ({
			status,
			title: `${relative(root, name)} ${fullName}`,
			// From every failed attempt, even if another attempt passed.
			messages: failureMessages ?? [],
		})),
	)
	const passed = tests.filter(({ status }) => status === 'passed')
	const failed = tests.filter(({ status }) => status === 'failed')
	// A file that did not load has no failed test; it counts as one failure.
	const notLoaded = files.filter(
		file => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
	)
	printSecondAttempts(passed.filter(({ messages }) => messages.length > 0))
	return count({
		runner: 'vitest',
		passed: passed.length,
		failed: failed.length + notLoaded.length,
		errors: existsSync(errorsPath) ? JSON.parse(readFileSync(errorsPath, 'utf8')) : [],
		failures: [...failed.map(withFirstLine), ...notLoaded.map(({ name }) => `${relative(root, name)} did not load`)],
		// With -t all other tests count as skipped, which is no news.
		skipped: options.name ? 0 : tests.length - passed.length - failed.length,
		code,
		files: files.map(({ name, startTime, endTime }) => ({ name: relative(root, name), ms: endTime - startTime })),
	})
}

/** The ffmpeg setting for tests. */
function programOf(ffmpeg) {
	return 'program' in ffmpeg ? { PARLEY_TEST_FFMPEG: ffmpeg.program } : {}
}

/** The settings for tests of what several servers share. */
function sharedOf({ postgres, redis, objects }) {
	return {
		...('url' in postgres && { PARLEY_TEST_DATABASE_URL: postgres.url }),
		...('program' in redis && { PARLEY_TEST_REDIS: redis.program }),
		...('program' in objects && { PARLEY_TEST_OBJECT_STORE: objects.program }),
	}
}

/** The LiveKit setting for tests. */
function livekitOf(livekit) {
	return 'program' in livekit ? { PARLEY_TEST_LIVEKIT: livekit.program } : {}
}

async function browserTests(node, env) {
	const browser = await ensureBrowser(node)
	await ensureChineseFonts()
	const reportPath = newReportPath('e2e.json')
	const nameFilter = options.name ? ['-g', options.name] : []
	const code = await runInTerminal(
		node,
		[
			tools.playwright,
			'test',
			'--config=e2e/playwright.config.ts',
			'--pass-with-no-tests',
			...nameFilter,
			...options.others,
		],
		{
			endAfterMs: endRunnerAfterMs,
			env: environment({
				...env,
				...compiledModules,
				PARLEY_BROWSER: browser,
				PARLEY_TEST_RESULTS: newResultsFolder(),
				PLAYWRIGHT_JSON_OUTPUT_FILE: reportPath,
			}),
		},
	)
	const report = readReport(reportPath)
	const specs = specsOf(report?.suites ?? [])
	printSecondAttempts(specs.filter(({ status }) => status === 'flaky'))
	return count({
		runner: 'Playwright',
		errors: (report?.errors ?? []).map(({ message = '' }) => message),
		passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
		failed: report?.stats.unexpected,
		failures: specs.filter(({ status }) => status === 'unexpected').map(withFirstLine),
		skipped: report?.stats.skipped,
		code,
		files: specs.map(({ file, ms }) => ({ name: `e2e/${file}`, ms })),
	})
}

/** @returns {{ status: string, file: string, ms: number, title: string, messages: string[] }[]} */
function specsOf(suites) {
	return suites.flatMap(({ specs = [], suites }) => [
		...specs.flatMap(({ file, line, title, tests }) =>
			tests.map(({ status, results }) => ({
				status,
				file,
				ms: results.reduce((total, { duration }) => total + duration, 0),
				title: `${file}:${line} ${title}`,
				messages: results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')),
			})),
		),
		...specsOf(suites ?? []),
	])
}

function printSecondAttempts(tests) {
	for (const test of tests) console.log(`passed on the second attempt: ${withFirstLine(test)}`)
}

function withFirstLine({ title, messages }) {
	const [line = ''] = stripVTControlCharacters(messages[0] ?? '').split('\n')
	return line ? `${title}\n    ${line}` : title
}

/** Each run has its own files, so that a second one may run at the same time. */
function newReportPath(name) {
	const folder = join(cache, 'test', `${process.pid}`)
	rmSync(folder, { recursive: true, force: true })
	mkdirSync(folder, { recursive: true })
	onExit(() => rmSync(folder, { recursive: true, force: true }))
	return join(folder, name)
}

/** Screenshots and traces of failed journeys; those of earlier runs go. */
function newResultsFolder() {
	const folder = join(root, 'test-results')
	const earlier = existsSync(folder) ? readdirSync(folder).filter(name => !isRunning(Number(name))) : []
	for (const name of earlier) rmSync(join(folder, name), { recursive: true, force: true })
	return join(folder, `${process.pid}`)
}

function isRunning(pid) {
	if (!Number.isSafeInteger(pid)) return false
	try {
		return process.kill(pid, 0)
	} catch {
		return false
	}
}

function readReport(path) {
	if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
	console.error(`${relative(root, path)} was not written: the test runner crashed, or did not end in time.`)
	return undefined
}

/** A runner that failed without a failed test (it crashed, or an error was thrown between tests) counts as one failure. */
function count({ runner, passed = 0, failed = 0, failures = [], errors = [], skipped = 0, code = 0, files = [] }) {
	if (code === 0) return { passed, failed, failures, skipped, files }
	const outside = errors.map(error => withFirstLine({ title: `${runner}, outside of tests`, messages: [error] }))
	if (failed > 0) return { passed, failed, failures: [...failures, ...outside], skipped, files }
	const ended = `${runner} ended with code ${code}, and no test failed`
	return { passed, failed: 1, failures: [ended, ...outside], skipped, files }
}

function printSummary(counts) {
	const sum = key => counts.reduce((total, part) => total + part[key], 0)
	const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
	if (passed + failed === 0) console.error('\nNo test ran.')
	if (options.all) console.log(`\nslowest files:\n${formatSlowest(counts.flatMap(({ files }) => files))}\n`)
	for (const failure of counts.flatMap(({ failures }) => failures)) console.log(`failed: ${failure}`)
	if (skipped > 0) console.log(`\n${skipped} skipped`)
	console.log(`\n${passed} passed, ${failed} failed`)
	return failed === 0 && passed > 0 ? 0 : 1
}

function printWarning(text) {
	const line = '!'.repeat(100)
	console.log(`\n${line}\n${text}\n${line}`)
}
