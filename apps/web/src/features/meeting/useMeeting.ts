import { meeting as calls, type Meeting, type MeetingPage } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/index.ts'
import { type DetailFailure, detailOf, type MeetingDetail } from './detail.ts'
import { orThrow, type Unanswered } from './unanswered.ts'

/** One meeting; what a list has shown of it is there at once. Without an id nothing is asked. */
export function useMeeting(meetingId: string | undefined): { detail: MeetingDetail; again(): Promise<unknown> } {
	const client = useQueryClient()
	const query = useQuery<Meeting, Unanswered<DetailFailure>>({
		queryKey: ['meeting', 'detail', meetingId],
		enabled: meetingId !== undefined,
		queryFn: async ({ signal }) => {
			// The id may come from an address; what is no id is answered like one that is not there.
			const id = meetingId as MeetingId
			return orThrow(await ask(calls.detail, { id }, { quiet: true, own401: true, signal })).meeting
		},
		placeholderData: () =>
			client
				.getQueriesData<InfiniteData<MeetingPage>>({ queryKey: ['meeting', 'own'] })
				.flatMap(([, kept]) => kept?.pages ?? [])
				.flatMap(page => page.meetings.meetings)
				.find(meeting => meeting.meetingId === meetingId),
		retry: false,
		staleTime: 0,
	})
	return { detail: detailOf(query.data, query.error?.failure ?? null), again: () => query.refetch() }
}
