import { useEffect, useState } from 'react'
import type { Talk } from './talk.ts'
import { newestAnswerTo } from './talkItem.ts'
import { useTalkState } from './useTalk.ts'

/** Whether a question of one's own was answered since the questions were seen last, or since the page was opened. */
export function useUnseenAnswer(talk: Talk | undefined, isSeen: boolean): boolean {
	const newest = useTalkState(talk, ({ rooms, userId }) => newestAnswerTo(userId, rooms.questions?.items.shown ?? []))
	const isLoaded = useTalkState(talk, ({ rooms: { questions } }) => isKnown.has(questions?.earlier))
	const [seen, setSeen] = useState<number>()
	useEffect(() => {
		if (isSeen || (isLoaded && seen === undefined)) setSeen(newest)
	}, [isSeen, isLoaded, seen, newest])
	return !isSeen && seen !== undefined && newest > seen
}

/** What was written before has come, or will not. */
const isKnown = new Set<string | undefined>(['more', 'none', 'failed'])
