import { createContext, useContext, useSyncExternalStore } from 'react'
import { reachability } from '../api/index.ts'
import { type Answers, type Kept, keep, type Question } from './keep.ts'

type Shelf = Map<string, Kept<unknown, unknown>>

/** Lives as long as the page, so that going back shows what was there at once. */
export const AnswersContext = createContext<Shelf>(new Map())

/** What a call answers, kept while one moves between screens. The key names all that the question depends on. */
export function useAnswers<T, F>(key: string, question: Question<T, F>): Answers<T, F> & Kept<T, F> {
	const kept = keptAt(useContext(AnswersContext), key, question)
	return { ...kept, ...useSyncExternalStore(kept.subscribe, kept.get) }
}

/** Every page kept under keys that begin so; the caller knows what they are pages of. */
export const pagesUnder = <T>(shelf: Shelf, beginning: string): T[] =>
	[...shelf].flatMap(([key, kept]) => (key.startsWith(beginning) ? ((kept.get().pages ?? []) as T[]) : []))

function keptAt<T, F>(shelf: Shelf, key: string, question: Question<T, F>): Kept<T, F> {
	const found = shelf.get(key) as Kept<T, F> | undefined
	if (found) return found
	const made = keep(question, {
		onFront: act => {
			const look = () => document.hidden || act()
			document.addEventListener('visibilitychange', look)
			return () => document.removeEventListener('visibilitychange', look)
		},
		onReachable: act => reachability.subscribe(() => reachability.get() && act()),
		after(ms, act) {
			const timer = setTimeout(act, ms)
			return () => clearTimeout(timer)
		},
		forget: () => shelf.delete(key),
	})
	shelf.set(key, made)
	return made
}
