import type { DirectoryPerson } from '@parley/api'
import { cleanText, type Result } from '@parley/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { callApi } from '../../api/index.ts'
import { history } from '../../storage/index.ts'
import { getCurrentUserId } from '../session/index.ts'
import { type DepartmentTree, getChildren } from './departmentTree.ts'
import { getDirectoryCalls } from './directoryQueries.ts'
import type { DirectorySelection } from './useDirectorySelection.ts'

/** While a search is running, the people found before stay shown. */
export type PeopleSearchState =
	| { status: 'idle' }
	| { status: 'searching'; query: string; people: readonly DirectoryPerson[] | undefined }
	| { status: 'found'; query: string; people: readonly DirectoryPerson[] }
	| { status: 'failed'; query: string; refusal: string }

export interface PeopleSearchDeps {
	searchPeople(query: string, signal: AbortSignal): Promise<Result<readonly DirectoryPerson[], { refusal: string }>>
	setTimer(ms: number, act: () => void): () => void
}

export interface PeopleSearch {
	store: StoreApi<PeopleSearchState>
	/** Searches once the person stops typing. */
	setQuery(text: string): void
	/** Searches without delay. */
	searchNow(text: string): void
	stop(): void
}

export const debounceMs = 300

export function createPeopleSearch({ searchPeople, setTimer }: PeopleSearchDeps): PeopleSearch {
	const store = createStore<PeopleSearchState>(() => ({ status: 'idle' }))
	const { getState: get, setState } = store
	const setSearch = (search: PeopleSearchState) => setState(search, true)
	let current: AbortController | undefined
	let cancelTimer = () => {}

	function stop() {
		cancelTimer()
		current?.abort()
		current = undefined
	}

	async function runSearch(query: string) {
		const controller = new AbortController()
		current = controller
		setSearch({ status: 'searching', query, people: getShownPeople(get()) })
		const result = await searchPeople(query, controller.signal)
		// A newer search is running.
		if (current !== controller) return
		setSearch(
			result.ok
				? { status: 'found', query, people: result.value }
				: { status: 'failed', query, refusal: result.failure.refusal },
		)
	}

	function startSearch(text: string, delayMs: number) {
		const query = cleanText(text)
		if (query === '') {
			stop()
			return setSearch({ status: 'idle' })
		}
		const search = get()
		if (search.status !== 'idle' && search.status !== 'failed' && search.query === query) return
		stop()
		if (delayMs === 0) return void runSearch(query)
		setSearch({ status: 'searching', query, people: getShownPeople(search) })
		cancelTimer = setTimer(delayMs, () => void runSearch(query))
	}

	return { store, setQuery: text => startSearch(text, debounceMs), searchNow: text => startSearch(text, 0), stop }
}

const getShownPeople = (search: PeopleSearchState): readonly DirectoryPerson[] | undefined =>
	search.status === 'found' || search.status === 'searching' ? search.people : undefined

/** Matches people as the server does (API-27), among those listed. */
export function matchesPerson({ displayName, name }: DirectoryPerson, query: string): boolean {
	const wanted = query.toLowerCase()
	return displayName.toLowerCase().includes(wanted) || name.toLowerCase().startsWith(wanted)
}

const maxFoundDepartments = 20

/** Departments by a part of their name, from the root down. They are all loaded, so the server is not asked. */
export function findDepartments(tree: DepartmentTree, query: string): string[] {
	const wanted = query.toLowerCase()
	const all = [...tree.roots]
	for (const number of all) all.push(...getChildren(tree, number))
	const isMeant = (number: string) => tree.nodes.get(number)?.department.name.toLowerCase().includes(wanted)
	return all.filter(isMeant).slice(0, maxFoundDepartments)
}

const setCancelableTimeout = (ms: number, act: () => void) => {
	const timer = setTimeout(act, ms)
	return () => clearTimeout(timer)
}

/** Searches for people by name while the person types. */
export function usePeopleSearch({
	owner: { isOa },
	store,
}: DirectorySelection): Omit<PeopleSearch, 'store'> & { search: PeopleSearchState } {
	const [peopleSearch] = useState(() =>
		createPeopleSearch({
			async searchPeople(name, signal) {
				const result = await callApi(
					getDirectoryCalls(isOa).search,
					{ name },
					{ quiet: true, handles401: true, signal },
				)
				if (result.ok) store.addSearchResults(result.value)
				return result
			},
			setTimer: setCancelableTimeout,
		}),
	)
	useEffect(() => peopleSearch.stop, [peopleSearch])
	return { ...peopleSearch, search: useStore(peopleSearch.store) }
}

/** The recent queries, five at most (STORE-05). */
export function useSearchHistory(): { queries: readonly string[]; remember(query: string): void; clear(): void } {
	const user = getCurrentUserId()
	const [queries, setQueries] = useState(() => history.searched.members.list(user))
	const refresh = () => setQueries(history.searched.members.list(user))
	return {
		queries,
		remember(query) {
			history.searched.members.add(user, query)
			refresh()
		},
		clear() {
			history.searched.members.clear(user)
			refresh()
		},
	}
}
