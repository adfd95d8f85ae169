import { useEffect, useRef, useState } from 'react'
import { m } from '../../../locales/index.ts'
import { windowTitle } from '../../../ui/index.ts'
import { type JoinedRoom, mayDo } from '../roomState.ts'

/** The title changes no more often, and outlasts a pause in what someone says. */
const calmMs = 2_000

/** How many wait comes before who speaks, which comes before the topic alone. */
function titleOf(room: JoinedRoom): string {
	const { topic, people, speaking, self, waiting } = room
	if (mayDo(room, 'admit-people') && waiting && waiting.count > 0)
		return m.room_window_waiting({ count: waiting.count, topic })
	const speaker = people.find(({ id }) => id !== self && speaking.has(id))
	return speaker ? m.room_window_speaking({ name: speaker.name, topic }) : topic
}

/** Names the window after what happens in the room (ROOM-187), and gives back its title on leaving. */
export function useWindowTitle(room: JoinedRoom): void {
	const wanted = titleOf(room)
	const isSilent = wanted === room.topic
	const [title, setTitle] = useState(wanted)
	const changedAt = useRef(Number.NEGATIVE_INFINITY)
	useEffect(() => {
		if (wanted === title) return
		const waitMs = isSilent ? calmMs : Math.max(0, changedAt.current + calmMs - performance.now())
		const timer = setTimeout(() => {
			changedAt.current = performance.now()
			setTitle(wanted)
		}, waitMs)
		return () => clearTimeout(timer)
	}, [wanted, isSilent, title])
	useEffect(() => windowTitle.setOwn(title), [title])
	useEffect(() => () => windowTitle.setOwn(undefined), [])
}
