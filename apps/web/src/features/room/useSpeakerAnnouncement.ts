import { useState } from 'react'
import { m } from '../../locales/index.ts'
import type { JoinedRoom } from './roomState.ts'

/** Tells who speaks now, in words, for a screen reader that asks (ROOM-106). */
export function useSpeakerAnnouncement({ people, speaking, self }: JoinedRoom) {
	const [said, setSaid] = useState({ text: '', times: 0 })
	function describe(): string {
		const names = people.flatMap(({ id, name }) => (speaking.has(id) && id !== self ? [name] : []))
		return names.length === 0
			? m.room_speaking_nobody()
			: m.room_speaking_now({ names: names.join(m.room_names_separator()) })
	}
	return {
		describe,
		// Another space each time: the same words again would not be read out.
		text: said.text + '\u00a0'.repeat(said.times % 2),
		announce() {
			const text = describe()
			setSaid(({ times }) => ({ text, times: times + 1 }))
		},
	}
}
