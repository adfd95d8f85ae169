import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const { cutRelease } = (await import(new URL('cutRelease.mjs', import.meta.url).href)) as {
	cutRelease(version: string, options: { folder: string; date: string }): { tag: string }
}

let folder: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const write = (name: string, value: unknown) =>
	writeFileSync(join(folder, name), typeof value === 'string' ? value : `${JSON.stringify(value, null, '\t')}\n`)
/** A file of Compose, whose other images have versions of their own. */
const compose = (version: string) => `image: parley:\${PARLEY_VERSION:-${version}}\nother: other:0.1.0\n`
const release = (version: string) => cutRelease(version, { folder, date: '2026-11-24' })

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'parley-release-'))
	git('init', '--quiet', '--initial-branch=main')
	git('config', 'user.name', 'Test')
	git('config', 'user.email', 'test@example.org')
	git('config', 'commit.gpgsign', 'false')
	git('config', 'tag.gpgsign', 'false')
	mkdirSync(join(folder, 'apps/web'), { recursive: true })
	mkdirSync(join(folder, 'sdk'))
	write('package.json', { name: 'parley', version: '0.1.0', workspaces: ['apps/*', 'sdk'] })
	write('apps/web/package.json', { name: '@parley/web', version: '0.1.0' })
	write('sdk/package.json', { name: '@parley/im-sdk', version: '2.1.14' })
	write('package-lock.json', {
		name: 'parley',
		version: '0.1.0',
		packages: {
			'': { name: 'parley', version: '0.1.0' },
			'apps/web': { name: '@parley/web', version: '0.1.0' },
			sdk: { name: '@parley/im-sdk', version: '2.1.14' },
			'node_modules/other': { version: '0.1.0' },
		},
	})
	mkdirSync(join(folder, 'deploy/helm/parley'), { recursive: true })
	write('deploy/helm/parley/Chart.yaml', 'apiVersion: v2\nversion: 0.1.0\nappVersion: 0.1.0\n')
	write('deploy/compose.yaml', compose('0.1.0'))
	write('CHANGELOG.md', '# Changelog\n\n## 0.2.0 (unreleased)\n\n- Rooms.\n\n## 0.1.0 (2026-01-01)\n')
	git('add', '.')
	git('commit', '--quiet', '--message', 'first')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a release sets every version, dates the changelog, commits and tags', () => {
	expect(release('0.2.0')).toEqual({ tag: 'v0.2.0' })
	const versionOf = (name: string) => (JSON.parse(read(name)) as { version: string }).version
	expect(['package.json', 'apps/web/package.json', 'package-lock.json'].map(versionOf)).toEqual(Array(3).fill('0.2.0'))
	expect(read('CHANGELOG.md')).toBe('# Changelog\n\n## 0.2.0 (2026-11-24)\n\n- Rooms.\n\n## 0.1.0 (2026-01-01)\n')
	expect(read('deploy/helm/parley/Chart.yaml')).toBe('apiVersion: v2\nversion: 0.2.0\nappVersion: 0.2.0\n')
	expect(read('deploy/compose.yaml')).toBe(compose('0.2.0'))
	expect(git('log', '-1', '--format=%s')).toBe('release: 0.2.0')
	expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
	expect(git('status', '--porcelain')).toBe('')
})

test('a package with its own version keeps it, and so do third-party packages', () => {
	release('0.2.0')
	expect(read('sdk/package.json')).toContain('2.1.14')
	const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
	expect(Object.values(packages).map(({ version }) => version)).toEqual(['0.2.0', '0.2.0', '2.1.14', '0.1.0'])
})

test('the version in package.json can be released where its section is not dated yet', () => {
	write('CHANGELOG.md', '# Changelog\n\n## 0.1.0 (unreleased)\n')
	git('commit', '--quiet', '--all', '--message', 'changelog')
	expect(release('0.1.0')).toEqual({ tag: 'v0.1.0' })
})

const refusals: [string, string, () => unknown, string][] = [
	['an invalid version', 'next', () => {}, '"next" is not a version: write it as 0.1.0.'],
	['an older version', '0.0.9', () => {}, '0.0.9 is older than 0.1.0, the version in package.json.'],
	['another branch', '0.2.0', () => git('checkout', '-qb', 'wip'), 'Releases are cut from main, and this is wip.'],
	['uncommitted changes', '0.2.0', () => write('new.txt', 'new'), 'Commit or stash your changes first.'],
	['a version that is tagged', '0.2.0', () => git('tag', 'v0.2.0'), 'The tag v0.2.0 already exists.'],
	['a version without notes', '0.3.0', () => {}, 'CHANGELOG.md has no heading "## 0.3.0 (unreleased)".'],
]

test.each(refusals)('a release refuses %s in one sentence, and changes nothing', (_, version, prepare, message) => {
	prepare()
	const before = [git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]
	expect(() => release(version)).toThrow(message)
	expect([git('rev-parse', 'HEAD'), git('tag'), git('status', '--porcelain')]).toEqual(before)
})
