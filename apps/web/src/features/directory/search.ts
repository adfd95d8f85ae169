import type { DirectoryPerson } from '@parley/api'
import { cleanText, type Result } from '@parley/core'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { childrenOf, type Tree } from './tree.ts'

/** What a search shows. What was found before stays in sight until the next answer. */
export type Search =
	| { at: 'idle' }
	| { at: 'searching'; words: string; people: readonly DirectoryPerson[] | undefined }
	| { at: 'found'; words: string; people: readonly DirectoryPerson[] }
	| { at: 'failed'; words: string; refusal: string }

export interface SearchOutside {
	ask(words: string, signal: AbortSignal): Promise<Result<readonly DirectoryPerson[], { refusal: string }>>
	after(ms: number, act: () => void): () => void
}

export interface Searcher {
	store: StoreApi<Search>
	/** Somebody types: asks once they pause. */
	type(text: string): void
	/** Asks at once. */
	now(text: string): void
	stop(): void
}

/** So long a pause means that somebody waits for an answer. */
export const pauseMs = 300

export function createSearcher({ ask, after }: SearchOutside): Searcher {
	const store = createStore<Search>(() => ({ at: 'idle' }))
	const { getState: get, setState } = store
	const become = (search: Search) => setState(search, true)
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
		become({ at: 'searching', words, people: shownBy(get()) })
		const answer = await ask(words, mine.signal)
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
		become({ at: 'searching', words, people: shownBy(search) })
		callOff = after(pause, () => void look(words))
	}

	return { store, type: text => begin(text, pauseMs), now: text => begin(text, 0), stop }
}

const shownBy = (search: Search): readonly DirectoryPerson[] | undefined =>
	search.at === 'found' || search.at === 'searching' ? search.people : undefined

const departmentsAtMost = 20

/** Departments by a part of their name, from the top down. The server knows no such question: they are all here. */
export function departmentsNamed(tree: Tree, words: string): string[] {
	const wanted = words.toLowerCase()
	const all = [...tree.tops]
	for (const number of all) all.push(...childrenOf(tree, number))
	const isMeant = (number: string) => tree.branches.get(number)?.department.name.toLowerCase().includes(wanted)
	return all.filter(isMeant).slice(0, departmentsAtMost)
}
