import type { DirectoryPerson } from '@parley/api'
import { cleanText, type Result } from '@parley/core'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type DepartmentTree, getChildren } from './departmentTree.ts'

/** What a search shows. What was found before stays in sight until the next answer. */
export type PeopleSearchState =
	| { at: 'idle' }
	| { at: 'searching'; words: string; people: readonly DirectoryPerson[] | undefined }
	| { at: 'found'; words: string; people: readonly DirectoryPerson[] }
	| { at: 'failed'; words: string; refusal: string }

export interface PeopleSearchDeps {
	searchPeople(words: string, signal: AbortSignal): Promise<Result<readonly DirectoryPerson[], { refusal: string }>>
	setTimer(ms: number, act: () => void): () => void
}

export interface PeopleSearch {
	store: StoreApi<PeopleSearchState>
	/** Somebody types: asks once they pause. */
	setQuery(text: string): void
	/** Asks at once. */
	searchNow(text: string): void
	stop(): void
}

/** So long a pause means that somebody waits for an answer. */
export const debounceMs = 300

export function createPeopleSearch({ searchPeople, setTimer }: PeopleSearchDeps): PeopleSearch {
	const store = createStore<PeopleSearchState>(() => ({ at: 'idle' }))
	const { getState: get, setState } = store
	const become = (search: PeopleSearchState) => setState(search, true)
	let current: AbortController | undefined
	let callOff = () => {}

	function stop() {
		callOff()
		current?.abort()
		current = undefined
	}

	async function look(words: string) {
		stop()
		const mine = new AbortController()
		current = mine
		become({ at: 'searching', words, people: getShownPeople(get()) })
		const answer = await searchPeople(words, mine.signal)
		// A newer question is under way: this answer is stale.
		if (current !== mine) return
		become(
			answer.ok
				? { at: 'found', words, people: answer.value }
				: { at: 'failed', words, refusal: answer.failure.refusal },
		)
	}

	function begin(text: string, pause: number) {
		const words = cleanText(text)
		if (words === '') {
			stop()
			return become({ at: 'idle' })
		}
		const search = get()
		if (search.at !== 'idle' && search.at !== 'failed' && search.words === words) return
		stop()
		if (pause === 0) return void look(words)
		become({ at: 'searching', words, people: getShownPeople(search) })
		callOff = setTimer(pause, () => void look(words))
	}

	return { store, setQuery: text => begin(text, debounceMs), searchNow: text => begin(text, 0), stop }
}

const getShownPeople = (search: PeopleSearchState): readonly DirectoryPerson[] | undefined =>
	search.at === 'found' || search.at === 'searching' ? search.people : undefined

const maxFoundDepartments = 20

/** Departments by a part of their name, from the top down. The server knows no such question: they are all here. */
export function findDepartments(tree: DepartmentTree, words: string): string[] {
	const wanted = words.toLowerCase()
	const all = [...tree.roots]
	for (const number of all) all.push(...getChildren(tree, number))
	const isMeant = (number: string) => tree.nodes.get(number)?.department.name.toLowerCase().includes(wanted)
	return all.filter(isMeant).slice(0, maxFoundDepartments)
}
