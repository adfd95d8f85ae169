import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { BrokenScreen } from './BrokenScreen.tsx'
import { Root } from './Root.tsx'
import { type RouteEntry, table } from './routes.ts'
import { componentOf, titleOf } from './screens.tsx'
import { parseSearch, stringifySearch } from './search.ts'
import { slideOf } from './slide.ts'
import { swipedBack, watchSwipes } from './swipes.ts'

type Entry = (typeof table)[number]
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
		component: componentOf(entry),
		staticData: { screen: entry.screen },
	})
}

const built = table.filter((entry): entry is BuiltEntry => 'screen' in entry)
const routes = built.map(entry => routeAt(entry.path, entry) as BuiltRoute)

/** Only engines that know typed transitions get one: the others could not tell forward from back. */
const slides = globalThis.CSS?.supports?.('selector(:active-view-transition-type(a))') ?? false

export const router = createRouter({
	routeTree: root.addChildren(routes),
	parseSearch,
	stringifySearch,
	defaultPreload: 'intent',
	scrollRestoration: true,
	defaultPendingMs: 300,
	defaultNotFoundComponent: lazyRouteComponent(() => import('./MissingScreen.tsx'), 'MissingScreen'),
	defaultErrorComponent: BrokenScreen,
	defaultViewTransition: slides && {
		types: ({ fromLocation, toLocation }) => {
			const slide = slideOf(fromLocation?.pathname, toLocation.pathname)
			return slide && !swipedBack() ? [slide] : false
		},
	},
})
watchSwipes()

declare module '@tanstack/react-router' {
	interface Register {
		router: typeof router
	}
	interface StaticDataRouteOption {
		screen?: string
	}
}

/** The title of the screen one is on. */
export const currentTitle = (): string | undefined => {
	const { screen } = router.state.matches.at(-1)?.staticData ?? {}
	return screen === undefined ? undefined : titleOf(screen)
}
