import { useEffect } from 'react'
import type { Chat } from '../chat/chat.ts'
import { useChatState } from '../chat/useChat.ts'
import type { WatchedLive } from './useLiveStream.ts'

/**
 * Actions of the host between the server's response and the moment this viewer starts to receive the discussion are not
 * announced again: the state of the live is requested then (LIVE-32).
 */
export function useCatchingUp({ catchUp, setHearing }: WatchedLive, chat: Chat | undefined) {
	const isListening = useChatState(
		chat,
		({ connection, rooms }) => connection.status === 'ready' && rooms.discussion?.status === 'open',
	)
	useEffect(() => {
		setHearing(isListening)
		if (isListening) catchUp()
		return () => setHearing(false)
	}, [isListening, catchUp, setHearing])
}
