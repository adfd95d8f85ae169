import type { EnterRefusal } from '@parley/room'

/** What the room knows when somebody stands at its door. */
export interface EnterConditions {
	over: boolean
	removed: boolean
	locked: boolean
	host: boolean
	/** They were inside before and hold a resume token. */
	returning: boolean
	/** Their place is still kept, so they take no new one. */
	seated: boolean
	participantCount: number
	capacity: number
}

/** Why somebody does not get in, in the order in which it is said; nothing when they do. */
export function enterRefusal(who: EnterConditions): EnterRefusal | undefined {
	if (who.over) return 'room.ended'
	if (who.removed) return 'participant.removed'
	// ROOM-33: whoever was inside, and the host, may come into a locked room.
	if (who.locked && !who.host && !who.returning) return 'room.locked'
	if (!who.seated && who.participantCount >= who.capacity) return 'room.full'
	return undefined
}

/** Locking, muting, removing and ending are the host's (ROOM-30). */
export const canManageRoom = (who: { host: boolean }): boolean => who.host
