import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { compareMessages } from './compareMessages.ts'

const folders: string[] = []
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

type Messages = Record<string, string>

/** Creates a page with these message files, of which `room.json` and `list.json` are in the settings. */
function page(files: Record<string, Messages>, locales = ['zh', 'en']) {
	const folder = mkdtempSync(join(tmpdir(), 'parley-messages-'))
	folders.push(folder)
	const pathPattern = ['room', 'list'].map(name => `./src/locales/{locale}/${name}.json`)
	const settings = { baseLocale: 'zh', locales, 'plugin.inlang.messageFormat': { pathPattern } }
	for (const [path, content] of Object.entries({ 'project.inlang/settings.json': settings, ...files })) {
		const at = join(folder, path.includes('.inlang') ? path : `src/locales/${path}`)
		mkdirSync(dirname(at), { recursive: true })
		writeFileSync(at, JSON.stringify(content))
	}
	return folder
}

test('the messages of the page are the same in all languages', () => {
	expect(compareMessages(fileURLToPath(new URL('../apps/web', import.meta.url)))).toEqual([])
})

test.each<[string, Messages, Messages, string[]]>([
	['the same keys and parameters', { a: '{name} 好' }, { a: 'Hello {name}' }, []],
	['a missing key', { a: '一', b: '二' }, { a: 'one' }, ['b is missing in en']],
	['a key of one language only', { a: '一' }, { a: 'one', b: 'two' }, ['b is missing in zh']],
	['an empty text', { a: '一' }, { a: '' }, ['a is empty in en']],
	[
		'another parameter',
		{ a: '{count} 人' },
		{ a: '{number} people' },
		['a has the parameters count in zh, number in en'],
	],
	['a missing parameter', { a: '{count} 人' }, { a: 'people' }, ['a has the parameters count in zh, none in en']],
	['the total here, the rest there', { a: '等 {count} 人' }, { a: 'and {more} more' }, []],
	['no message at all', {}, {}, ['no messages in zh']],
])('%s', (_, zh, en, problems) => {
	expect(compareMessages(page({ 'zh/room.json': zh, 'en/room.json': en }))).toEqual(problems)
})

test('every language of the settings is compared', () => {
	const files = { 'zh/room.json': { a: '一' }, 'en/room.json': { a: 'one' }, 'de/room.json': { b: 'zwei' } }
	expect(compareMessages(page(files, ['zh', 'en', 'de']))).toEqual(['a is missing in de', 'b is missing in zh'])
})

test('a file missing from the settings is reported, and so is a key in two files', () => {
	const files = { 'zh/room.json': { a: '一' }, 'en/room.json': { a: 'one' }, 'en/list.json': { a: 'two' } }
	expect(compareMessages(page(files))).toEqual(['a is in two files of en'])
	const unlisted = page({ 'zh/room.json': { a: '一' }, 'en/room.json': { a: 'one' }, 'en/new.json': {} })
	expect(compareMessages(unlisted)).toEqual(['new.json is not in project.inlang/settings.json'])
})
