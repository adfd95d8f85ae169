import { useEffect, useState } from 'react'
import { history } from '../../../storage/index.ts'
import type { Chat } from './chat.ts'
import { newestAnswerTo } from './chatItem.ts'
import { useChatState } from './useChat.ts'

/** Returns whether the user's question was answered since the questions were last seen in this browser. */
export function useUnseenAnswer(chat: Chat | undefined, isSeen: boolean): boolean {
	const userId = useChatState(chat, state => state.userId)
	const gid = useChatState(chat, ({ rooms }) => rooms.questions?.gid)
	const newest = useChatState(chat, ({ rooms }) => newestAnswerTo(userId, rooms.questions?.items.shown ?? []))
	const isLoaded = useChatState(chat, ({ rooms: { questions } }) => isKnown.has(questions?.earlier))
	const [seen, setSeen] = useState<number>()
	useEffect(() => {
		if (gid === undefined || !isLoaded) return
		const before = history.seenAnswers.list(userId).find(answers => answers.gid === gid)?.position
		// On a first visit existing answers are not new.
		const position = isSeen ? Math.max(newest, before ?? 0) : (before ?? newest)
		if (position !== before) history.seenAnswers.add(userId, { gid, position })
		setSeen(position)
	}, [userId, gid, isSeen, isLoaded, newest])
	return !isSeen && seen !== undefined && newest > seen
}

/** States in which earlier messages have loaded, or will not load. */
const isKnown = new Set<string | undefined>(['more', 'none', 'failed'])
