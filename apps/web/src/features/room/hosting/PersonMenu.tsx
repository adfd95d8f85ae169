import type { Participant } from '@parley/room'
import { type PersonActionsOptions, usePersonActions } from './usePersonActions.tsx'

export interface PersonMenuProps extends PersonActionsOptions {
	person: Participant
	/** The button in the corner of the tile. */
	anchor: Element
}

/** The actions towards the person of a tile, open at first (ROOM-232). */
export const PersonMenu = ({ person, anchor, ...options }: PersonMenuProps) =>
	usePersonActions(options, { person, anchor }).overlays
