import { meeting as calls, type Meeting } from '@parley/api'
import { type MeetingId, meetingIdError } from '@parley/core'
import { useEffect, useState } from 'react'
import { callApi } from '../../../api/index.ts'
import { type MeetingDetail, toMeetingDetail } from '../../meeting/index.ts'
import { getPersonScope } from '../../session/index.ts'

const shownForMs = 60_000

/**
 * The meeting that a list, a detail or a link has just shown, so that it is not looked up again for a minute. Another
 * person, who may not see it, looks it up.
 */
export function createShownMeeting(now: () => number) {
	let shown: { meeting: Meeting; until: number; owner: string } | undefined
	return {
		set(meeting: Meeting) {
			shown = { meeting, until: now() + shownForMs, owner: getPersonScope() }
		},
		get(meetingId: string | undefined): Meeting | undefined {
			if (shown?.meeting.meetingId !== meetingId || shown?.owner !== getPersonScope()) return undefined
			return now() < shown.until ? shown.meeting : undefined
		},
	}
}

export const shownMeeting = createShownMeeting(Date.now)

/**
 * The meeting that is about to be joined. One that was shown a moment ago is not looked up again: the server decides
 * about the join anyway.
 */
export function useMeetingLookup(meetingId: string | undefined): { detail: MeetingDetail; retry(): void } {
	const [detail, setDetail] = useState<MeetingDetail>(() => getKnownDetail(meetingId))
	const isKnown = detail.status !== 'loading'

	useEffect(() => {
		if (meetingId === undefined || isKnown) return
		const abort = new AbortController()
		const options = { quiet: true, handles401: true, signal: abort.signal } as const
		void callApi(calls.detail, { id: meetingId as MeetingId }, options).then(result => {
			if (abort.signal.aborted) return
			setDetail(
				result.ok ? toMeetingDetail(result.value.meeting, undefined) : toMeetingDetail(undefined, result.failure),
			)
		})
		return () => abort.abort()
	}, [meetingId, isKnown])

	return { detail, retry: () => setDetail({ status: 'loading' }) }
}

/** The id may come from an address; an invalid one is known to be no meeting. */
function getKnownDetail(meetingId: string | undefined): MeetingDetail {
	if (meetingId !== undefined && meetingIdError(meetingId)) return { status: 'missing' }
	return toMeetingDetail(shownMeeting.get(meetingId), undefined)
}
