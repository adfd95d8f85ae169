import { liveDesk as calls, type DeskState } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { useCallQuery } from '../../../query/index.ts'
import { getPersonScope } from '../../session/index.ts'
import { type DeskView, isRefused, toDeskView } from './deskView.ts'

/** Poll interval of a visible desk: figures cover the last ten seconds. */
const pollMs = 3_000

/** The live as its host sees it. */
export interface WatchedDesk {
	view: DeskView
	/** Time at which `view` arrived, by `performance.now()`: its durations are relative to it. */
	receivedAt: number
	refetch(): Promise<void>
}

export function useDesk(meetingId: string): WatchedDesk {
	const [received, setReceived] = useState<{ desk: DeskState; at: number }>()
	// The id may come from an address; for an invalid one the server responds that the meeting does not exist.
	const input = { meetingId: meetingId as MeetingId }
	const { data, failure, refetch } = useCallQuery(calls.state, input, {
		scope: [getPersonScope()],
		handles401: true,
		everyMs: pollMs,
		isFinal: isRefused,
		onResult: result => result.ok && setReceived({ desk: result.value, at: performance.now() }),
	})
	return { view: toDeskView(received?.desk ?? data, failure), receivedAt: received?.at ?? performance.now(), refetch }
}
