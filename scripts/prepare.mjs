import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compressFolder } from './compress.mjs'
import { cache, environment, environmentWithoutTools, root, run, step, tools, UserError } from './process.mjs'

const read = path => JSON.parse(readFileSync(join(root, path), 'utf8'))

// ── packages ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Makes node_modules what package-lock.json says, and gives the path of the pinned Node. */
export async function ensureInstalled() {
	const oldest = read('package.json').engines.node.replace('>=', '')
	if (Number.parseInt(process.versions.node, 10) < Number(oldest)) {
		throw new UserError(`Parley needs Node ${oldest} or newer to install itself; this is ${process.versions.node}.`)
	}
	if (!(await isInstalled())) await step('installing packages', install)
	return await pinnedNode()
}

const stampPath = join(root, 'node_modules/.parley-installed')

async function isInstalled() {
	const stamp = installStamp()
	const kept = existsSync(stampPath) ? readFileSync(stampPath, 'utf8') : undefined
	if (kept === stamp) return true
	const movedHere = kept !== undefined && machineOf(kept) !== machineOf(stamp)
	if (movedHere || !matchesLock()) return false
	await writeFile(stampPath, stamp)
	return true
}

function installStamp() {
	const lock = existsSync(join(root, 'package-lock.json')) ? readFileSync(join(root, 'package-lock.json')) : ''
	return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`
}

function machineOf(stamp) {
	return stamp.slice(stamp.indexOf(' '))
}

/** Somebody may have run npm by hand: its own record then says that everything is there. */
function matchesLock() {
	if (!existsSync(join(root, 'node_modules/.package-lock.json')) || !existsSync(join(root, 'package-lock.json')))
		return false
	const wanted = read('package-lock.json').packages
	const found = read('node_modules/.package-lock.json').packages
	return Object.entries(wanted).every(
		([path, { version, optional, peer }]) =>
			path === '' || optional || (peer && !found[path]) || (found[path] && found[path].version === version),
	)
}

/**
 * `npm ci` refuses a lock without the optional packages of every other platform; `npm install --no-save` keeps to the
 * locked versions all the same, leaves the lock alone, and takes only what this machine needs.
 */
async function install() {
	const { code, output } = await npm([
		'install',
		'--no-save',
		'--include=dev',
		'--no-audit',
		'--no-fund',
		'--loglevel=error',
	])
	if (code !== 0) throw new UserError(`npm could not install the packages.\n${whyNpmFailed(output)}`)
	await writeFile(stampPath, installStamp())
}

function npm(args, options = {}) {
	return run('npm', args, { env: environmentWithoutTools(), ...options }).catch(error => {
		if (error.code !== 'ENOENT') throw error
		throw new UserError('npm is not installed (or not on the PATH). It comes with Node: https://nodejs.org')
	})
}

function whyNpmFailed(output) {
	const tail = output.trim().split('\n').slice(-15).join('\n')
	if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/.test(output)) {
		return `${tail}\n\nThe package registry could not be reached. Check the network, and \`npm config get registry\`.`
	}
	if (/ENOSPC/.test(output)) return `${tail}\n\nThe disk is full.`
	if (/EACCES|EPERM/.test(output)) return `${tail}\n\nThis folder cannot be written by the user who runs this.`
	return tail
}

// ── the pinned Node ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Everything of ours runs on the Node that package.json pins; npm fetches it as a package. */
async function pinnedNode() {
	const wanted = read('package.json').dependencies.node
	const path = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
	if (runs(path, wanted)) return path

	return await step(`mending Node ${wanted}`, async () => {
		await npm(['rebuild', 'node', '--loglevel=error'])
		if (runs(path, wanted)) return path
		const unpacked = await fetchNode(wanted)
		if (unpacked) {
			mkdirSync(dirname(path), { recursive: true })
			copyFileSync(unpacked, path)
			chmodSync(path, 0o755)
			await rm(dirname(dirname(dirname(dirname(unpacked)))), { recursive: true, force: true })
		}
		if (runs(path, wanted)) return path
		if (major(process.versions.node) >= major(wanted)) return process.execPath
		throw new UserError(
			`Node ${wanted} for ${process.platform}-${process.arch} could not be installed from npm ` +
				`(install scripts of the package "node" switched off, or no build for this machine).\n` +
				`Either run \`npm rebuild node\` and look at what it says, or start this with Node ${major(wanted)} or newer.`,
		)
	})
}

