import { useEffect, useState } from 'react'
import { history } from '../../../storage/index.ts'
import type { Talk } from './talk.ts'
import { newestAnswerTo } from './talkItem.ts'
import { useTalkState } from './useTalk.ts'

/** Returns whether the user's question was answered since the questions were last seen in this browser. */
export function useUnseenAnswer(talk: Talk | undefined, isSeen: boolean): boolean {
	const userId = useTalkState(talk, state => state.userId)
	const gid = useTalkState(talk, ({ rooms }) => rooms.questions?.gid)
	const newest = useTalkState(talk, ({ rooms }) => newestAnswerTo(userId, rooms.questions?.items.shown ?? []))
	const isLoaded = useTalkState(talk, ({ rooms: { questions } }) => isKnown.has(questions?.earlier))
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
