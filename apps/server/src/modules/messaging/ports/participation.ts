import { type Instant, participantUserPrefix } from '@parley/core'
import type { GroupId, ImAppId, ImUserId } from '@parley/im'

/** Returns whether a person is a participant of a meeting, now or formerly. */
export const isParticipantId = (uid: ImUserId): boolean => uid.startsWith(participantUserPrefix)

/** The rights of a participant in the chat of their meeting. */
export interface ParticipantAccess {
	/** The chat room of the meeting. */
	gid: GroupId
	mayWrite: boolean
	/** They see what was written from then on. */
	seesFrom: Instant
}

/** Knows who is in the room of a meeting now. */
export interface Participation {
	/** Returns undefined for a person who is not in the room of any meeting, or no longer. */
	find(appId: ImAppId, uid: ImUserId): ParticipantAccess | undefined
}

export const noParticipation: Participation = { find: () => undefined }
