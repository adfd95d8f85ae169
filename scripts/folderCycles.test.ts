import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Trees whose folders import one another in one direction, at every depth; the linter finds cycles between files. */
const trees = ['apps/server/src', 'apps/shell/src', 'apps/web/src', 'contracts', 'sdk/im/src']

const isProduct = (file: string) => /\.tsx?$/.test(file) && !/\.(?:test|suite)\.tsx?$|[/\\]testing[/\\]/.test(file)

/** The folders with at least two folders inside. */
function parentsBelow(folder: string): string[] {
	const inside = readdirSync(folder, { withFileTypes: true })
		.filter(entry => entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== 'dist')
		.map(({ name }) => join(folder, name))
	return [...(inside.length > 1 ? [folder] : []), ...inside.flatMap(parentsBelow)]
}

/** The commands of a noun may use every noun: their program alone imports them. */
const areCommands = (name: string | undefined) => name === 'commands' || name === 'commands.ts'

/** The folder of a file below `parent`; undefined for files beside the folders, which put them together. */
function folderOf(parent: string, file: string): string | undefined {
	const [folder = '', ...rest] = relative(parent, file).split(sep)
	if (folder === '..' || rest.length === 0) return undefined
	return areCommands(rest[0]) ? `${folder}/commands` : folder
}

/** The folders each folder imports, also for types. */
function importsOf(parent: string): Map<string, Set<string>> {
	const imports = new Map<string, Set<string>>()
	for (const name of readdirSync(parent, { recursive: true, encoding: 'utf8' })) {
		const file = join(parent, name)
		const from = folderOf(parent, file)
		if (from === undefined || !isProduct(file)) continue
		for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
			const to = folderOf(parent, join(dirname(file), target))
			if (to !== undefined && to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to))
		}
	}
	return imports
}

/** Folders of cycles, and those that import them: what is left once folders that import none of the rest are removed. */
function cyclicFolders(imports: Map<string, Set<string>>): string[] {
	const left = new Map([...imports].map(([folder, to]) => [folder, new Set(to)]))
	for (let before = -1; before !== left.size; ) {
		before = left.size
		for (const [folder, to] of left) if (![...to].some(other => left.has(other))) left.delete(folder)
	}
	return [...left.keys()]
}

test('folders in a cycle are found, also with one between them', () => {
	const imports = new Map(Object.entries({ a: ['b'], b: ['c'], c: ['a'], d: ['e'] }).map(([k, to]) => [k, new Set(to)]))
	expect(cyclicFolders(imports)).toEqual(['a', 'b', 'c'])
})

for (const tree of trees) {
	test(`[boundaries] folders of ${tree} import one another in one direction`, () => {
		const parents = parentsBelow(join(root, tree))
		expect(parents.length).toBeGreaterThan(0)
		const cycles = parents.flatMap(parent => {
			const folders = cyclicFolders(importsOf(parent))
			return folders.length > 0 ? [`${relative(root, parent)}: ${folders.join(', ')}`] : []
		})
		expect(cycles).toEqual([])
	})
}
