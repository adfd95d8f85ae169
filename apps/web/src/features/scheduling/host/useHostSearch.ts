import { directory as calls, type Host, type OutputOf } from '@parley/api'
import { cleanText, type Result } from '@parley/core'
import { useEffect, useState } from 'react'
import {
	type ApiFailure,
	callApi,
	type GeneralRefusal,
	isNetworkFailure,
	type RefusalTable,
	reachability,
	valueOfFailure,
} from '../../../api/index.ts'

/** While a search is running, the results of the one before stay on the screen. */
export type HostSearchState =
	| { status: 'idle' }
	| { status: 'searching'; previous: readonly Host[] }
	| { status: 'found'; query: string; hosts: readonly Host[] }
	| { status: 'failed'; reason: HostSearchFailure }

export type HostSearchFailure = 'unreachable' | 'broken' | 'noDirectory'

const failures: RefusalTable<typeof calls.hosts, HostSearchFailure, GeneralRefusal> = {
	/** The personal edition has no directory. */
	forbidden: 'noDirectory',
	signedOut: 'broken',
	missing: 'broken',
	staleToken: 'broken',
	invalidInput: 'broken',
	tooMany: 'broken',
	phoneNeeded: 'broken',
	profileNeeded: 'broken',
	broken: 'broken',
	unknown: 'broken',
}

const debounceMs = 300

const toSearching = (search: HostSearchState): HostSearchState => ({
	status: 'searching',
	previous: search.status === 'found' ? search.hosts : search.status === 'searching' ? search.previous : [],
})

/** Searches for hosts by a part of their name while the person types; a newer search cancels the older one (HOST-02). */
export function useHostSearch(typed: string): { search: HostSearchState; retry(): void } {
	const query = cleanText(typed)
	const [search, setSearch] = useState<HostSearchState>({ status: 'idle' })
	const [tries, setTries] = useState(0)

	// biome-ignore lint/correctness/useExhaustiveDependencies: a retry searches for the same query
	useEffect(() => {
		if (query === '') return setSearch({ status: 'idle' })
		const abort = new AbortController()
		setSearch(toSearching)
		const timer = setTimeout(async () => {
			const result = await callApi(calls.hosts, { displayName: query }, { quiet: true, signal: abort.signal })
			if (abort.signal.aborted) return
			setSearch(
				result.ok
					? { status: 'found', query, hosts: result.value }
					: { status: 'failed', reason: valueOfFailure(result.failure, failures, 'unreachable') },
			)
		}, debounceMs)
		return () => {
			clearTimeout(timer)
			abort.abort()
		}
	}, [query, tries])

	const hasFailed = search.status === 'failed'
	useEffect(() => {
		if (!hasFailed) return
		return reachability.subscribe(() => reachability.get() && setTries(count => count + 1))
	}, [hasFailed])

	return { search, retry: () => setTries(tries + 1) }
}

type HostsResult = Result<OutputOf<typeof calls.hosts>, ApiFailure<typeof calls.hosts>>

/** Returns whether the chosen person exists in an OA directory, by a search for their login name (HOST-03, OP-100). */
export function toHostCheck(result: HostsResult): 'exists' | 'missing' | 'unchecked' {
	if (result.ok) return result.value.length > 0 ? 'exists' : 'missing'
	return !isNetworkFailure(result.failure) && result.failure.refusal === 'missing' ? 'missing' : 'unchecked'
}
