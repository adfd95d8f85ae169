import { meeting as calls, type MeetingForm } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { type ApiFailure, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../../api/index.ts'
import { useCallQuery } from '../../../query/index.ts'
import { getPersonScope } from '../../session/index.ts'

/** The view of a screen about the live of one meeting. */
export type LiveMeeting =
	| { status: 'loaded'; meeting: MeetingForm }
	| { status: 'loading' | 'missing' | 'signInNeeded' | 'offline' | 'failed' }

type FailureStatus = Exclude<LiveMeeting['status'], 'loading' | 'loaded'>

const failures: RefusalTable<typeof calls.form, FailureStatus, GeneralRefusal> = {
	signedOut: 'signInNeeded',
	missing: 'missing',
	forbidden: 'missing',
	invalidInput: 'missing',
	unknown: 'missing',
	phoneNeeded: 'failed',
	profileNeeded: 'failed',
	tooMany: 'failed',
	staleToken: 'failed',
	broken: 'failed',
}

/** Keeps earlier data while the server cannot be reached. */
export function toLiveMeeting(
	meeting: MeetingForm | undefined,
	failure: Pick<ApiFailure<typeof calls.form>, 'refusal'> | undefined,
): LiveMeeting {
	if (!failure) return meeting ? { status: 'loaded', meeting } : { status: 'loading' }
	const status = failure.refusal === 'cancelled' ? 'failed' : valueOfFailure(failure, failures, 'offline')
	const isAboutMeeting = status === 'missing' || status === 'signInNeeded'
	return meeting && !isAboutMeeting ? { status: 'loaded', meeting } : { status }
}

/** A meeting with the introduction of its live, which the form of the meeting has (ROUTE-41). */
export function useLiveMeeting(meetingId: string): { live: LiveMeeting; refetch(): Promise<void> } {
	// The id may come from an address; for an invalid one the server responds that the meeting does not exist.
	const input = { id: meetingId as MeetingId }
	const { data, failure, refetch } = useCallQuery(calls.form, input, {
		scope: [getPersonScope()],
		handles401: true,
		select: ({ meeting }) => meeting,
	})
	return { live: toLiveMeeting(data, failure), refetch }
}
