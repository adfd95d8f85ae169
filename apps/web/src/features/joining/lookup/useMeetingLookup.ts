import { meeting as calls } from '@parley/api'
import { type MeetingId, meetingIdError } from '@parley/core'
import { useEffect, useState } from 'react'
import { callApi } from '../../../api/index.ts'
import { type MeetingDetail, toMeetingDetail } from '../../meeting/index.ts'
import { shownMeeting } from './shownMeeting.ts'

/**
 * The meeting one is about to join. One that was looked up a moment ago, on the way here, is not asked for again: what
 * counts is what the server says to the join.
 */
export function useMeetingLookup(meetingId: string | undefined): { detail: MeetingDetail; again(): void } {
	const [detail, setDetail] = useState<MeetingDetail>(() => getKnownDetail(meetingId))
	const isKnown = detail.status !== 'loading'

	useEffect(() => {
		if (meetingId === undefined || isKnown) return
		const abort = new AbortController()
		const asked = callApi(
			calls.detail,
			{ id: meetingId as MeetingId },
			{ quiet: true, handles401: true, signal: abort.signal },
		)
		void asked.then(answer => {
			if (abort.signal.aborted) return
			setDetail(
				answer.ok ? toMeetingDetail(answer.value.meeting, undefined) : toMeetingDetail(undefined, answer.failure),
			)
		})
		return () => abort.abort()
	}, [meetingId, isKnown])

	return { detail, again: () => setDetail({ status: 'loading' }) }
}

/** The id may come from an address; of what can be no id it is known that there is no such meeting. */
function getKnownDetail(meetingId: string | undefined): MeetingDetail {
	if (meetingId !== undefined && meetingIdError(meetingId)) return { status: 'missing' }
	return toMeetingDetail(shownMeeting.get(meetingId), undefined)
}
