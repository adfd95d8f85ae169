import { useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'

/** Which day a list shows, and what is searched for on it. */
export interface DayFilter {
	/** Another day than today, `YYYY-MM-DD`. */
	day?: string | undefined
	keywords: string
}

const today: DayFilter = { keywords: '' }

/** The filter of each list, kept as long as the cache of its pages: coming back from a meeting shows the same. */
const filtersOfCache = new WeakMap<object, Map<string, DayFilter>>()

export function useDayFilter(list: string): [DayFilter, (filter: DayFilter) => void] {
	const cache = useQueryClient()
	const [, rerender] = useReducer(count => count + 1, 0)
	const filters = filtersOfCache.get(cache) ?? new Map<string, DayFilter>()
	filtersOfCache.set(cache, filters)
	return [
		filters.get(list) ?? today,
		filter => {
			filters.set(list, filter)
			rerender()
		},
	]
}
