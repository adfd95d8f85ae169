import { directory as calls } from '@parley/api'
import { cleanText } from '@parley/core'
import { useEffect, useState } from 'react'
import { callApi, reachability } from '../../../api/index.ts'
import { type HostSearchState, toHostSearchState, toSearching } from './hostSearch.ts'

/** A word is searched for when the fingers rest for so long. */
const debounceMs = 300

/** Who may host, by a part of the name; a newer word calls off the older one (HOST-02). */
export function useHostSearch(typed: string): { search: HostSearchState; retry(): void } {
	const words = cleanText(typed)
	const [search, setSearch] = useState<HostSearchState>({ at: 'idle' })
	const [tries, setTries] = useState(0)

	// biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
	useEffect(() => {
		if (words === '') return setSearch({ at: 'idle' })
		const abort = new AbortController()
		setSearch(toSearching)
		const timer = setTimeout(async () => {
			const answer = await callApi(calls.hosts, { displayName: words }, { quiet: true, signal: abort.signal })
			const found = abort.signal.aborted ? undefined : toHostSearchState(words, answer)
			if (found) setSearch(found)
		}, debounceMs)
		return () => {
			clearTimeout(timer)
			abort.abort()
		}
	}, [words, tries])

	const hasFailed = search.at === 'failed'
	useEffect(() => {
		if (!hasFailed) return
		return reachability.subscribe(() => reachability.get() && setTries(count => count + 1))
	}, [hasFailed])

	return { search, retry: () => setTries(tries + 1) }
}
