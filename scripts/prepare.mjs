import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compressFolder } from './compress.mjs'
import { filesUnder } from './files.mjs'
import { cache, environment, environmentWithoutTools, root, run, step, UserError } from './process.mjs'

const readJson = path => JSON.parse(readFileSync(join(root, path), 'utf8'))

// ── packages ────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Makes node_modules match package-lock.json, and returns the path of the pinned Node. `toRun` installs only the
 * packages needed to build and run the product; additional installed ones stay.
 * @param {{ toRun?: boolean }} [options]
 */
export async function ensureInstalled({ toRun = false } = {}) {
	const oldest = readJson('package.json').engines.node.replace('>=', '')
	if (major(process.versions.node) < Number(oldest)) {
		throw new UserError(`Parley needs Node ${oldest} or newer to install itself; this is ${process.versions.node}.`)
	}
	if (!isInstalled(toRun)) await step('installing packages', () => install(toRun))
	return await ensurePinnedNode()
}

/** `npm ci` also fails if a package.json requires a package missing from the lock file. */
async function install(toRun) {
	const kinds = toRun ? '--omit=dev' : '--include=dev'
	const { code, output } = await npm(['ci', kinds, '--no-audit', '--no-fund', '--loglevel=error'])
	if (code !== 0) throw new UserError(`npm could not install the packages.\n${explainNpmFailure(output)}`)
}

/** Compares the manifests with the lock file, and the lock file with npm's own record of what it installed. */
function isInstalled(toRun) {
	const recordPath = 'node_modules/.package-lock.json'
	if (!existsSync(join(root, recordPath))) return false
	const locked = readJson('package-lock.json').packages
	const installed = readJson(recordPath).packages
	return (
		manifestFolders().every(folder => matchesLock(readJson(join(folder, 'package.json')), locked[folder])) &&
		Object.entries(locked).every(
			([path, wanted]) => (toRun && (wanted.dev || wanted.devOptional)) || matchesRecord(wanted, installed[path], path),
		) &&
		Object.values(installed).every(isForThisMachine)
	)
}

/** The folders of the root's package.json ('') and of every workspace's, as the lock file names them. */
function manifestFolders() {
	const folders = readJson('package.json').workspaces.flatMap(pattern => {
		if (!pattern.endsWith('/*')) return [pattern]
		const parent = pattern.slice(0, -'/*'.length)
		return readdirSync(join(root, parent)).map(name => `${parent}/${name}`)
	})
	return ['', ...folders.filter(folder => existsSync(join(root, folder, 'package.json')))]
}

const dependencyFields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

function matchesLock(manifest, locked) {
	const sorted = fields => JSON.stringify(Object.entries(fields ?? {}).sort())
	return dependencyFields.every(field => sorted(manifest[field]) === sorted(locked?.[field]))
}

/** npm omits optional packages of other platforms, and unneeded peers. */
function matchesRecord(wanted, installed, path) {
	if (path === '') return true
	return installed ? installed.version === wanted.version : wanted.optional || wanted.peer
}

/** Returns false if node_modules was copied from another platform. */
function isForThisMachine({ os = [process.platform], cpu = [process.arch] }) {
	return os.includes(process.platform) && cpu.includes(process.arch)
}

function npm(args, options = {}) {
	return run('npm', args, { env: environmentWithoutTools(), ...options }).catch(error => {
		if (error.code !== 'ENOENT') throw error
		throw new UserError('npm is not installed (or not on the PATH). It comes with Node: https://nodejs.org')
	})
}

function explainNpmFailure(output) {
	const tail = output.trim().split('\n').slice(-15).join('\n')
	if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/.test(output)) {
		return `${tail}\n\nThe package registry could not be reached. Check the network, and \`npm config get registry\`.`
	}
	if (/ENOSPC/.test(output)) return `${tail}\n\nThe disk is full.`
	if (/EACCES|EPERM/.test(output)) return `${tail}\n\nYou do not have permission to write to this folder.`
	return tail
}

// ── the pinned Node ─────────────────────────────────────────────────────────────────────────────────────────────────

/** All our programs run on the Node version pinned in package.json, which npm installs as a package. */
async function ensurePinnedNode() {
	const wanted = readJson('package.json').dependencies.node
	const path = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
	if (isNodeVersion(path, wanted)) return path

	return await step(`repairing Node ${wanted}`, async () => {
		await npm(['rebuild', 'node', '--loglevel=error'])
		if (isNodeVersion(path, wanted)) return path
		const downloaded = await downloadNode(wanted)
		if (downloaded) {
			mkdirSync(dirname(path), { recursive: true })
			copyFileSync(downloaded, path)
			chmodSync(path, 0o755)
			await rm(dirname(dirname(dirname(dirname(downloaded)))), { recursive: true, force: true })
		}
		if (isNodeVersion(path, wanted)) return path
		if (major(process.versions.node) >= major(wanted)) return process.execPath
		throw new UserError(
			`Node ${wanted} for ${process.platform}-${process.arch} could not be installed from npm ` +
				`(install scripts of the package "node" switched off, or no build for this machine).\n` +
				`Either run \`npm rebuild node\` and check its output, or start this with Node ${major(wanted)} or newer.`,
		)
	})
}

