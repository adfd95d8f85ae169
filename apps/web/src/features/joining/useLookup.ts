import { meeting as calls } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useEffect, useState } from 'react'
import { ask } from '../../api/index.ts'
import { detailOf, type MeetingDetail } from '../meeting/index.ts'
import { seen } from './seen.ts'

/**
 * The meeting one is about to join. One that was looked up a moment ago, on the way here, is not asked for again: what
 * counts is what the server says to the join.
 */
export function useLookup(meetingId: string | undefined): MeetingDetail {
	const [detail, setDetail] = useState<MeetingDetail>(() => detailOf(seen.of(meetingId), null))
	const isSeen = detail.at === 'shown'

	useEffect(() => {
		if (meetingId === undefined || isSeen) return
		const abort = new AbortController()
		// The id may come from an address; what is no id is answered like one that is not there.
		const asked = ask(calls.detail, { id: meetingId as MeetingId }, { quiet: true, own401: true, signal: abort.signal })
		void asked.then(answer => {
			if (abort.signal.aborted) return
			setDetail(answer.ok ? detailOf(answer.value.meeting, null) : detailOf(undefined, answer.failure))
		})
		return () => abort.abort()
	}, [meetingId, isSeen])

	return detail
}
