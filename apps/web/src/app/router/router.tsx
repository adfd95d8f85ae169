// Before the router, which listens to the history from its creation on.
import '../../ui/back/backEntry.ts'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { hasPageTransitions } from '../../features/appearance/index.ts'
import { isPaned } from '../../navigation/panes.ts'
import { type RouteEntry, routeTable } from '../../navigation/routes.ts'
import { formatSearchParams, parseSearchParams } from '../../navigation/searchParams.ts'
import { redirectLink } from '../../screens/Landing/redirectLink.ts'
import { isLaptop } from '../../ui/index.ts'
import { ErrorScreen } from '../errors/ErrorScreen.tsx'
import { Root } from '../Root.tsx'
import {
	endsInViewTransitions,
	hadBrowserTransition,
	pageTransition,
	routeIndex,
	watchBrowserTransitions,
} from './pageTransition.ts'
import { screenComponent, screenTitle } from './screens.tsx'

type Entry = (typeof routeTable)[number]
type BuiltEntry = Extract<Entry, { screen: string }>
type KeysOf<E> = E extends { search: readonly (infer K extends string)[] } ? K : never
type BuiltRoute<E extends BuiltEntry = BuiltEntry> = E extends BuiltEntry
	? ReturnType<typeof routeAt<E['path'], KeysOf<E>>>
	: never

const root = createRootRoute({ component: Root })

function routeAt<const P extends string, K extends string>(path: P, entry: RouteEntry & { screen: string }) {
	return createRoute({
		getParentRoute: () => root,
		path,
		validateSearch: (search: Record<string, unknown>) => search as { [key in K]?: string | undefined },
		component: screenComponent(entry),
		...(entry.screen === 'Landing' && { beforeLoad: redirectLink }),
		staticData: { screen: entry.screen },
	})
}

const built = routeTable.filter((entry): entry is BuiltEntry => 'screen' in entry)
const routes = built.map(entry => routeAt(entry.path, entry) as BuiltRoute)

/** Only engines that know typed transitions get one: the others could not tell forward from back. */
const slides =
	(globalThis.CSS?.supports?.('selector(:active-view-transition-type(a))') ?? false) &&
	!endsInViewTransitions(navigator.userAgent)

export const router = createRouter({
	routeTree: root.addChildren(routes),
	parseSearch: parseSearchParams,
	stringifySearch: formatSearchParams,
	defaultPreload: 'intent',
	scrollRestoration: true,
	defaultPendingMs: 300,
	defaultNotFoundComponent: lazyRouteComponent(() => import('../errors/NotFoundScreen.tsx'), 'NotFoundScreen'),
	defaultErrorComponent: ErrorScreen,
	defaultViewTransition: slides && {
		types: ({ fromLocation, toLocation }) => {
			if (!hasPageTransitions()) return false
			// The list stays where it is.
			if (isLaptop() && isPanedPath(fromLocation?.pathname) && isPanedPath(toLocation.pathname)) return false
			const slide = pageTransition(fromLocation?.pathname, toLocation.pathname)
			return slide && !hadBrowserTransition() ? [slide] : false
		},
	},
})
watchBrowserTransitions()

function isPanedPath(path: string | undefined): boolean {
	const entry = path === undefined ? undefined : routeTable[routeIndex(path)]
	return entry !== undefined && 'screen' in entry && isPaned(entry.screen)
}

declare module '@tanstack/react-router' {
	interface Register {
		router: typeof router
	}
	interface StaticDataRouteOption {
		screen?: string
	}
}

/** The title of the screen one is on. */
export const currentScreenTitle = (): string | undefined => {
	const { screen } = router.state.matches.at(-1)?.staticData ?? {}
	return screen === undefined ? undefined : screenTitle(screen)
}
