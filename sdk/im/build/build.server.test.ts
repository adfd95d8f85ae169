import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltFile, buildSdk } from './build.ts'

/** What a page loads beside `socket.io-client`. The goal is 12 KiB; this is what it is kept from growing beyond. */
const maxInitialKiB = 16
/** With `socket.io-client`, for engines without modules. */
const maxScriptKiB = 35

let outDir: string
let built: { modules: BuiltFile[]; script: BuiltFile[] }
beforeAll(async () => {
	outDir = await mkdtemp(join(tmpdir(), 'im-sdk-'))
	built = await buildSdk(outDir)
})
afterAll(() => rm(outDir, { recursive: true }))

const kiB = (files: BuiltFile[]) => files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1024

test('a page that sends and receives loads no more than it may', () => {
	const initial = kiB(built.modules.filter(({ isInitial }) => isInitial))
	console.log(`above socket.io-client: ${initial.toFixed(2)} KiB gzip`)
	expect(initial).toBeLessThan(maxInitialKiB)
	expect(kiB(built.script)).toBeLessThan(maxScriptKiB)
})

test('the modules import nothing but socket.io-client, and carry no schemas', async () => {
	for (const { name } of built.modules) {
		const code = await readFile(join(outDir, name), 'utf8')
		const imports = [...code.matchAll(/(?:from|import\()\s*["'`]([^"'`]+)["'`]/g)].map(([, source]) => source)
		for (const source of imports) expect(source).toMatch(/^(?:\.\/|socket\.io-client$)/)
		expect(code).not.toContain('Invalid type')
		expect(code).not.toContain('loose_object')
	}
})

test('the script puts the client and its callbacks into a global, in a page without storage, locks or a connection', async () => {
	const code = await readFile(join(outDir, 'parley-im.js'), 'utf8')
	const globals: Record<string, unknown> = { console, setTimeout, clearTimeout, TextEncoder, URL }
	runInNewContext(`${code};globalThis.ParleyIM = ParleyIM`, globals)
	const { createIM, createLegacyIM } = globals.ParleyIM as Record<string, (options?: object) => Record<string, unknown>>
	expect(createIM?.().version).toBe('2.1.14')
	expect(createLegacyIM?.().groupSend).toBeTypeOf('function')
	expect(() => createLegacyIM?.({ autoLogin: true })).toThrow('automatic login is not an option')
})
