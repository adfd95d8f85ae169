import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
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
import { type BuiltFile, buildSdk, engineFile, gzipBytesOf } from './build.ts'
import { localNames, partNames, privateNames } from './privateNames.ts'
import { apiReport } from './types.ts'

/** First load of a page that logs in and exchanges messages: the SDK and `engine.io-client`. `centrifuge` has 23. */
const maxFirstLoadKiB = 21
/** With the parts that are loaded when they are used, and the other two entries. */
const maxAllKiB = 22
/** With `engine.io-client`, compiled to ES5. */
const maxScriptKiB = 36

const nodeModules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const run = promisify(execFile)

let outDir: string
let built: { modules: BuiltFile[]; script: BuiltFile[] }
beforeAll(async () => {
	outDir = await mkdtemp(join(tmpdir(), 'im-sdk-'))
	built = await buildSdk(outDir)
})
afterAll(() => rm(outDir, { recursive: true }))

const kiB = (files: BuiltFile[]) => files.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1024

test('a page that sends and receives loads no more than it may', async () => {
	const initial = kiB(built.modules.filter(({ isInitial }) => isInitial))
	const all = kiB(built.modules)
	const firstLoad = initial + gzipBytesOf(await readFile(engineFile, 'utf8')) / 1024
	console.log(
		`first load ${firstLoad.toFixed(2)} KiB gzip, of it ${initial.toFixed(2)} the SDK (${all.toFixed(2)} with every part); script ${kiB(built.script).toFixed(2)}`,
	)
	expect(firstLoad).toBeLessThan(maxFirstLoadKiB)
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
		// `value[name]` and `name in value` would need the name as a string.
		expect(code.join()).not.toMatch(new RegExp(`(["'\`])${name}\\1\\s*(?:in\\b|\\])`))
		expect(code.join()).not.toMatch(new RegExp(`[.{,]${name}\\b(?=[=:(.])`))
	}
})

