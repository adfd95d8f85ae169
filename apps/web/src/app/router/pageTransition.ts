import { routeTable } from '../../navigation/routes.ts'

const segments = (path: string) => path.split('/').filter(Boolean)

/** Position of a path in the route table, or -1. Fixed segments win over parameters, as in the router. */
export function routeIndex(path: string): number {
	const asked = segments(path)
	const matches = (pattern: string) => {
		const parts = segments(pattern)
		return parts.length === asked.length && parts.every((part, at) => part.startsWith('$') || part === asked[at])
	}
	const exact = routeTable.findIndex(entry => entry.path === path)
	return exact >= 0 ? exact : routeTable.findIndex(entry => matches(entry.path))
}

/** Forward where the index rises, back where it falls, none within a route or on the first load (ROUTE-49, ROUTE-50). */
export function pageTransition(from: string | undefined, to: string): 'fwd' | 'back' | undefined {
	if (from === undefined) return undefined
	const difference = routeIndex(to) - routeIndex(from)
	if (difference === 0) return undefined
	return difference > 0 ? 'fwd' : 'back'
}

/** WebKitGTK and WPE end the process of the page in `startViewTransition` (seen in 2.50). */
export const endsInViewTransitions = (userAgent: string): boolean =>
	/Linux.*AppleWebKit.*Version\/[\d.]+ Safari/.test(userAgent)

let browserAnimated = false

/** Records whether the browser animated a navigation itself, as iOS does for a swipe back: a second one would show it twice. */
export function watchBrowserTransitions(target: Pick<Window, 'addEventListener'> = window) {
	target.addEventListener(
		'popstate',
		event => {
			browserAnimated = (event as PopStateEvent & { hasUAVisualTransition?: boolean }).hasUAVisualTransition === true
		},
		true,
	)
}

/** Returns whether the browser animated the last navigation; answers true once. */
export function hadBrowserTransition(): boolean {
	const animated = browserAnimated
	browserAnimated = false
	return animated
}
