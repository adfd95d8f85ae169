import type { directory as calls, Host, OutputOf } from '@parley/api'
import type { Result } from '@parley/core'
import type { ApiFailure } from '../../../api/index.ts'

/** Where a search for a host stands. While it goes on, what was found before stays in sight. */
export type HostSearchState =
	| { at: 'idle' }
	| { at: 'searching'; before: readonly Host[] }
	| { at: 'found'; words: string; hosts: readonly Host[] }
	| { at: 'failed'; why: 'unreachable' | 'broken' | 'closed' }

type HostsResult = Result<OutputOf<typeof calls.hosts>, ApiFailure<typeof calls.hosts>>

export const toSearching = (search: HostSearchState): HostSearchState => ({
	at: 'searching',
	before: search.at === 'found' ? search.hosts : search.at === 'searching' ? search.before : [],
})

/** Nothing for an answer that was called off: a newer question is under way. */
export function toHostSearchState(words: string, answer: HostsResult): HostSearchState | undefined {
	if (answer.ok) return { at: 'found', words, hosts: answer.value }
	const { refusal } = answer.failure
	if (refusal === 'cancelled') return undefined
	// The personal edition has no directory.
	if (refusal === 'forbidden') return { at: 'failed', why: 'closed' }
	return { at: 'failed', why: refusal === 'offline' || refusal === 'timeout' ? 'unreachable' : 'broken' }
}

/** Whether somebody who was chosen on an OA site is there: their login name is asked for (HOST-03, OP-100). */
export function toHostCheck(answer: HostsResult): 'there' | 'unknown' | 'unchecked' | undefined {
	if (answer.ok) return answer.value.length > 0 ? 'there' : 'unknown'
	if (answer.failure.refusal === 'cancelled') return undefined
	return answer.failure.refusal === 'missing' ? 'unknown' : 'unchecked'
}
