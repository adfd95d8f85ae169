import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const contract = 'contracts/im/src/index'
const entries = ['sdk/im/src/index', 'sdk/im/src/constants', 'sdk/im/src/compat/legacy']
/** Declarations of the SDK, and of the contract it is made of, into `types/` of a folder. */
export async function writeTypes(outDir: string): Promise<void> {
	const typesDir = join(outDir, 'types')
	const folder = await mkdtemp(join(repository, 'sdk/im/.types-'))
	const config = {
		extends: '../tsconfig.json',
		compilerOptions: {
			noEmit: false,
			declaration: true,
			emitDeclarationOnly: true,
			outDir: typesDir,
			rootDir: repository,
			paths: { '@parley/im': [`${repository}${contract}.ts`] },
		},
		files: entries.map(entry => `${repository}${entry}.ts`),
		include: [],
	}
	try {
		await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
		const tsc = join(repository, 'node_modules/typescript/bin/tsc')
		await promisify(execFile)(process.execPath, [tsc, '-p', folder])
	} finally {
		await rm(folder, { recursive: true })
	}
	for (const path of await readdir(typesDir, { recursive: true })) {
		if (path.endsWith('.d.ts')) await rewrite(typesDir, path)
	}
}

/** Rewrites imports for others: the contract by relative path, and files by their compiled names. */
async function rewrite(typesDir: string, path: string): Promise<void> {
	const file = join(typesDir, path)
	const toContract = relative(dirname(file), join(typesDir, `${contract}.js`))
		.split(sep)
		.join('/')
	const text = await readFile(file, 'utf8')
	const rewritten = text
		.replaceAll(/(['"])@parley\/im\1/g, `'${toContract.startsWith('.') ? toContract : `./${toContract}`}'`)
		.replaceAll(/((?:from|import\()\s*['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2')
	await writeFile(file, rewritten)
}

/** The SDK's exports with every type they name, so that a change of them shows in review. */
export async function apiReport(outDir: string): Promise<string> {
	const typesDir = join(outDir, 'types')
	const seen = new Map<string, string>()
	async function visit(path: string): Promise<void> {
		if (seen.has(path) || path.startsWith('contracts')) return
		const text = await readFile(join(typesDir, path), 'utf8')
		seen.set(path, text)
		for (const [, source = ''] of text.matchAll(/(?:from|import\()\s*['"](\.[^'"]*)['"]/g)) {
			await visit(join(dirname(path), source.replace(/\.js$/, '.d.ts')))
		}
	}
	for (const entry of entries) await visit(`${entry}.d.ts`)
	const parts = [...seen].map(([path, text]) => {
		const lines = text.split('\n').filter(line => line !== 'export {};' && !/^import .* from /.test(line))
		return `// ${path.replace('sdk/im/src/', '')}\n${lines.join('\n').trim()}\n`
	})
	return parts.join('\n')
}
