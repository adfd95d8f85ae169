import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { ensureInstalled } from './prepare.mjs'
import { cache, environment, main, root, runInTerminal, UserError } from './process.mjs'
import { formatRows, readRows, replaceSection, today } from './report.mjs'

/**
 * npm run mutate                               every target below
 * npm run mutate -- contracts/core/src/roles.ts …   a file or the files of a folder
 *
 * Mutates the code and runs the tests beside it: a file's own `name.test.ts`, or else all tests of its folder. Prints the
 * mutants that no test caught, and fails below the threshold. The row of a target in bench/README.md is replaced as soon as
 * it is measured, so an interrupted run keeps its results. Not part of the tests: a file takes one to several minutes.
 */
const targets = [
	'contracts/core/src/recurrence.ts',
	'contracts/core/src/roles.ts',
	'contracts/core/src/validation.ts',
	'apps/server/src/modules/live/adapters/embedded/publisherPlaces.ts',
	'apps/server/src/modules/directory/policy.ts',
	'apps/server/src/modules/joining/passwordGuard.ts',
	'apps/server/src/modules/joining/policy.ts',
	'apps/server/src/modules/live/tokens.ts',
	'apps/server/src/modules/meeting/enumerationGuard.ts',
	'apps/server/src/modules/meeting/policy.ts',
	'apps/server/src/modules/messaging/delivery/fanOut.ts',
	'apps/server/src/modules/messaging/delivery/feeds.ts',
	'apps/server/src/modules/messaging/delivery/groupListeners.ts',
	'apps/server/src/modules/messaging/sessions/logins.ts',
	'apps/server/src/modules/room/policy.ts',
	'apps/server/src/modules/session/endingsWatch.ts',
	'apps/server/src/modules/sms/mobileNumber.ts',
	'apps/server/src/platform/clientAddress.ts',
	'apps/server/src/platform/rateLimit.ts',
	'apps/server/src/platform/webSocketLimits.ts',
	'apps/web/src/features/joining/join/joinForm.ts',
	'apps/web/src/features/joining/join/joinErrors.ts',
	'apps/web/src/features/joining/quick/quickJoinReducer.ts',
	'apps/web/src/features/joining/screen/joinReducer.ts',
	'apps/web/src/features/live/player/usePlayback.ts',
	'apps/web/src/features/live/chat/useChat.ts',
	'apps/web/src/features/live/viewing/livePolling.ts',
	'apps/web/src/features/room/roomState.ts',
	'apps/web/src/features/room/visits/roomVisits.ts',
	'apps/web/src/features/scheduling/submit/refusals.ts',
	'sdk/im/src/api/person.ts',
	'sdk/im/src/api/reading.ts',
	'sdk/im/src/rooms/rooms.ts',
	'sdk/im/src/session/session.ts',
]
const thresholdPercent = 85
const folder = join(cache, 'mutate')
const vitestConfigPath = join(folder, 'vitest.config.mjs')
const sectionId = 'bench:mutate'
const heading = '## Mutation tests: mutants of the rules caught by the tests beside them'

await main(async () => {
	const node = await ensureInstalled()
	const named = process.argv.slice(2)
	const rows = []
	for (const target of named.length > 0 ? named : targets) {
		const row = await mutate(node, target)
		rows.push(row)
		if (targets.includes(target)) replaceRow(row)
	}
	console.log(`\n${formatRows(rows)}`)
	return rows.every(row => Number(row['noticed %']) >= thresholdPercent) ? 0 : 1
})

/** Replaces the row of a target, and drops those of deleted files. */
function replaceRow(row) {
	const rows = new Map(readRows(sectionId).map(old => [old.code, old]))
	rows.set(row.code, row)
	const kept = targets.flatMap(target => rows.get(target) ?? [])
	replaceSection(sectionId, [heading, formatRows(kept)].join('\n\n'))
}

/** @returns {Promise<Record<string, string | number>>} a row of the table */
async function mutate(node, target) {
	const reportPath = join(folder, 'report.json')
	const configPath = join(folder, 'stryker.json')
	const files = sourcesOf(target)
	const config = {
		testRunner: 'vitest',
		plugins: ['@stryker-mutator/vitest-runner'],
		vitest: { configFile: vitestConfigPath, related: false },
		mutate: files,
		concurrency: 1,
		tempDirName: '.cache/mutate/sandbox',
		ignorePatterns: ['/e2e', '/docs', '/.cache', '/.parley', '/test-results', 'dist'],
		// StrykerJS would read it through an interface that TypeScript 7 does not have; Vitest does not need it.
		tsconfigFile: '.cache/mutate/none.json',
		reporters: ['clear-text', 'json'],
		clearTextReporter: { reportTests: false, reportScoreTable: false },
		jsonReporter: { fileName: relative(root, reportPath) },
		warnings: { slow: false },
	}
	mkdirSync(folder, { recursive: true })
	writeFileSync(configPath, JSON.stringify(config))
	writeFileSync(vitestConfigPath, vitestConfig(target, [...new Set(files.flatMap(testsOf))]))
	const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
	const code = await runInTerminal(node, [stryker, 'run', relative(root, configPath)], { env: environment() })
	if (code !== 0) throw new UserError(`${target} could not be measured.`)
	return scoreOf(target, JSON.parse(readFileSync(reportPath, 'utf8')))
}

/** Test project with only these files; code that is loaded once (tables) is mutated in all of them. */
function vitestConfig(target, tests) {
	const project = target.startsWith('apps/web/') ? 'page' : target.startsWith('apps/shell/') ? 'shell' : 'unit'
	return `
		import all from ${JSON.stringify(join(root, 'vitest.config.ts'))}
		const { test, ...project } = all.test.projects.find(({ test }) => test.name === '${project}')
		export default { ...project, test: { ...test, pool: 'threads', include: ${JSON.stringify(tests)} } }
	`
}

function sourcesOf(target) {
	const path = join(root, target)
	if (!existsSync(path)) throw new UserError(`${target} does not exist.`)
	const files = statSync(path).isDirectory() ? readdirSync(path).map(name => join(target, name)) : [target]
	const isSource = file =>
		/\.tsx?$/.test(file) && !/\.(?:test|suite|d)\.tsx?$|(?:^|\/)(?:index|fixtures)\.ts$/.test(file)
	return files.filter(isSource)
}

function testsOf(file) {
	const inFolder = readdirSync(join(root, dirname(file))).filter(name => /(?<!\.server)\.test\.tsx?$/.test(name))
	const name = basename(file).replace(/\.tsx?$/, '')
	const own = inFolder.filter(test => test.startsWith(`${name}.test.`))
	const tests = own.length > 0 ? own : inFolder
	if (tests.length === 0) throw new UserError(`${file} has no test next to it.`)
	return tests.map(test => join(dirname(file), test))
}

function scoreOf(target, report) {
	const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
	const noticed = statuses.filter(status => status === 'Killed' || status === 'Timeout').length
	const unnoticed = statuses.filter(status => status === 'Survived' || status === 'NoCoverage').length
	const changes = noticed + unnoticed
	const percent = changes === 0 ? 100 : (100 * noticed) / changes
	return { code: target, changes, noticed, 'noticed %': percent.toFixed(1), measured: today() }
}
