import type { liveDesk as calls, DeskState } from '@parley/api'
import { type ApiFailure, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../../api/index.ts'

/** The view of the host's desk. */
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

type StateFailure = Pick<ApiFailure<typeof calls.state>, 'refusal'>

const statusOf = (failure: StateFailure): FailureStatus =>
	failure.refusal === 'cancelled' ? 'failed' : valueOfFailure(failure, failures, 'offline')

/** Refuses the desk itself: asking again leads to the same response. */
export function isRefused(failure: StateFailure): boolean {
	const status = statusOf(failure)
	return status !== 'offline' && status !== 'failed'
}

/** Keeps earlier data while the server cannot be reached. */
export function toDeskView(desk: DeskState | undefined, failure: StateFailure | undefined): DeskView {
	if (!failure) return desk ? { status: 'loaded', desk, isStale: false } : { status: 'loading' }
	return desk && !isRefused(failure) ? { status: 'loaded', desk, isStale: true } : { status: statusOf(failure) }
}
