import { useEffect } from 'react'
import type { Talk } from '../talk/talk.ts'
import { useTalkState } from '../talk/useTalk.ts'
import type { WatchedLive } from './useLiveStream.ts'

/**
 * Actions of the host between the server's response and the moment this viewer starts to receive the discussion are not
 * announced again: the state of the live is requested then (LIVE-32).
 */
export function useCatchingUp({ catchUp, setHearing }: WatchedLive, talk: Talk | undefined) {
	const isListening = useTalkState(
		talk,
		({ connection, rooms }) => connection.status === 'ready' && rooms.discussion?.status === 'open',
	)
	useEffect(() => {
		setHearing(isListening)
		if (isListening) catchUp()
		return () => setHearing(false)
	}, [isListening, catchUp, setHearing])
}
