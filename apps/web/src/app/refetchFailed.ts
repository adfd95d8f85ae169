import type { QueryClient } from '@tanstack/react-query'

/** Asks again for what a screen shows and could not get. */
export const refetchFailed = (queries: QueryClient): Promise<void> =>
	queries.refetchQueries(
		{ type: 'active', fetchStatus: 'idle', predicate: ({ state }) => state.status === 'error' },
		{ cancelRefetch: false },
	)
