import type { liveDesk as calls, DeskState } from '@parley/api'
import { type ApiFailure, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../../api/index.ts'

/** What the host's desk has to show. */
export type DeskView =
	| { status: 'loaded'; desk: DeskState; isStale: boolean }
	| { status: 'loading' | 'missing' | 'noLive' | 'notAllowed' | 'signInNeeded' | 'offline' | 'failed' }

type FailureStatus = Exclude<DeskView['status'], 'loading' | 'loaded'>

const failures: RefusalTable<typeof calls.state, FailureStatus, GeneralRefusal> = {
	closed: 'noLive',
	missing: 'missing',
	invalidInput: 'missing',
	forbidden: 'notAllowed',
	signedOut: 'signInNeeded',
	phoneNeeded: 'failed',
	profileNeeded: 'failed',
	tooMany: 'failed',
	staleToken: 'failed',
	broken: 'failed',
	unknown: 'failed',
}

/** What was loaded before stays while the server cannot say anything about it. */
export function toDeskView(
	desk: DeskState | undefined,
	failure: Pick<ApiFailure<typeof calls.state>, 'refusal'> | undefined,
): DeskView {
	if (!failure) return desk ? { status: 'loaded', desk, isStale: false } : { status: 'loading' }
	const status = failure.refusal === 'cancelled' ? 'failed' : valueOfFailure(failure, failures, 'offline')
	const isUnanswered = status === 'offline' || status === 'failed'
	return desk && isUnanswered ? { status: 'loaded', desk, isStale: true } : { status }
}
