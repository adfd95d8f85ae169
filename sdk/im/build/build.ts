import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import contract from '../../../contracts/im/package.json' with { type: 'json' }
import manifest from '../package.json' with { type: 'json' }
import { typesOf, writeTypes } from './types.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Engines with modules; older ones load the script. */
const moduleTarget = 'es2021'
/** The oldest the compiler knows. */
const scriptTarget = 'es2015'

export interface BuiltFile {
	name: string
	gzipBytes: number
	/** False for what is loaded when it is used. */
	isInitial: boolean
}

/** A package of modules beside `socket.io-client`, and one script with it. Without `outDir` nothing is written. */
export async function buildSdk(outDir?: string): Promise<{ modules: BuiltFile[]; script: BuiltFile[] }> {
	// The same files whatever `NODE_ENV` is.
	const resolve = { conditions: ['module', 'browser', 'production'] }
	const shared = { root, configFile: false, logLevel: 'warn', resolve } as const
	const write = outDir !== undefined
	const modules = await build({
		...shared,
		build: {
			write,
			...(write ? { outDir, emptyOutDir: true } : {}),
			target: moduleTarget,
			lib: { entry: { index: 'src/index.ts', legacy: 'src/compat/legacy.ts' }, formats: ['es'] },
			rolldownOptions: {
				external: ['socket.io-client'],
				preserveEntrySignatures: 'allow-extension',
				output: { minify: true, chunkFileNames: '[name].js' },
			},
		},
	})
	const script = await build({
		...shared,
		build: {
			write,
			...(write ? { outDir, emptyOutDir: false } : {}),
			target: scriptTarget,
			lib: { entry: 'src/compat/global.ts', formats: ['iife'], name: 'ParleyIM', fileName: () => 'parley-im.js' },
		},
	})
	if (write) await writePackage(outDir)
	return { modules: filesOf(modules), script: filesOf(script) }
}

/** `outDir` is what is published. */
async function writePackage(outDir: string): Promise<void> {
	await writeTypes(outDir)
	const { name, version, description, license, type, sideEffects, dependencies } = manifest
	const published = {
		name,
		version,
		description,
		license,
		type,
		sideEffects,
		exports: {
			'.': { types: `./${typesOf.index}`, default: './index.js' },
			'./legacy': { types: `./${typesOf.legacy}`, default: './legacy.js' },
			'./parley-im.js': './parley-im.js',
		},
		unpkg: 'parley-im.js',
		// The others are in the modules; of valibot there are types alone.
		dependencies: { 'socket.io-client': dependencies['socket.io-client'], valibot: contract.dependencies.valibot },
	}
	await writeFile(join(outDir, 'package.json'), `${JSON.stringify(published, null, '\t')}\n`)
	for (const file of ['README.md', 'CHANGELOG.md', '../../LICENSE'])
		await copyFile(join(root, file), join(outDir, file.replace('../../', '')))
}

function filesOf(result: Awaited<ReturnType<typeof build>>): BuiltFile[] {
	const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[]
	const chunks = outputs.flatMap(({ output }) => output).filter(file => file.type === 'chunk')
	const index = chunks.find(({ name }) => name === 'index')
	return chunks.map(({ fileName, name, code, isEntry }) => ({
		name: fileName,
		gzipBytes: gzipSync(code, { level: 9 }).length,
		isInitial: index ? name === 'index' || index.imports.includes(fileName) : isEntry,
	}))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const outDir = fileURLToPath(new URL('../dist', import.meta.url))
	await rm(outDir, { recursive: true, force: true })
	const { modules, script } = await buildSdk(outDir)
	for (const { name, gzipBytes, isInitial } of [...modules, ...script])
		console.log(`${name}: ${(gzipBytes / 1024).toFixed(2)} KiB gzip${isInitial ? '' : ', loaded when it is used'}`)
}
