import type { Participant } from '@parley/room'
import { useState } from 'react'
import type { JoinedRoom } from '../roomState.ts'

/** Makes a person large in this window, or no longer. */
export interface Pin {
	isPinned: boolean
	onToggle(): void
}

export interface Pinning {
	/** The pinned person; undefined if there is none, or if they are not shown. */
	pinned: string | undefined
	/** Returns the pin of a person; undefined where there is nothing to choose. */
	pinOf(person: Pick<Participant, 'id'>): Pin | undefined
}

/**
 * The person that is large in this window, whoever speaks (ROOM-101).
 * @param hidesSelf the own tile is not shown
 */
export function usePinning({ self, people, sharing }: JoinedRoom, hidesSelf: boolean): Pinning {
	const [chosen, setChosen] = useState<string>()
	const isShown = (id: string) => people.some(person => person.id === id) && !(hidesSelf && id === self)
	const pinned = chosen !== undefined && isShown(chosen) ? chosen : undefined
	return {
		pinned,
		pinOf: ({ id }) =>
			people.length > 2 && sharing.presenter === null && isShown(id)
				? { isPinned: id === pinned, onToggle: () => setChosen(id === pinned ? undefined : id) }
				: undefined,
	}
}
