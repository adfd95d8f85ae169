import { useEffect } from 'react'
import type { Talk } from '../talk/talk.ts'
import { useTalkState } from '../talk/useTalk.ts'
import type { WatchedLive } from './useLiveStream.ts'

/**
 * What the host did between the answer of the server and the moment from which this viewer hears the discussion is told
 * to nobody again: what has become of the live is asked then (LIVE-32).
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
