import { useEffect, useEffectEvent } from 'react'
import type { Chat } from '../chat/chat.ts'
import { useChatState } from '../chat/useChat.ts'
import type { WatchedLive } from './useLiveStream.ts'

/**
 * The chat tells a removed viewer at once; without a picture that stops, the live would tell them minutes later. So it
 * is requested again, and refused (LIVE-38).
 */
export function useRemoval(live: Pick<WatchedLive, 'refetch'>, chat: Chat | undefined) {
	const isBanned = useChatState(chat, ({ rooms }) => Object.values(rooms).some(({ status }) => status === 'banned'))
	const refetch = useEffectEvent(() => void live.refetch())
	useEffect(() => {
		if (isBanned) refetch()
	}, [isBanned])
}
