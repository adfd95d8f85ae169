import { createKeptState } from './keptState.ts'

/** Which day a list shows, and what is searched for on it. */
export interface DayFilter {
	/** Another day than today, `YYYY-MM-DD`. */
	day?: string | undefined
	keywords: string
	/** While a search is shown, and until the day is back: how far the day was scrolled before. */
	dayScrollPx?: number | undefined
}

/** The filter of each list: coming back from a meeting shows the same. */
export const useDayFilter = createKeptState<DayFilter>({ keywords: '' })