function runs(path, version) {
	if (process.execPath === path) return process.versions.node === version
	return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`
}

function major(version) {
	return Number.parseInt(version, 10)
}

/** The package that carries the binary itself, where the install script of "node" was not allowed to fetch it. */
async function fetchNode(version) {
	const folder = mkdtempSync(join(tmpdir(), 'parley-node-'))
	const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
	const name = `${prefix}-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
	await npm(
		['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `--prefix=${folder}`, `${name}@${version}`],
		{
			cwd: folder,
		},
	)
	const binary = join(folder, 'node_modules', name, 'bin/node')
	return existsSync(binary) ? binary : undefined
}

// ── words and pages ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Compiles the words of the page, which types, lint and tests look at too. */
export async function ensureMessages(node) {
	const web = join(root, 'apps/web')
	if (!existsSync(join(web, 'project.inlang/settings.json'))) return
	const inputs = fingerprint([join(web, 'src/locales'), join(web, 'project.inlang/settings.json')])
	if (existsSync(join(web, 'src/locales/generated/runtime.js')) && kept('messages') === inputs) return
	const command = read('apps/web/package.json').scripts.messages.split(' ').slice(1)
	await step('compiling the words', async () => {
		const { code, output } = await run(node, [tools.paraglide, ...command], { cwd: web, env: environment() })
		if (code !== 0) throw new UserError(output)
		keep('messages', inputs)
	})
}

/** Builds the page and the simulated phone when something they are made of has changed. */
export async function ensureBuilt(node) {
	const shared = ['contracts', 'package-lock.json'].map(part => join(root, part))
	for (const app of ['web', 'shell']) {
		const folder = join(root, 'apps', app)
		if (!existsSync(join(folder, 'index.html'))) continue
		const inputs = fingerprint([folder, ...shared])
		if (existsSync(join(folder, 'dist')) && kept(`built-${app}`) === inputs) continue
		await step(app === 'web' ? 'building the page' : 'building the simulated phone', () => build(node, folder))
		keep(`built-${app}`, inputs)
	}
}

/** Into a folder aside, so that a server that runs, or a build that fails, keeps what it had. */
async function build(node, folder) {
	const aside = join(cache, `build-${process.pid}`)
	const before = join(cache, `before-${process.pid}`)
	const { code, output } = await run(node, [join(root, 'scripts/buildApp.mjs'), aside], {
		cwd: folder,
		env: environment({ NODE_ENV: 'production' }),
	})
	if (code !== 0) {
		await rm(aside, { recursive: true, force: true })
		throw new UserError(output)
	}
	await compressFolder(aside)
	const dist = join(folder, 'dist')
	if (existsSync(dist)) await rename(dist, before)
	await rename(aside, dist)
	await rm(before, { recursive: true, force: true })
}

/** The words' compiler writes beside its settings; tests are not built. */
const notInputs = /^(?:node_modules|dist|generated|test-results|cache|README\.md|\..*)$|\.test\.tsx?$/

/** What every file says, not when it was written: tools touch files, and a checkout gives them new times. */
function fingerprint(paths) {
	const hash = createHash('sha256').update(process.env.PARLEY_SOURCE_MAPS ?? '')
	for (const path of paths.flatMap(filesUnder).sort()) hash.update(path).update(readFileSync(path))
	return hash.digest('hex')
}

/** @returns {string[]} */
function filesUnder(path) {
	if (!existsSync(path)) return []
	try {
		return readdirSync(path, { withFileTypes: true })
			.filter(entry => !notInputs.test(entry.name))
			.flatMap(entry => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]))
	} catch (error) {
		if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOTDIR') throw error
		return [path]
	}
}

function kept(name) {
	const path = join(cache, name)
	return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

async function keep(name, text) {
	mkdirSync(cache, { recursive: true })
	await writeFile(join(cache, name), text)
}
