import { useContext, useReducer } from 'react'
import { AnswersContext } from '../../../answers/index.ts'

/** Which day a list shows, and what is searched for on it. */
export interface DayFilter {
	/** Another day than today. */
	day?: string | undefined
	keywords: string
}

const today: DayFilter = { keywords: '' }

/** What each list of this visit shows, so that coming back to it from a meeting shows the same. */
const visits = new WeakMap<object, Map<string, DayFilter>>()

export function useDayFilter(list: string): [DayFilter, (view: DayFilter) => void] {
	const visit = useContext(AnswersContext)
	const [, drawAgain] = useReducer(times => times + 1, 0)
	const views = visits.get(visit) ?? new Map<string, DayFilter>()
	visits.set(visit, views)
	return [
		views.get(list) ?? today,
		view => {
			views.set(list, view)
			drawAgain()
		},
	]
}
