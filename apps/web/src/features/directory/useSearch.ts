import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { callApi } from '../../api/index.ts'
import { history } from '../../storage/index.ts'
import { getCurrentUserId } from '../session/index.ts'
import { callsFor } from './calls.ts'
import { createSearcher, type Search, type Searcher } from './search.ts'
import type { Directory } from './useDirectory.ts'

const afterTimeout = (ms: number, act: () => void) => {
	const timer = setTimeout(act, ms)
	return () => clearTimeout(timer)
}

/** People by name, as somebody types. */
export function useSearch({ of: { isOa }, picking }: Directory): Omit<Searcher, 'store'> & { search: Search } {
	const [searcher] = useState(() =>
		createSearcher({
			async ask(name, signal) {
				const answer = await callApi(callsFor(isOa).search, { name }, { quiet: true, handles401: true, signal })
				if (answer.ok) picking.learnFound(answer.value)
				return answer
			},
			after: afterTimeout,
		}),
	)
	useEffect(() => searcher.stop, [searcher])
	return { ...searcher, search: useStore(searcher.store) }
}

/** What was searched for before, five at most (STORE-05). */
export function useHistory(): { words: readonly string[]; remember(words: string): void; forget(): void } {
	const user = getCurrentUserId()
	const [words, setWords] = useState(() => history.searched.members.list(user))
	const look = () => setWords(history.searched.members.list(user))
	return {
		words,
		remember(found) {
			history.searched.members.add(user, found)
			look()
		},
		forget() {
			history.searched.members.clear(user)
			look()
		},
	}
}
