import { focusManager, notifyManager, onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reachability } from '../api/index.ts'

/** Time that data without an observing component stays in the cache. */
export const keepUnusedMs = 5 * 60_000

// `navigator.onLine` is wrong inside WebViews; whether the last request reached the server is not.
onlineManager.setEventListener(setOnline => reachability.subscribe(() => setOnline(reachability.get())))
// The default listens on `window`, which an event that does not bubble never reaches.
focusManager.setEventListener(onFocus => {
	const listener = () => onFocus()
	globalThis.document?.addEventListener('visibilitychange', listener)
	return () => document.removeEventListener('visibilitychange', listener)
})
// The default waits for a timer, during which a component shows what it knew before.
notifyManager.setScheduler(queueMicrotask)

/**
 * The cache of what the server answered. It refetches when a component begins to observe a query, when the page becomes
 * visible again, and, where the last fetch failed, when the server can be reached again.
 */
export const createQueryClient = () =>
	new QueryClient({
		defaultOptions: {
			queries: {
				// `callApi` finds out by itself whether the server can be reached, so no query waits for it.
				networkMode: 'always',
				// Screens show a failure and offer to try again.
				retry: false,
				gcTime: keepUnusedMs,
				staleTime: 0,
				refetchOnReconnect: query => (query.state.error ? 'always' : false),
			},
		},
	})

/** One cache for all screens, for the lifetime of the page. */
const client = createQueryClient()

/** Fetches again what is shown, after something outside the screens has changed it. */
export const refetchShown = (): void => void client.invalidateQueries()

export function QueryProvider({ children }: { children: ReactNode }) {
	return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
