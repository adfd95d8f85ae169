import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { packetName } from '@parley/im'
import { parse } from 'acorn'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createIM } from '../src/api/createIM.ts'
import type { OpenTransport } from '../src/transport/transport.ts'
import { type BuiltFile, buildSdk } from './build.ts'
import { localNames, partNames, privateNames } from './privateNames.ts'
import { apiReport } from './types.ts'

/** What a page loads beside `socket.io-client` to log in and exchange messages. */
const maxInitialKiB = 12
/** With the parts that are loaded when they are used, and the other two entries. */
const maxAllKiB = 21
/** With `socket.io-client`, compiled to ES5. */
const maxScriptKiB = 41

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
	const all = kiB(built.modules)
	console.log(`above socket.io-client: ${initial.toFixed(2)} KiB gzip, ${all.toFixed(2)} with every part`)
	expect(initial).toBeLessThan(maxInitialKiB)
	expect(all).toBeLessThan(maxAllKiB)
	expect(kiB(built.script)).toBeLessThan(maxScriptKiB)
})

test('names that are cut short are not of the wire, the API or the storage', async () => {
	const folder = fileURLToPath(new URL('../../../contracts/im/src', import.meta.url))
	const contract = await Promise.all(
		(await readdir(folder)).filter(file => !file.startsWith('spec')).map(file => readFile(join(folder, file), 'utf8')),
	)
	const code = await Promise.all(built.modules.map(({ name }) => readFile(join(outDir, name), 'utf8')))
	const withoutComments = contract.join().replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
	const im = createIM()
	const api = [im, im.chat('c'), im.room('r'), im.groups, im.friend, im.notice, im.user, im.stats()].flatMap(
		Object.keys,
	)
	for (const name of [...localNames, ...privateNames, ...partNames]) {
		expect(api).not.toContain(name)
		expect(withoutComments).not.toMatch(new RegExp(`\\b${name}\\??:`))
		// As `value[name]` and `name in value` need it.
		expect(code.join()).not.toMatch(new RegExp(`(["'\`])${name}\\1\\s*(?:in\\b|\\])`))
		expect(code.join()).not.toMatch(new RegExp(`[.{,]${name}\\b(?=[=:(.])`))
	}
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

test('the script is ES5, and leaves one global', async () => {
	const program = parse(await readFile(join(outDir, 'parley-im.js'), 'utf8'), { ecmaVersion: 5 })
	expect(program.body.map(({ type }) => type)).toEqual(['VariableDeclaration'])
	expect(program.body[0]).toMatchObject({ declarations: [{ id: { name: 'ParleyIM' } }] })
})

/** What came after ES2017, which the README asks for. */
const laterThan2017 = `
	for (const name of ['at', 'flat', 'flatMap', 'findLast']) delete Array.prototype[name]
	for (const name of ['at', 'matchAll', 'replaceAll', 'trimStart', 'trimEnd']) delete String.prototype[name]
	delete Object.fromEntries; delete Promise.prototype.finally; delete Promise.allSettled`

test('the script sends with a library of 2017, and has the words of existing callers', async () => {
	const code = await readFile(join(outDir, 'parley-im.js'), 'utf8')
	const heard: unknown[] = []
	const openTransport: OpenTransport = (_, events) => {
		setTimeout(() => events.onOpen(), 1)
		return {
			send({ messageId, messageType }) {
				const answers: Partial<Record<string, object>> = {
					login: { session: 's', now: 0, expiresAt: 1, user: { userId: 'ann', nickName: 'Ann' } },
					syncKeys: { keys: {} },
					groupSend: { hisId: 7, syncKey: 'e.7', ts: 1 },
				}
				const jsonData = { code: 0, ...answers[packetName(messageType) ?? ''] }
				setTimeout(() => events.onMessage({ messageId, messageType, jsonData }), 1)
			},
			close() {},
		}
	}
	const page = { console, setTimeout, clearTimeout, TextEncoder, URL, Blob, crypto, heard, openTransport }
	runInNewContext(
		`${laterThan2017};${code}
		var im = ParleyIM.createLegacyIM({ environment: { openTransport: openTransport } })
		im.groupSend(undefined, undefined, function (error) { heard.push(error.msg) })
		im.acceptFriendApply({}, undefined, function (error) { heard.push(error.msg) })
		im.login({ uid: 'ann', appId: 'app', token: 't' }, function () {
			im.groupSend({ gid: 'g', content: 'x' }, function (answer) { heard.push(answer.hisId) })
		})`,
		page,
	)
	await vi.waitFor(() => expect(heard).toEqual(['vaild param', 'param illegal', 7]))
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

test('what can be imported is what the report says', async () => {
	await expect(await apiReport(outDir)).toMatchFileSnapshot(
		fileURLToPath(new URL('../api-report.txt', import.meta.url)),
	)
})

test('another project compiles against the package alone', async () => {
	const nodeModules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
	const project = await mkdtemp(join(tmpdir(), 'im-consumer-'))
	try {
		await mkdir(join(project, 'node_modules/@parley'), { recursive: true })
		await symlink(outDir, join(project, 'node_modules/@parley/im-sdk'))
		await mkdir(join(outDir, 'node_modules'))
		await symlink(join(nodeModules, 'valibot'), join(outDir, 'node_modules/valibot'))
		await writeFile(
			join(project, 'page.ts'),
			`import { createIM, IMError } from '@parley/im-sdk'
import { answerCodes, imLimits } from '@parley/im-sdk/constants'
import { createLegacyIM } from '@parley/im-sdk/legacy'
export async function page() {
	const im = createIM({ modules: { friend: true } })
	im.on('messagesReceived', ({ list, gid }) => { for (const { content, hisId } of list) { const a: string = content; const b: number = hisId; void [a, b, gid] } })
	await im.login({ uid: 'ann', appId: 'app', token: 't' })
	const { hisId }: { hisId: number } = await im.group('g').send({ content: 'x' }).sent
	for await (const { more } of im.group('g').history()) { const isMore: boolean = more; void isMore }
	// @ts-expect-error a group has no such state
	await im.group('g').shield(7)
	createLegacyIM().friendList({}, ({ list }) => list.length, ({ msg }) => msg.length)
	if (hisId > imLimits.maxContentLength) throw new IMError(answerCodes.tooLarge)
	return hisId + (new IMError(1).code satisfies number)
}
`,
		)
		const options = [
			'--ignoreConfig',
			'--noEmit',
			'--strict',
			'--module',
			'nodenext',
			'--target',
			'es2023',
			'--lib',
			'es2023,dom',
			'--types',
			'',
		]
		const tsc = join(nodeModules, 'typescript/bin/tsc')
		const run = promisify(execFile)(process.execPath, [tsc, ...options, join(project, 'page.ts')])
		await run.catch(({ stdout }) => expect.fail(stdout))
	} finally {
		await rm(project, { recursive: true })
	}
})
