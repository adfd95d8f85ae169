import { ok } from '@parley/core'
import { act, renderHook } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aColleague, aDepartment } from '../../testing/aDirectory.ts'
import { buildDepartmentTree } from './departmentTree.ts'
import {
	createPeopleSearch,
	debounceMs,
	findDepartments,
	type PeopleSearchDeps,
	usePeopleSearch,
} from './peopleSearch.ts'

type Answer = Awaited<ReturnType<PeopleSearchDeps['searchPeople']>>

/** A directory that answers when told to, and a pause that ends when told to. */
function aSearch() {
	const asked: { words: string; signal: AbortSignal; answer(answer: Answer): Promise<void> }[] = []
	const pauses = new Set<() => void>()
	const searcher = createPeopleSearch({
		searchPeople: (words, signal) =>
			new Promise(resolve =>
				asked.push({
					words,
					signal,
					async answer(answer) {
						resolve(answer)
						await new Promise(settled => setImmediate(settled))
					},
				}),
			),
		setTimer(ms, act) {
			expect(ms).toBe(debounceMs)
			pauses.add(act)
			return () => pauses.delete(act)
		},
	})
	return {
		...searcher,
		asked,
		words: () => asked.map(({ words }) => words),
		pause() {
			for (const act of pauses) act()
			pauses.clear()
		},
	}
}
const han = aColleague('han')

test('[MEMB-07] the search starts once typing pauses, for the text of then', async () => {
	const { setQuery, pause, words, asked, store } = aSearch()
	for (const text of ['h', 'ha', ' han ']) setQuery(text)
	expect(words()).toEqual([])
	expect(store.getState().status).toBe('searching')
	pause()
	expect(words()).toEqual(['han'])
	await asked[0]?.answer(ok([han]))
	expect(store.getState()).toEqual({ status: 'found', query: 'han', people: [han] })
})

test('[MEMB-07] the search key starts at once, and the same search is not started twice', () => {
	const { setQuery, searchNow, pause, words } = aSearch()
	searchNow('han')
	setQuery('han ')
	searchNow('han')
	pause()
	expect(words()).toEqual(['han'])
})

test('[MEMB-07] a late answer to an older search changes nothing', async () => {
	const { searchNow, asked, store } = aSearch()
	searchNow('han')
	searchNow('li')
	expect(asked[0]?.signal.aborted).toBe(true)
	await asked[0]?.answer(ok([han]))
	expect(store.getState()).toEqual({ status: 'searching', query: 'li', people: undefined })
	searchNow('')
	await asked[1]?.answer(ok([han]))
	expect(store.getState()).toEqual({ status: 'idle' })
})

test('[MEMB-07] results stay shown while the next search is running', async () => {
	const { searchNow, setQuery, asked, store } = aSearch()
	searchNow('han')
	await asked[0]?.answer(ok([han]))
	setQuery('hanm')
	expect(store.getState()).toEqual({ status: 'searching', query: 'hanm', people: [han] })
})

test('[MEMB-07] a failed search can be repeated', async () => {
	const { searchNow, asked, words, store } = aSearch()
	searchNow('han')
	await asked[0]?.answer({ ok: false, failure: { refusal: 'offline' } })
	expect(store.getState()).toEqual({ status: 'failed', query: 'han', refusal: 'offline' })
	searchNow('han')
	expect(words()).toEqual(['han', 'han'])
})

test('[MEMB-07] a screen that was left while one typed searches for nothing', () => {
	vi.useFakeTimers()
	onTestFinished(() => void vi.useRealTimers())
	const selection = { owner: { scope: 'hanmei c1', isOa: false }, store: {} } as never
	const { result, unmount } = renderHook(() => usePeopleSearch(selection))
	for (const text of ['h', 'ha']) act(() => result.current.setQuery(text))
	expect(vi.getTimerCount()).toBe(1)
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})

test('[MEMB-07] departments are found by a part of their name, in any case', () => {
	const tree = buildDepartmentTree([
		aDepartment('1', '', 'Works'),
		aDepartment('2', '1', 'Network'),
		aDepartment('3', '', 'Sales'),
	])
	expect(findDepartments(tree, 'WORK')).toEqual(['1', '2'])
})
