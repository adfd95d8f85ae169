import { meeting as calls, type Meeting } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiFailure } from '../../../api/index.ts'
import { useCallQuery } from '../../../query/index.ts'
import { findListedMeeting } from '../list/useMeetingList.ts'

type DetailFailure = Pick<ApiFailure<typeof calls.detail>, 'refusal'>

/** The view of the screen of one meeting. */
export type MeetingDetail =
	| { status: 'loaded'; meeting: Meeting }
	| { status: 'loading' | 'missing' | 'signInNeeded' | 'offline' | 'failed' }

/** 501 and 401 ask for a sign-in; a refusal about the meeting is shown as one that does not exist (OP-057). */
const failureStatus = {
	loginNeeded: 'signInNeeded',
	signedOut: 'signInNeeded',
	missing: 'missing',
	forbidden: 'missing',
	invalidInput: 'missing',
	phoneNeeded: 'missing',
	profileNeeded: 'missing',
	unknown: 'missing',
	offline: 'offline',
	timeout: 'offline',
	tooMany: 'failed',
	challengeNeeded: 'failed',
	challengeFailed: 'failed',
	challengeExpired: 'failed',
	broken: 'failed',
	staleToken: 'failed',
	cancelled: 'failed',
} as const satisfies Record<DetailFailure['refusal'], Exclude<MeetingDetail['status'], 'loaded' | 'loading'>>

/** A meeting that was loaded before stays while the server cannot say anything about it. */
export function toMeetingDetail(meeting: Meeting | undefined, failure: DetailFailure | undefined): MeetingDetail {
	if (!failure) return meeting ? { status: 'loaded', meeting } : { status: 'loading' }
	const status = failureStatus[failure.refusal]
	const isAboutMeeting = status === 'missing' || status === 'signInNeeded'
	return meeting && !isAboutMeeting ? { status: 'loaded', meeting } : { status }
}

/** One meeting as this person may see it. Until it is loaded, what a list has shown of it. */
export function useMeetingDetail(
	meetingId: string,
	userId: string | undefined,
): { detail: MeetingDetail; refetch(): Promise<void> } {
	const client = useQueryClient()
	// The id may come from an address; for an invalid one the server responds that the meeting does not exist.
	const input = { id: meetingId as MeetingId }
	const { data, failure, refetch } = useCallQuery(calls.detail, input, {
		scope: [userId],
		handles401: true,
		select: ({ meeting }) => meeting,
	})
	const meeting = data ?? (failure ? undefined : findListedMeeting(client, userId, meetingId))
	return { detail: toMeetingDetail(meeting, failure), refetch }
}
