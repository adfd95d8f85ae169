import { useEffect, useRef } from 'react'
import type { Talk } from '../talk/talk.ts'
import { useTalkState } from '../talk/useTalk.ts'
import { soonMs, waitingOf } from './livePolling.ts'
import type { WatchedLive } from './useLiveStream.ts'

/**
 * What the host did between the answer of the server and the moment from which this viewer hears the discussion is told
 * to nobody again: a live that is waited for is asked for once more then (LIVE-32).
 */
export function useCatchingUp(live: WatchedLive, talk: Talk | undefined) {
	const isListening = useTalkState(
		talk,
		({ connection, rooms }) => connection.status === 'ready' && rooms.discussion?.status === 'open',
	)
	const latest = useRef(live)
	latest.current = live
	useEffect(() => {
		if (!isListening || !waitingOf(latest.current.view)) return
		// Not all viewers in the same second.
		const timer = setTimeout(() => void latest.current.refetch(), soonMs(Math.random))
		return () => clearTimeout(timer)
	}, [isListening])
}
