import { useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import type { JoinedRoom } from '../roomState.ts'
import { reactionNames } from './ReactionIcon.tsx'

/** Reactions are gathered for this long, and at most one line in this time is read out. */
const gatherMs = 1_500
const quietMs = 10_000

/** The words that a screen reader hears about reactions of the others: who reacted, or how many did (ROOM-103). */
export function useReactionAnnouncement({ reactions, people, self }: JoinedRoom): string {
	const [text, setText] = useState('')
	const pending = useRef(new Map<string, string>())
	const lastNumber = useRef(0)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const saidAt = useRef(Number.NEGATIVE_INFINITY)

	useEffect(() => {
		for (const [id, { reaction, number }] of reactions) {
			if (number <= lastNumber.current || id === self) continue
			const name = people.find(person => person.id === id)?.name
			if (name !== undefined) pending.current.set(id, m.room_reacted({ name, reaction: reactionNames[reaction]() }))
		}
		lastNumber.current = Math.max(lastNumber.current, ...[...reactions.values()].map(({ number }) => number))
		if (pending.current.size === 0 || timer.current !== undefined) return
		const waitMs = Math.max(gatherMs, saidAt.current + quietMs - performance.now())
		timer.current = setTimeout(() => {
			const lines = [...pending.current.values()]
			pending.current.clear()
			timer.current = undefined
			saidAt.current = performance.now()
			setText(lines.length === 1 ? (lines[0] ?? '') : m.room_reacted_many({ count: lines.length }))
		}, waitMs)
	}, [reactions, people, self])

	useEffect(() => () => clearTimeout(timer.current), [])
	return text
}
