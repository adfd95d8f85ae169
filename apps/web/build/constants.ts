import type { Plugin } from 'vite'
import { defaults, delays, limits } from '../../../contracts/core/src/limits.ts'

const tables: Record<string, Record<string, number | string>> = { limits, delays: delays, defaults }
const use = /(?<![.\w$]|typeof )(limits|delays|defaults)\.(\w+)\b/g
const importOf = (name: string) =>
	new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '(@parley/core|\\./limits\\.ts)'`)

/** A module with the business constants it names written out; nothing where it names none. */
export function inPlace(code: string): string | undefined {
	const here = Object.keys(tables).filter(name => importOf(name).test(code))
	if (here.length === 0) return undefined
	return code.replace(use, (found, table: string, name: string) => {
		const value = here.includes(table) ? tables[table]?.[name] : undefined
		return value === undefined ? found : JSON.stringify(value)
	})
}

/** Writes business constants out where they are used, so that no screen brings the tables of all of them. */
export function constantsInPlace(): Plugin {
	return {
		name: 'parley:constants-in-place',
		apply: 'build',
		enforce: 'pre',
		transform(code, id) {
			const written = /\.tsx?(\?|$)/.test(id) ? inPlace(code) : undefined
			return written === undefined ? null : { code: written, map: null }
		},
	}
}
