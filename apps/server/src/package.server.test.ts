import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { extract } from 'tar'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from './platform/testing/freePort.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)
let folder: string
let packed: string
let installed: string

/** Packs the product, and puts it below node_modules as npm does, beside the packages that it needs. */
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'parley-package-'))
	packed = join(folder, 'packed')
	installed = join(folder, 'node_modules/parley')
	await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'releases', '-f', join(folder, 'key')])
	await run(process.execPath, [join(root, 'scripts/pack.mjs'), packed, `--sign=${join(folder, 'key')}`], { cwd: root })
	mkdirSync(installed, { recursive: true })
	await extract({ file: join(packed, archive()), cwd: installed, strip: 1 })
	const { dependencies } = manifest()
	for (const [name, version] of Object.entries(dependencies)) {
		const places = [root, ...contracts.map(contract => join(root, 'contracts', contract))].map(at =>
			join(at, 'node_modules', name),
		)
		const found = places.find(
			at => existsSync(at) && JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')).version === version,
		)
		if (found && !name.startsWith('@parley/')) link(found, join(folder, 'node_modules', name))
	}
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const contracts = ['api', 'core', 'im', 'room']
function link(from: string, to: string) {
	mkdirSync(dirname(to), { recursive: true })
	symlinkSync(from, to)
}
const archive = () => readdirSync(packed).find(name => name.endsWith('.tgz')) ?? ''
const manifest = () => JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
const environment = (settings: Record<string, string> = {}) => ({
	PATH: process.env.PATH,
	HOME: folder,
	PARLEY_DATA: join(folder, 'data'),
	PARLEY_RTMP_PORT: 'off',
	...settings,
})
const program = () => join(installed, 'bin/run.mjs')

test('[PKG-01] [PKG-03] the package serves the product from below node_modules as the process that was started, and ends with a signal', async () => {
	const port = await freePort()
	const server = spawn(process.execPath, [program()], { env: environment({ PORT: String(port), PARLEY_DEMO: '1' }) })
	let output = ''
	for (const stream of [server.stdout, server.stderr])
		stream.setEncoding('utf8').on('data', text => {
			output += text
		})
	await vi.waitFor(() => expect(output).toContain('Parley is up'), 45_000)
	const get = async (path: string) => await fetch(`http://127.0.0.1:${port}${path}`)
	expect(await (await get('/')).text()).toContain('<div id="root"')
	expect((await get('/shell/')).status).toBe(200)
	await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200), 20_000)
	expect(await healthOf(port)).toBe(0)
	const ended = once(server, 'exit')
	server.kill('SIGTERM')
	expect(await ended).toEqual([0, null])
	expect(output).toContain(`"pid":${server.pid}`)
	expect(await healthOf(port)).toBe(1)
}, 120_000)

test('[PKG-01] the server of npx ends when npx is told to', async () => {
	// As npm does when it installs.
	chmodSync(program(), 0o755)
	link(program(), join(folder, 'node_modules/.bin/parley'))
	const settings = { PORT: String(await freePort()), PARLEY_DEMO: '0', PARLEY_DATA: join(folder, 'npx') }
	const npx = spawn('npx', ['--offline', 'parley'], { cwd: folder, env: environment(settings) })
	let output = ''
	npx.stdout.setEncoding('utf8').on('data', text => {
		output += text
	})
	await vi.waitFor(() => expect(output).toMatch(/"pid":\d+/), 45_000)
	const pid = Number(/"pid":(\d+)/.exec(output)?.[1])
	onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')))
	npx.kill('SIGTERM')
	await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 20_000)
}, 90_000)

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0)
	} catch {
		return false
	}
}

/** Exit code of the health check of the image. */
async function healthOf(port: number): Promise<unknown> {
	const checked = run(process.execPath, [join(installed, 'bin/healthcheck.mjs')], {
		env: environment({ PORT: String(port) }),
	})
	return await checked.then(
		() => 0,
		(error: { code?: unknown }) => error.code,
	)
}