function isNodeVersion(path, version) {
	if (process.execPath === path) return process.versions.node === version
	return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${version}`
}

function major(version) {
	return Number.parseInt(version, 10)
}

/** Installs the platform package with the binary, in case the install script of "node" was not allowed to fetch it. */
async function downloadNode(version) {
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

// ── messages and pages ─────────────────────────────────────────────────────────────────────────────────────────────────

/** Compiles the messages of the page. Types, lint and tests need the result too. */
export async function ensureMessages(node) {
	const web = join(root, 'apps/web')
	if (!existsSync(join(web, 'project.inlang/settings.json'))) return
	const inputs = fingerprint([join(web, 'src/locales'), join(web, 'project.inlang/settings.json')])
	if (existsSync(join(web, 'src/locales/generated/runtime.js')) && readStamp('messages') === inputs) return
	await step('compiling the messages', async () => {
		const { code, output } = await run(node, ['build/compileMessages.ts'], { cwd: web, env: environment() })
		if (code !== 0) throw new UserError(output)
		writeStamp('messages', inputs)
	})
}

/** Apps to build, by folder. */
const builtApps = { web: 'the page', shell: 'the simulated phone', im: 'the page of the messaging SDK' }

/** Builds the apps whose source files have changed. */
export async function ensureBuilt(node) {
	const shared = ['contracts', 'sdk', 'design', 'package-lock.json'].map(part => join(root, part))
	for (const [app, name] of Object.entries(builtApps)) {
		const folder = join(root, 'apps', app)
		if (!existsSync(join(folder, 'index.html'))) continue
		const inputs = fingerprint([folder, ...shared])
		if (existsSync(join(folder, 'dist')) && readStamp(`built-${app}`) === inputs) continue
		await step(`building ${name}`, () => build(node, folder))
		writeStamp(`built-${app}`, inputs)
	}
}

const typedFolders = ['apps/server', 'contracts', 'sdk']

/**
 * Copies the server's files without their types, if they have changed.
 * @returns {Promise<string>} the argument with which Node loads the copies
 */
export async function ensureTypesRemoved(node) {
	const copies = join(cache, 'untyped')
	const inputs = fingerprint(typedFolders.map(folder => join(root, folder)))
	if (!existsSync(copies) || readStamp('types-removed') !== inputs) {
		await step('removing types from the server', async () => {
			const next = join(cache, `untyped-${process.pid}`)
			// A process of its own: this one lives as long as the server, and would keep the parser in memory.
			const script = join(root, 'scripts/removeTypes.mjs')
			const { code, output } = await run(node, [script, root, next, ...typedFolders])
			if (code !== 0) throw new UserError(output)
			await replaceFolder(copies, next)
			await writeStamp('types-removed', inputs)
		})
	}
	return `--import=${pathToFileURL(join(root, 'scripts/loadUntyped.mjs')).href}`
}

/** Builds into a temporary folder, so that a running server, or a failed build, keeps the previous files. */
async function build(node, folder) {
	const outDir = join(cache, `build-${process.pid}`)
	const { code, output } = await run(node, [join(root, 'scripts/buildApp.mjs'), outDir], {
		cwd: folder,
		env: environment({ NODE_ENV: 'production' }),
	})
	if (code !== 0) {
		await rm(outDir, { recursive: true, force: true })
		throw new UserError(output)
	}
	await compressFolder(outDir)
	await replaceFolder(join(folder, 'dist'), outDir)
}

async function replaceFolder(folder, next) {
	const previous = join(cache, `previous-${process.pid}`)
	if (existsSync(folder)) await rename(folder, previous)
	await rename(next, folder)
	await rm(previous, { recursive: true, force: true })
}

/** Returns a hash of paths and contents, not of times: tools and checkouts change the times. */
function fingerprint(paths) {
	const hash = createHash('sha256').update(process.env.PARLEY_SOURCE_MAPS ?? '')
	for (const path of paths.flatMap(filesUnder).sort()) hash.update(path).update(readFileSync(path))
	return hash.digest('hex')
}

function readStamp(name) {
	const path = join(cache, name)
	return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

async function writeStamp(name, text) {
	mkdirSync(cache, { recursive: true })
	await writeFile(join(cache, name), text)
}
