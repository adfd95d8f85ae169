import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reachability } from '../api/index.ts'
import { refetchFailed } from './refetchFailed.ts'

/** Lives as long as the page, so that going back shows what was there at once. */
const queries = new QueryClient({
	defaultOptions: {
		// WebViews lie about being online: ask always, and let the answer say.
		queries: { networkMode: 'always', staleTime: 30_000, retry: 1 },
		mutations: { networkMode: 'always', retry: 0 },
	},
})

// As long as the page, like the queries.
reachability.subscribe(() => {
	if (reachability.get()) void refetchFailed(queries)
})

export function QueryLayout({ children }: { children: ReactNode }) {
	return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