test('[PKG-01] everything else is a command of the administrator', async () => {
	const { stdout } = await run(process.execPath, [program(), '--help'], { env: environment() })
	expect(stdout).toContain('doctor')
	const unknown = run(process.execPath, [program(), 'nonsense'], { env: environment() })
	await expect(unknown).rejects.toMatchObject({ code: 2 })
})

test('[PKG-10] a message names a command as it is called with the package', async () => {
	const settings = environment({
		PORT: String(await freePort()),
		PARLEY_DEMO: '0',
		PARLEY_DATA: join(folder, 'no-site'),
	})
	const server = spawn(process.execPath, [program()], { env: settings })
	onTestFinished(() => void server.kill('SIGKILL'))
	let output = ''
	server.stdout.setEncoding('utf8').on('data', text => {
		output += text
	})
	await vi.waitFor(() => expect(output).toMatch(/ {2}parley site create <host name>$/m), 45_000)
}, 60_000)

test('[PKG-01] the package has neither tests nor types, and names its packages exactly', () => {
	const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
	expect(files.filter(name => /\.test\.|\.suite\.|(?:^|\/)testing(?:\/|$)|tsconfig/.test(name))).toEqual([])
	expect(readFileSync(join(installed, 'apps/server/src/main.ts'), 'utf8')).not.toContain('settings: Config')
	const { dependencies, optionalDependencies } = manifest()
	for (const version of Object.values({ ...dependencies, ...optionalDependencies }))
		expect(version).toMatch(/^\d+\.\d+\.\d+/)
	const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
	// One that the product names itself, and one that only others need.
	for (const name of ['fastify', 'avvio']) expect(dependencies[name]).toBe(packages[`node_modules/${name}`].version)
	expect(dependencies.vitest).toBeUndefined()
})

test('[PKG-02] components, licences, changes and checksums lie beside it', () => {
	const names = readdirSync(packed).sort()
	const components = JSON.parse(
		readFileSync(join(packed, names.find(name => name.endsWith('.cdx.json')) ?? ''), 'utf8'),
	)
	const listed = components.components.map(({ purl = '' }) =>
		decodeURIComponent(purl).replace(/^pkg:npm\/(.+)@.*/, '$1'),
	)
	for (const name of Object.keys(manifest().dependencies)) expect(listed).toContain(name)
	const licences = readFileSync(join(packed, names.find(name => name.endsWith('licences.txt')) ?? ''), 'utf8')
	expect(licences).toMatch(/^fastify \d+\.\d+\.\d+\n\nMIT License/m)
	const sums = readFileSync(join(packed, 'SHA256SUMS'), 'utf8').trim().split('\n')
	for (const line of sums) {
		const [hash, name = ''] = line.split('  ')
		expect(
			createHash('sha256')
				.update(readFileSync(join(packed, name)))
				.digest('hex'),
		).toBe(hash)
	}
	expect(sums).toHaveLength(names.length - 2)
	const { version } = manifest()
	expect(readFileSync(join(packed, `parley-${version}-changes.md`), 'utf8')).toMatch(new RegExp(`^## ${version} `))
})

test('[PKG-09] the checksums are signed, and what was changed later is not', async () => {
	const signers = join(folder, 'allowed_signers')
	writeFileSync(signers, `releases ${readFileSync(join(folder, 'key.pub'), 'utf8')}`)
	const sums = readFileSync(join(packed, 'SHA256SUMS'), 'utf8')
	expect(await verify(signers, sums)).toContain('Good "parley-package" signature for releases')
	await expect(verify(signers, sums.replace(/^./, '0').replace(/^0./, '0f'))).rejects.toThrow()
})

/** Verifies the signature of a text as docs/how-to/verify-a-package.md says. */
async function verify(signers: string, text: string): Promise<string> {
	const command = /ssh-keygen -Y verify .*/.exec(
		readFileSync(join(root, 'docs/how-to/verify-a-package.md'), 'utf8').replaceAll(/\\\n\s*/g, ''),
	)?.[0]
	const file = join(folder, 'sums')
	writeFileSync(file, text)
	const { stdout } = await run(
		'sh',
		['-c', String(command).replace('< SHA256SUMS', `< '${file}'`).replace('allowed_signers', `'${signers}'`)],
		{
			cwd: packed,
		},
	)
	return stdout
}
