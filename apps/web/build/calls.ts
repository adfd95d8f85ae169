import type { Plugin } from 'vite'

const contract = /\/contracts\/api\/src\/[\w-]+\.ts(\?|$)/
const noun = /^(?:\/\*\*.*\*\/\n)?export const (\w+) = \{\n((?:\t.*\n|\n)+)\}\n/gm
const member = /^\t(\w+): (call\(\{\n[\s\S]*?^\t\}\)),\n/gm
const comment = /^\t(?:\/\*[\s\S]*?\*\/|\/\/.*)\n/gm

/** Calls of a contract by their names, with the rest of its text. */
export interface Apart {
	noun: string
	calls: ReadonlyMap<string, string>
	rest: string
}

/** A contract whose calls stand in one object, taken apart; nothing where the text has another form. */
export function callsOf(code: string): Apart | undefined {
	for (const [text, name = '', body = ''] of code.matchAll(noun)) {
		const calls = new Map([...body.matchAll(member)].map(([, key = '', declared = '']) => [key, declared]))
		const isAll = body.replace(member, '').replace(comment, '').trim() === ''
		if (calls.size > 0 && isAll) return { noun: name, calls, rest: code.replace(text, '') }
	}
	return undefined
}

const importsOf = (code: string) => (code.match(/^import [\s\S]*? from '.*'$/gm) ?? []).join('\n')
const namesOf = (code: string) => [...code.matchAll(/^(?:export )?const (\w+)/gm)].map(([, name]) => name)

/** One part of a contract: its shapes, one of its calls, or the list of them. */
export function part(code: string, file: string, query: string): string | undefined {
	const apart = callsOf(code)
	if (!apart) return undefined
	const { noun, calls, rest } = apart
	const [kind, name = ''] = query.split('=')
	switch (kind) {
		case '':
			return `export * from '${file}?shapes'\nexport * as ${noun} from '${file}?calls'`
		case 'shapes':
			return rest.replace(/^const /gm, 'export const ')
		case 'calls':
			return [...calls.keys()].map(key => `export { declared as ${key} } from '${file}?call=${key}'`).join('\n')
		case 'call': {
			const shapes = `import { ${namesOf(rest).join(', ')} } from '${file}?shapes'`
			return `${importsOf(rest)}\n${shapes}\nexport const declared = ${calls.get(name)}`
		}
		default:
			return undefined
	}
}

/**
 * Makes every call of a contract a module of its own in the built page, so that a screen brings the calls it makes and
 * the landing none of the others. In the source they stand together under their noun.
 */
export function callsApart(): Plugin {
	return {
		name: 'parley:calls-apart',
		apply: 'build',
		enforce: 'pre',
		transform(code, id) {
			if (!contract.test(id)) return null
			const [file = '', query = ''] = id.split('?')
			const apart = part(code, `./${file.split('/').at(-1)}`, query)
			return apart === undefined ? null : { code: apart, map: null }
		},
	}
}
