import type { Bridge } from '@parley/bridge'
import { refused } from '@parley/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { routeTable } from '../app/navigation/routes.ts'
import { formatSearchParams, parseSearchParams } from '../app/navigation/searchParams.ts'
import { BridgeContext } from '../bridge/index.ts'
import { createQueryClient } from '../query/index.ts'
import { ToastHost } from '../ui/index.ts'

const alone = { present: false, version: undefined }

/** No phone around the page. */
const noBridge: Bridge = {
	present: false,
	info: { get: () => alone, subscribe: () => () => {} },
	call: async () => refused('absent'),
	on: () => () => {},
}

/** Shows a screen at an address of the table; every other address shows nothing but is there to be gone to. */
export async function renderScreen(path: string, Screen: ComponentType, at: string, bridge: Bridge = noBridge) {
	const root = createRootRoute()
	const routes = routeTable.map(entry =>
		createRoute({
			getParentRoute: () => root,
			path: entry.path,
			component: entry.path === path ? () => <Screen /> : () => null,
		}),
	)
	const router = createRouter({
		routeTree: root.addChildren(routes),
		history: createMemoryHistory({ initialEntries: [at] }),
		parseSearch: parseSearchParams,
		stringifySearch: formatSearchParams,
	})
	await router.load()
	const shown = await act(async () =>
		render(
			<BridgeContext value={bridge}>
				<QueryClientProvider client={createQueryClient()}>
					<RouterProvider router={router as never} />
					<ToastHost />
				</QueryClientProvider>
			</BridgeContext>,
		),
	)
	return {
		...shown,
		where: () => router.state.location.href,
		go: (to: string) => act(() => router.navigate({ to })),
		/** To an address with its query. */
		visit: (href: string) => act(async () => router.history.push(href)),
		back: () => act(async () => router.history.back()),
	}
}
