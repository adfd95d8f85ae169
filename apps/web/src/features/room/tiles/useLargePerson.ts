import { useEffect, useRef, useState } from 'react'

/** A person is shown large after speaking for this long, and for this long at least. */
const speaksForMs = 1_200
const shownForMs = 2_000

/**
 * The person in the large place of the speaker view (ROOM-99): who spoke last among the others, at first the first of them.
 * @param others ids in their order, without oneself
 * @param speaking ids of the people who speak now
 */
export function useLargePerson(others: readonly string[], speaking: ReadonlySet<string>): string | undefined {
	const [chosen, setChosen] = useState<string>()
	const changedAt = useRef(Number.NEGATIVE_INFINITY)
	const large = chosen !== undefined && others.includes(chosen) ? chosen : others[0]
	const isSpeaking = large !== undefined && speaking.has(large)
	const next = isSpeaking ? undefined : others.find(id => speaking.has(id))
	useEffect(() => {
		if (next === undefined) return
		const waitMs = Math.max(speaksForMs, changedAt.current + shownForMs - performance.now())
		const timer = setTimeout(() => {
			changedAt.current = performance.now()
			setChosen(next)
		}, waitMs)
		return () => clearTimeout(timer)
	}, [next])
	return large
}
