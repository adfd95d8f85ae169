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

test('the documents name every npm command, and no other', () => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
	const code = documents.flatMap(name => [...read(name).matchAll(/`([^`\n]+)`|^(npm .*)$/gm)].map(([text]) => text))
	const named = code.flatMap(text => [...text.matchAll(/\bnpm (?:run )?([a-z]+)/g)].map(([, command = '']) => command))
	const notOurs = ['ci']
	expect([...new Set(named)].filter(command => !(command in scripts) && !notOurs.includes(command))).toEqual([])
	expect(Object.keys(scripts).filter(command => !named.includes(command))).toEqual([])
})
