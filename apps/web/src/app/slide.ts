import { table } from './routes.ts'

const segments = (path: string) => path.split('/').filter(Boolean)

/** Place of an address in the table, or -1. Fixed words win over parameters, as in the router. */
export function routeIndex(path: string): number {
	const asked = segments(path)
	const fits = (pattern: string) => {
		const parts = segments(pattern)
		return parts.length === asked.length && parts.every((part, at) => part.startsWith('$') || part === asked[at])
	}
	const exact = table.findIndex(entry => entry.path === path)
	return exact >= 0 ? exact : table.findIndex(entry => fits(entry.path))
}

/** Forward where the index rises, back where it falls, no slide on the spot or on the first load (ROUTE-49, ROUTE-50). */
export function slideOf(from: string | undefined, to: string): 'fwd' | 'back' | undefined {
	if (from === undefined) return undefined
	const difference = routeIndex(to) - routeIndex(from)
	if (difference === 0) return undefined
	return difference > 0 ? 'fwd' : 'back'
}
