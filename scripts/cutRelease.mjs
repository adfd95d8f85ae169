import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from './process.mjs'

/**
 * Sets the version, dates its section of CHANGELOG.md, commits and tags. Throws a `UserError` and changes nothing if the
 * release cannot be cut.
 *
 * @param {string} version such as 0.1.0
 * @param {{ folder: string, date: string }} options the repository, and the day as YYYY-MM-DD
 * @returns {{ tag: string }}
 */
export function cutRelease(version, { folder, date }) {
	const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
	const read = name => readFileSync(join(folder, name), 'utf8')
	const tag = `v${version}`
	const { version: current, workspaces = [] } = JSON.parse(read('package.json'))

	if (!semver.test(version)) throw new UserError(`"${version}" is not a version: write it as 0.1.0.`)
	if (isOlder(version, current))
		throw new UserError(`${version} is older than ${current}, the version in package.json.`)
	const branch = git('rev-parse', '--abbrev-ref', 'HEAD')
	if (branch !== 'main') throw new UserError(`Releases are cut from main, and this is ${branch}.`)
	if (git('status', '--porcelain') !== '') throw new UserError('Commit or stash your changes first.')
	if (git('tag', '--list', tag) !== '') throw new UserError(`The tag ${tag} already exists.`)

	const heading = `## ${version} (unreleased)\n`
	const changelog = read('CHANGELOG.md')
	if (!changelog.includes(heading)) throw new UserError(`CHANGELOG.md has no heading "${heading.trim()}".`)

	// A package with a version of its own, such as the messaging SDK, is released separately.
	const packages = workspaces
		.flatMap(pattern => foldersOf(pattern, folder).map(name => `${name}/package.json`))
		.filter(name => existsSync(join(folder, name)))
		.filter(name => JSON.parse(read(name)).version === current)
	const edits = new Map([
		['CHANGELOG.md', changelog.replace(heading, `## ${version} (${date})\n`)],
		['package-lock.json', withVersionInLock(read('package-lock.json'), current, version)],
		...['package.json', ...packages].map(name => [name, withVersion(read(name), version)]),
		...deployed
			.filter(name => existsSync(join(folder, name)))
			.map(name => [name, read(name).replace(imageVersion, `$1${version}`)]),
	])
	for (const [name, text] of edits) writeFileSync(join(folder, name), text)
	git('add', ...edits.keys())
	git('commit', '--quiet', '--message', `release: ${version}`)
	git('tag', '--annotate', tag, '--message', `Parley ${version}`)
	return { tag }
}

/** The folders of a workspace pattern: `design` or `apps/*`. */
function foldersOf(pattern, folder) {
	if (!pattern.endsWith('/*')) return [pattern]
	const parent = pattern.slice(0, -2)
	return readdirSync(join(folder, parent)).map(name => `${parent}/${name}`)
}

/** Files that name the version of the image. */
const deployed = ['deploy/helm/parley/Chart.yaml', 'deploy/compose.yaml']
const imageVersion = /\b((?:appVersion|version): |PARLEY_VERSION:-)\d+\.\d+\.\d+/g

const semver = /^\d+\.\d+\.\d+$/

function isOlder(version, other) {
	const [a, b] = [version, other].map(text => text.split('.').map(Number))
	const at = a.findIndex((part, index) => part !== b[index])
	return at !== -1 && a[at] < b[at]
}

/** Replaces the first `version`, so that the rest of the file keeps its format. */
function withVersion(text, version) {
	return text.replace(/("version": ")[^"]*"/, `$1${version}"`)
}

/** The lock file names the version of the root twice, and that of each workspace. */
function withVersionInLock(text, current, version) {
	const lock = JSON.parse(text)
	lock.version = version
	for (const [path, entry] of Object.entries(lock.packages)) {
		if (!path.includes('node_modules') && entry.version === current) entry.version = version
	}
	const indent = /^(\s+)"/m.exec(text)?.[1] ?? '\t'
	return `${JSON.stringify(lock, null, indent)}\n`
}
