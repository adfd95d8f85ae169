import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type JsMinifyOptions, minify, transform } from '@swc/core'
import { build, minify as printed, type Rolldown } from 'vite'
import { createShortener } from './privateNames.ts'
import { writeTypes } from './types.ts'

/** The only library the modules import, as one file: a page without a bundler loads it with them. */
export const engineFile = fileURLToPath(
	new URL('../../../node_modules/engine.io-client/dist/engine.io.esm.min.js', import.meta.url),
)

const root = fileURLToPath(new URL('..', import.meta.url))
/** Engines with modules; older ones load the script. */
const moduleYear = 2021
const moduleTarget = `es${moduleYear}` as const
/** Runs after the bundler's own minification: each finds what the other misses. */
const moduleMinification: JsMinifyOptions = {
	module: true,
	ecma: moduleYear,
	compress: { passes: 3, pure_getters: true, unsafe_arrows: true, collapse_vars: false, sequences: false },
	mangle: { toplevel: true },
}
const minified: Rolldown.Plugin = {
	name: 'minify',
	// The bundler prints chunks again after `renderChunk`.
	async generateBundle(_, bundle) {
		const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
		const shorten = createShortener(chunks.map(({ code }) => this.parse(code)))
		for (const chunk of chunks) {
			const compressed = (await minify(shorten(chunk.code, this.parse(chunk.code)), moduleMinification)).code
			chunk.code = (
				await printed(chunk.fileName, compressed, {
					module: true,
					compress: { target: moduleTarget },
					mangle: { toplevel: true },
				})
			).code
		}
	},
}
/** The oldest target the bundler supports; the compiler after it goes down to ES5. */
const scriptTarget = 'es2015'
const scriptName = 'parley-im.js'

export interface BuiltFile {
	name: string
	gzipBytes: number
	/** False for chunks loaded on first use. */
	isInitial: boolean
}

/** Modules loaded with the first part or by another entry; all others form one file. */
const parts =
	/src\/(?:compat\/|rooms\/|telemetry\/flowLog|browser\/(?:http|fallback)|api\/(?:calls|\w+Calls|callKind|pages|online|tokens)\.)|contracts\/im\/src\/(?:apiSign|packets|packetNames|groupTypes|contentTypes)\.|@noble|@oxc-project/
const isCore = (path: string) => !parts.test(path)

/**
 * Builds the modules, which import `engine.io-client`, a single script that contains it, and types, as package.json
 * names them. Writes nothing without `outDir`.
 */
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
			minify: false,
			lib: {
				entry: { index: 'src/index.ts', legacy: 'src/compat/legacy.ts' },
				formats: ['es'],
			},
			rolldownOptions: {
				external: ['engine.io-client'],
				optimization: { inlineConst: { mode: 'all', pass: 3 } },
				preserveEntrySignatures: 'allow-extension',
				output: {
					chunkFileNames: '[name].js',
					codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'core', test: isCore }] },
				},
				plugins: [minified],
			},
		},
	})
	// Built separately: it holds tables of values that the others use as numbers.
	const constants = await build({
		...shared,
		build: {
			write,
			...(write ? { outDir, emptyOutDir: false } : {}),
			target: moduleTarget,
			minify: false,
			lib: { entry: { constants: 'src/constants.ts' }, formats: ['es'] },
			rolldownOptions: { output: { plugins: [minified] } },
		},
	})
	const bundle = await build({
		...shared,
		build: {
			write: false,
			minify: false,
			target: scriptTarget,
			lib: { entry: 'src/compat/global.ts', formats: ['iife'], name: 'ParleyIM', fileName: () => scriptName },
		},
	})
	const script = await toES5(chunksOf(bundle)[0]?.code ?? '')
	if (write) {
		await writeFile(join(outDir, scriptName), script)
		await writeTypes(outDir)
	}
	return {
		modules: [...filesOf(modules), ...filesOf(constants)],
		script: [{ name: scriptName, gzipBytes: gzipBytesOf(script), isInitial: true }],
	}
}

/**
 * Compiles to the syntax of the engines that load the script; of the library they need the features listed in the
 * README.
 */
async function toES5(code: string): Promise<string> {
	const compiled = await transform(code, {
		configFile: false,
		swcrc: false,
		isModule: false,
		jsc: {
			target: 'es5',
			assumptions: {
				ignoreFunctionLength: true,
				ignoreFunctionName: true,
				noClassCalls: true,
				noDocumentAll: true,
				setClassMethods: true,
				setComputedProperties: true,
				setPublicClassFields: true,
			},
		},
	})
	// The compiler's prefix before the bundle is not for the page.
	const alone = `var ParleyIM=function(){${compiled.code}\nreturn ParleyIM}();`
	const options: JsMinifyOptions = { ecma: 5, compress: { passes: 3 }, mangle: true, module: false }
	return (await minify(alone, options)).code
}

type BuildResult = Awaited<ReturnType<typeof build>>

function chunksOf(result: BuildResult): Rolldown.OutputChunk[] {
	const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[]
	return outputs.flatMap(({ output }) => output).filter(file => file.type === 'chunk')
}

export const gzipBytesOf = (code: string) => gzipSync(code, { level: 9 }).length

function filesOf(result: BuildResult): BuiltFile[] {
	const chunks = chunksOf(result)
	const index = chunks.find(({ name }) => name === 'index')
	return chunks.map(({ fileName, name, code }) => ({
		name: fileName,
		gzipBytes: gzipBytesOf(code),
		isInitial: name === 'index' || index?.imports.includes(fileName) === true,
	}))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const outDir = fileURLToPath(new URL('../dist', import.meta.url))
	await rm(outDir, { recursive: true, force: true })
	const { modules, script } = await buildSdk(outDir)
	const engine = {
		name: 'engine.io-client',
		gzipBytes: gzipBytesOf(await readFile(engineFile, 'utf8')),
		isInitial: true,
	}
	for (const { name, gzipBytes, isInitial } of [engine, ...modules, ...script])
		console.log(`${name}: ${(gzipBytes / 1024).toFixed(2)} KiB gzip${isInitial ? '' : ', loaded when it is used'}`)
}
