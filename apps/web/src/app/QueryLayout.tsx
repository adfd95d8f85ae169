import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Lives as long as the page, so that going back shows what was there at once. */
const queries = new QueryClient({
	defaultOptions: {
		// WebViews lie about being online: ask always, and let the answer say.
		queries: { networkMode: 'always', staleTime: 30_000, retry: 1 },
		mutations: { networkMode: 'always', retry: 0 },
	},
})

export function QueryLayout({ children }: { children: ReactNode }) {
	return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
