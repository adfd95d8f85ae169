import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { callApi } from '../../api/index.ts'
import { history } from '../../storage/index.ts'
import { getCurrentUserId } from '../session/index.ts'
import { getDirectoryCalls } from './directoryCalls.ts'
import { createPeopleSearch, type PeopleSearch, type PeopleSearchState } from './peopleSearch.ts'
import type { DirectorySelection } from './useDirectorySelection.ts'

const afterTimeout = (ms: number, act: () => void) => {
	const timer = setTimeout(act, ms)
	return () => clearTimeout(timer)
}

/** People by name, as somebody types. */
export function usePeopleSearch({
	owner: { isOa },
	store,
}: DirectorySelection): Omit<PeopleSearch, 'store'> & { search: PeopleSearchState } {
	const [searcher] = useState(() =>
		createPeopleSearch({
			async searchPeople(name, signal) {
				const answer = await callApi(
					getDirectoryCalls(isOa).search,
					{ name },
					{ quiet: true, handles401: true, signal },
				)
				if (answer.ok) store.addSearchResults(answer.value)
				return answer
			},
			setTimer: afterTimeout,
		}),
	)
	useEffect(() => searcher.stop, [searcher])
	return { ...searcher, search: useStore(searcher.store) }
}

/** What was searched for before, five at most (STORE-05). */
export function useSearchHistory(): { words: readonly string[]; remember(words: string): void; forget(): void } {
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
