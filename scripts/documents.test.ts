import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const documents = [
	'README.md',
	'ARCHITECTURE.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'docs/metrics.md',
	'docs/settings.md',
	'docs/site-settings.md',
	'docs/style.md',
]

const linking = [...documents, 'CHANGELOG.md', 'CODE_OF_CONDUCT.md', ...globSync('docs/*/*.md', { cwd: root })]

test.each(linking)('%s links to existing files', name => {
	const targets = [...read(name).matchAll(/(?:\]\(|(?:src|href)=")([^)"\s]+)/g)].map(([, target = '']) => target)
	const local = targets.filter(target => !/^(https?:|mailto:)/.test(target))
	const files = local.filter(target => !target.startsWith('#')).map(target => target.replace(/#.*/, ''))
	expect(files.filter(file => !existsSync(join(root, dirname(name), file)))).toEqual([])
})

/** Files that a reader of a guide adds. */
const added = [
	'modules/mail/index.ts',
	'modules/mail/noticeChannel.test.ts',
	'modules/mail/noticeChannel.ts',
	'modules/mail/noun.ts',
	'docs/rules/survey.md',
	'apps/server/src/modules/meeting/adapters/calendar.ts',
	'apps/server/src/modules/sms/adapters/acme.ts',
	'apps/web/src/screens/Invitation/Invitation.screen.tsx',
]

const placeholder = /<\w+>/

/** `{zh,en}` stands for two files. */
const alternatives = (path: string): string[] => {
	const [whole, names] = /\{([^}]+)\}/.exec(path) ?? []
	return whole && names ? names.split(',').map(name => path.replace(whole, name)) : [path]
}

test('a path of a file in the documents is one of the repository, or its end', () => {
	const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
	const isTracked = (path: string) => tracked.some(file => file === path || file.endsWith(`/${path}`))
	const stale = ['ARCHITECTURE.md', ...globSync('docs/**/*.md', { cwd: root })].flatMap(name =>
		[...read(name).matchAll(/`([^`\s]+\/[^`\s]+\.(?:tsx?|mjs|md|json))`/g)]
			.map(([, path = '']) => path)
			.filter(path => !placeholder.test(path) && !added.includes(path))
			.filter(path => !alternatives(path).every(isTracked))
			.map(path => `${name}: ${path}`),
	)
	expect(stale).toEqual([])
	// Once it exists, it is no longer an example.
	expect(added.filter(isTracked)).toEqual([])
})

test('the documents name every npm command, and no other', () => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
	const code = documents.flatMap(name => [...read(name).matchAll(/`([^`\n]+)`|^(npm .*)$/gm)].map(([text]) => text))
	const named = code.flatMap(text => [...text.matchAll(/\bnpm (?:run )?([a-z]+)/g)].map(([, command = '']) => command))
	const notOurs = ['ci']
	expect([...new Set(named)].filter(command => !(command in scripts) && !notOurs.includes(command))).toEqual([])
	expect(Object.keys(scripts).filter(command => !named.includes(command))).toEqual([])
})
