import { meeting as calls, type Meeting, type MeetingPage } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useContext } from 'react'
import { AnswersContext, pagesUnder, useAnswers } from '../../../answers/index.ts'
import { callApi } from '../../../api/index.ts'
import { listKeyPrefix } from '../list/meetingList.ts'
import { type DetailFailure, type MeetingDetail, toMeetingDetail } from './meetingDetail.ts'

/** One meeting as this person may see it; what a list has shown of it is there at once. */
export function useMeetingDetail(
	meetingId: string,
	userId: string | undefined,
): { detail: MeetingDetail; again(): Promise<void> } {
	const kept = useContext(AnswersContext)
	const { pages, failed, again } = useAnswers<Meeting, DetailFailure>(`meeting detail ${userId} ${meetingId}`, {
		async ask(_, signal) {
			// The id may come from an address; what is no id is answered like one that is not there.
			const id = meetingId as MeetingId
			const answer = await callApi(calls.detail, { id }, { quiet: true, handles401: true, signal })
			return answer.ok ? { ok: true, value: answer.value.meeting } : answer
		},
	})
	const inList = () =>
		pagesUnder<MeetingPage>(kept, listKeyPrefix(userId))
			.flatMap(page => page.meetings.meetings)
			.find(meeting => meeting.meetingId === meetingId)
	return { detail: toMeetingDetail(pages?.[0] ?? (failed ? undefined : inList()), failed?.failure ?? null), again }
}
