import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src', import.meta.url))
// The package's entry for Node is another file.
const library = fileURLToPath(new URL('../esm/lucide-react.mjs', import.meta.resolve('lucide-react')))

/**
 * The icon modules that only files of some folders import. The icons of the library all come from one module, so a chunk
 * cannot be chosen by the module that imports it.
 * @param folders matches paths below `src`, with `/`
 */
export function iconsOf(folders: RegExp): ReadonlySet<string> {
	const files = globSync('**/*.{ts,tsx}', { cwd: source, exclude: name => /\.test\.|^generated$|^gallery$/.test(name) })
	const outside = new Set<string>()
	const inside = new Set<string>()
	for (const file of files) {
		const names = folders.test(file.replaceAll(sep, '/')) ? inside : outside
		for (const name of importedIcons(readFileSync(join(source, file), 'utf8'))) names.add(name)
	}
	const fileOf = iconFiles(readFileSync(library, 'utf8'))
	const outsideFiles = new Set([...outside].map(name => fileOf.get(name)))
	return new Set([...inside].flatMap(name => fileOf.get(name) ?? []).filter(file => !outsideFiles.has(file)))
}

/** Returns the names that a file imports from the library; types have no module. */
export const importedIcons = (code: string): string[] =>
	Array.from(code.matchAll(/import \{([^}]*)\} from 'lucide-react'/g), ([, names = '']) =>
		names.split(',').flatMap(name => /^\s*(?:type )?(\w+)/.exec(name)?.[1] ?? []),
	).flat()

/** The module of each icon, by each of its names. */
export const iconFiles = (code: string): Map<string, string> =>
	new Map(
		Array.from(code.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g)).flatMap(
			([, names = '', file = '']) =>
				Array.from(names.matchAll(/default as (\w+)/g), ([, name = '']): [string, string] => [name, file]),
		),
	)
