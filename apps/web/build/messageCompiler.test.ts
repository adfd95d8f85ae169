import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileTexts } from './messageCompiler.ts'
import { messageFiles, readMessages } from './messages.ts'

const file = messageFiles('en').find(path => path.endsWith('login.json')) ?? ''
const before = readMessages(file)
const edit = (changes: Record<string, string>) => compileTexts(compiled, 'en', before, { ...before, ...changes })

let folder: string
let compiled: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'parley-messages-'))
	// A file for each language, as in development. In a process of its own: the compiler takes no arrays of a context.
	const options = { project: '../project.inlang', outdir: folder, outputStructure: 'locale-modules' }
	const program = `import { compile } from '@inlang/paraglide-js'; await compile(${JSON.stringify(options)}); process.exit(0)`
	execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname })
	compiled = readFileSync(join(folder, 'messages/en.js'), 'utf8')
})
afterAll(() => rmSync(folder, { recursive: true }))

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
