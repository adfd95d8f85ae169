import { type EnterRefusal, type ParticipantRole, roomLimits } from '@parley/room'

/** Conditions for entering a room. */
export interface EnterConditions {
	over: boolean
	removed: boolean
	locked: boolean
	host: boolean
	/** True if they were in the room before and have a resume token. */
	returning: boolean
	/** True if they are already in the room (on another connection, or within the grace period), and need no further place. */
	isInRoom: boolean
	participantCount: number
	capacity: number
	/** A participant with the rights of the host is in the room. */
	hasHost: boolean
	/** Number of times the same person is in the room. */
	ownCount: number
}

/** Returns the first reason to refuse entry, if any. */
export function enterRefusal(conditions: EnterConditions): EnterRefusal | undefined {
	if (conditions.over) return 'room.ended'
	if (conditions.removed) return 'participant.removed'
	// ROOM-33: a returning participant and the host may enter a locked room.
	if (conditions.locked && !conditions.host && !conditions.returning) return 'room.locked'
	if (conditions.isInRoom) return undefined
	if (conditions.ownCount >= roomLimits.maxPlacesPerPerson) return 'person.too-often'
	return isFull(conditions) ? 'room.full' : undefined
}

/** The last place is kept for the host until one has entered (ROOM-15). */
export const isFull = ({
	host,
	hasHost,
	participantCount,
	capacity,
}: Pick<EnterConditions, 'host' | 'hasHost' | 'participantCount' | 'capacity'>): boolean =>
	participantCount >= (host || hasHost ? capacity : capacity - 1)

/** The role with which a person enters; another one is given to them in the room (ROOM-110). */
export function initialRole({ host, userId }: { host: boolean; userId: string | null }): ParticipantRole {
	if (host) return 'host'
	return userId === null ? 'guest' : 'member'
}
