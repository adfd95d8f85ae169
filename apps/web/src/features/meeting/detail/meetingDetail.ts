import type { meeting as calls, Meeting } from '@parley/api'
import type { ApiFailure } from '../../../api/index.ts'

export type DetailFailure = ApiFailure<typeof calls.detail>

/** One meeting as it is looked at. */
export type MeetingDetail =
	| { at: 'loading' }
	| { at: 'shown'; meeting: Meeting }
	| { at: 'missing' | 'login' | 'unreachable' | 'refused' }

/** 501 and 401 say that one has to sign in; what else is refused is not there (OP-057). */
export function toMeetingDetail(
	meeting: Meeting | undefined,
	failure: Pick<DetailFailure, 'refusal'> | null,
): MeetingDetail {
	switch (failure?.refusal) {
		case undefined:
			return meeting ? { at: 'shown', meeting } : { at: 'loading' }
		case 'loginNeeded':
		case 'signedOut':
			return { at: 'login' }
		case 'offline':
		case 'timeout':
			// What was seen a moment ago is better than nothing.
			return meeting ? { at: 'shown', meeting } : { at: 'unreachable' }
		case 'tooMany':
		case 'broken':
		case 'cancelled':
		case 'staleToken':
			return meeting ? { at: 'shown', meeting } : { at: 'refused' }
		default:
			return { at: 'missing' }
	}
}
