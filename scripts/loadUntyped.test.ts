import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const scriptOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const node = (...args: string[]) =>
	execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { encoding: 'utf8' })

/** A repository with this content, and the copies of its folder `apps`. */
function repositoryWith(files: Record<string, string>) {
	const root = mkdtempSync(join(tmpdir(), 'parley-untyped-'))
	onTestFinished(() => rmSync(root, { recursive: true, force: true }))
	const all = { 'package.json': '{ "type": "module" }', ...files }
	for (const [path, text] of Object.entries(all)) {
		mkdirSync(dirname(join(root, path)), { recursive: true })
		writeFileSync(join(root, path), text)
	}
	cpSync(scriptOf('loadUntyped.mjs'), join(root, 'scripts/loadUntyped.mjs'))
	node(scriptOf('removeTypes.mjs'), root, join(root, '.cache/untyped'), 'apps')
	return { root, run: (path: string) => node(`--import=${join(root, 'scripts/loadUntyped.mjs')}`, join(root, path)) }
}

const isParserLoaded = `console.log(process.moduleLoadList.some(name => name.includes('amaro')))`

test('a program whose types were removed runs without the parser of types, from the lines it was written in', () => {
	const main = `import { double } from './double.ts'\nconst two: number = double(1)\n${isParserLoaded}\nthrow new Error(String(two))\n`
	const double = 'export const double = (value: number): number => value * 2\n'
	const { root, run } = repositoryWith({ 'apps/main.ts': main, 'apps/double.ts': double })
	let output = ''
	try {
		run('apps/main.ts')
	} catch (error) {
		const { stdout, stderr } = error as { stdout: string; stderr: string }
		output = stdout + stderr
	}
	expect(output).toMatch(/^false\n/)
	expect(output).toContain(`${pathToFileURL(join(root, 'apps/main.ts')).href}:4`)
	expect(output).toContain('Error: 2')
})

test('a file without a copy is loaded by Node itself', () => {
	const { run } = repositoryWith({
		'apps/main.ts': '',
		'tools/main.ts': `const text: string = 'x'\n${isParserLoaded}\n`,
	})
	expect(run('tools/main.ts')).toBe('true\n')
})

test('neither tests nor packages are copied', () => {
	const text = 'export const one: number = 1\n'
	const paths = ['apps/one.ts', 'apps/one.test.ts', 'apps/node_modules/other/one.ts']
	const { root } = repositoryWith(Object.fromEntries(paths.map(path => [path, text])))
	const copyOf = (path: string) => readFileSync(join(root, '.cache/untyped', path), 'utf8')
	expect(copyOf('apps/one.ts')).toBe('export const one         = 1\n')
	for (const path of paths.slice(1)) expect(() => copyOf(path)).toThrow('ENOENT')
})