test('the modules import nothing but engine.io-client, and carry no schemas', async () => {
	for (const { name } of built.modules) {
		const code = await readFile(join(outDir, name), 'utf8')
		const imports = [...code.matchAll(/(?:from|import\()\s*["'`]([^"'`]+)["'`]/g)].map(([, source]) => source)
		for (const source of imports) expect(source).toMatch(/^(?:\.\/|engine\.io-client$)/)
		expect(code).not.toContain('Invalid type')
		expect(code).not.toContain('loose_object')
	}
})

test('the script is ES5, and leaves one global', async () => {
	const program = parse(await readFile(join(outDir, 'parley-im.js'), 'utf8'), { ecmaVersion: 5 })
	expect(program.body.map(({ type }) => type)).toEqual(['VariableDeclaration'])
	expect(program.body[0]).toMatchObject({ declarations: [{ id: { name: 'ParleyIM' } }] })
})

/** Language features after ES2017, which the README requires. */
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
	const warnings: unknown[][] = []
	const page = {
		console: { warn: (...given: unknown[]) => warnings.push(given) },
		setTimeout,
		clearTimeout,
		TextEncoder,
		URL,
		Blob,
		crypto,
		heard,
		openTransport,
	}
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
	// A refused upload is reported in one line, without a stack.
	await vi.waitFor(() =>
		expect(warnings).toEqual([['im: device information not accepted: XMLHttpRequest is not defined']]),
	)
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

test('the exports match the report', async () => {
	await expect(await apiReport(outDir)).toMatchFileSnapshot(
		fileURLToPath(new URL('../api-report.txt', import.meta.url)),
	)
})

/** A copy of the package in its place in the repository, so that packing writes nothing into the folder of others. */
async function copyOfPackage(folder: string): Promise<string> {
	const root = fileURLToPath(new URL('../../..', import.meta.url))
	const isSource = (path: string) => !/\/(?:dist|node_modules|\.types-[^/]*)$/.test(path)
	for (const path of ['sdk/im', 'contracts/im', 'tsconfig.base.json', 'package.json'])
		await cp(join(root, path), join(folder, path), { recursive: true, filter: isSource })
	for (const path of ['node_modules', 'sdk/im/node_modules'])
		if (existsSync(join(root, path))) await symlink(join(root, path), join(folder, path))
	return join(folder, 'sdk/im')
}

/** An empty project with the package as npm unpacks it, next to its dependencies. */
async function projectWith(tarball: string, project: string): Promise<void> {
	const unpacked = join(project, 'node_modules/@parley/im-sdk')
	await mkdir(unpacked, { recursive: true })
	await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', unpacked])
	const { dependencies } = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'))
	for (const name of Object.keys(dependencies))
		await symlink(join(nodeModules, name), join(project, 'node_modules', name))
	await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}')
}

const strangersPage = `import { createIM, type HistoryEvent, IMError, type Message } from '@parley/im-sdk'
import { answerCodes, imLimits, logEventNumbers } from '@parley/im-sdk/constants'
import { createLegacyIM } from '@parley/im-sdk/legacy'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const isTrue = <T extends true>(value?: T) => value

function lineOf(event: HistoryEvent): string {
	if (event.messageType === undefined) {
		const message: Message = event
		isTrue<Equal<(typeof event)['content'], string>>()
		return message.sendUserName + message.content
	}
	// @ts-expect-error only a message has a text
	isTrue<Equal<(typeof event)['content'], string>>()
	switch (event.messageType) {
		case logEventNumbers.memberJoined:
			return event.members.map(({ nickName }) => nickName.trim()).join()
		case logEventNumbers.messageRevoked:
			return event.target.toFixed()
		case logEventNumbers.groupUpdated:
			return event.changes.name?.trim() ?? ''
		case logEventNumbers.memberKicked:
		case logEventNumbers.memberQuit:
			// @ts-expect-error a single member left
			return event.members.join()
		default:
			return event.userId.trim()
	}
}

export async function page() {
	const im = createIM({ modules: { friend: true } })
	im.on('messagesReceived', ({ list, gid }) => { for (const message of list) { const given: Message = message; const a: string = message.content; const b: number = given.hisId; void [a, b, gid] } })
	await im.login({ uid: 'ann', appId: 'app', token: 't' })
	const { hisId }: { hisId: number } = await im.group('g').send({ content: 'x' }).sent
	for await (const { more, list } of im.group('g').history()) { const isMore: boolean = more; void [isMore, list.map(lineOf)] }
	for await (const { list } of im.chat('bob').history()) list.map(lineOf)
	const { value } = await im.room('r').history({ limit: 1 }).next()
	// @ts-expect-error there may be no page
	value.list
	value?.list.map(lineOf)
	// @ts-expect-error unknown group state
	await im.group('g').shield(7)
	createLegacyIM().friendList({}, ({ list }) => list.length, ({ msg }) => msg.length)
	if (hisId > imLimits.maxContentLength) throw new IMError(answerCodes.tooLarge)
	return hisId + (new IMError(1).code satisfies number)
}
`

test('npm packs exactly the build, and an empty project compiles against it and runs it', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'im-pack-'))
	try {
		const source = await copyOfPackage(join(folder, 'repository'))
		await run('npm', ['pack', '--pack-destination', folder], { cwd: source, shell: process.platform === 'win32' })
		const [tarball = ''] = (await readdir(folder)).filter(name => name.endsWith('.tgz'))
		const listed = (await run('tar', ['-tzf', join(folder, tarball)])).stdout.trim().split('\n')
		const files = listed.map(path => path.replace('package/', ''))
		expect(files.filter(path => !path.startsWith('dist/')).sort()).toEqual([
			'CHANGELOG.md',
			'README.md',
			'package.json',
		])
		const modules = [...built.modules, ...built.script].map(({ name }) => `dist/${name}`)
		expect(files.filter(path => path.endsWith('.js')).sort()).toEqual(modules.sort())
		expect(files.filter(path => /^dist\/(?!types\/)/.test(path)).sort()).toEqual(modules)

		const project = join(folder, 'project')
		await projectWith(join(folder, tarball), project)
		await writeFile(join(project, 'page.ts'), strangersPage)
		const options = '--ignoreConfig --noEmit --strict --module nodenext --target es2023 --lib es2023,dom --types'
		const tsc = join(nodeModules, 'typescript/bin/tsc')
		await run(process.execPath, [tsc, ...options.split(' '), '', 'page.ts'], { cwd: project }).catch(({ stdout }) =>
			expect.fail(stdout),
		)
		const program = `
			const { createIM } = await import('@parley/im-sdk')
			const { answerCodes } = await import('@parley/im-sdk/constants')
			const { createLegacyIM } = await import('@parley/im-sdk/legacy')
			const script = import.meta.resolve('@parley/im-sdk/parley-im.js')
			const testing = await import('@parley/im-sdk/testing').catch(({ code }) => code)
			console.log(createIM().version, answerCodes.noPromise, typeof createLegacyIM().groupSend, script.split('/').pop(), testing)
		`
		const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: project })
		expect(stdout.trim()).toBe('2.1.14 403 function parley-im.js ERR_PACKAGE_PATH_NOT_EXPORTED')
	} finally {
		await rm(folder, { recursive: true })
	}
}, 240_000)
