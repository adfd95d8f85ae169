import type { Bridge } from '@parley/bridge'
import { refused } from '@parley/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect } from 'vitest'
import { BridgeContext } from '../bridge/index.ts'
import { m } from '../locales/index.ts'
import { routeTable } from '../navigation/routes.ts'
import { formatSearchParams, parseSearchParams } from '../navigation/searchParams.ts'
import { createQueryClient } from '../query/index.ts'
import { ToastHost } from '../ui/index.ts'

const info = { present: false, version: undefined }

/** The bridge of a page outside the app. */
const noBridge: Bridge = {
	present: false,
	info: { get: () => info, subscribe: () => () => {} },
	call: async () => refused('unavailable'),
	on: () => () => {},
}

/** Renders a screen at its path; every other path renders nothing but can be navigated to. */
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
		router,
		where: () => router.state.location.href,
		go: (to: string) => act(() => router.navigate({ to })),
		/** Navigates away from a changed form, and discards what was entered. */
		async leave(to: string) {
			await act(async () => void router.navigate({ to }))
			fireEvent.click(await screen.findByRole('button', { name: m.common_discard() }))
			await waitFor(() => expect(router.state.location.pathname).toBe(to))
		},
		/** Navigates away from a changed form, and stays after all. */
		async stay(to: string) {
			await act(async () => void router.navigate({ to }))
			fireEvent.click(await screen.findByRole('button', { name: m.common_keep_editing() }))
			await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
		},
		/** Navigates to a path with its query. */
		visit: (href: string) => act(async () => router.history.push(href)),
		back: () => act(async () => router.history.back()),
	}
}
