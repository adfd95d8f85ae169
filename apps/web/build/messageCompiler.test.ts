import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileTexts } from './messageCompiler.ts'
import { compiledFolder, messageFiles, readMessages } from './messages.ts'

const file = messageFiles('en').find(path => path.endsWith('login.json')) ?? ''
const before = readMessages(file)
const compiled = readFileSync(join(compiledFolder, 'messages/en.js'), 'utf8')
const edit = (changes: Record<string, string>) => compileTexts(compiled, 'en', before, { ...before, ...changes })

test('changed texts are replaced in the compiled messages, and nothing else is', async () => {
	const edited = (await edit({ login_title: 'Welcome `to` $& Parley' })) ?? ''
	const lines = edited.split('\n').filter((line, at) => line !== compiled.split('\n')[at])
	expect(lines).toEqual([expect.stringContaining('Welcome \\`to\\` $& Parley')])
})

test('everything is compiled where keys or placeholders change, or other texts were compiled', async () => {
	expect(await edit({ login_other: 'Other' })).toBeUndefined()
	expect(await edit({ login_title: 'Welcome {name}' })).toBeUndefined()
	const stale = { ...before, login_title: 'Never compiled' }
	expect(await compileTexts(compiled, 'en', stale, before)).toBeUndefined()
})
