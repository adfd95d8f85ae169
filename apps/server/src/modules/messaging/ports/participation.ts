import { type Instant, participantUserPrefix, type Result, refused } from '@parley/core'
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

/** The readers of a message: everyone in the room of the meeting, or one person there. */
export type MeetingAudience = { gid: GroupId } | { userId: ImUserId }

/** A picture or file of a message, as its readers are told of it. */
export interface AttachedFile {
	name: string
	/** JSON text. */
	details: string
}

/** A stored message: its author and time. */
export interface SentMessage {
	author: ImUserId
	at: Instant
}

/** Knows who is in the room of a meeting now, and the files that they send. */
export interface Participation {
	/** Returns undefined for a person who is not in the room of any meeting, or no longer. */
	find(appId: ImAppId, uid: ImUserId): ParticipantAccess | undefined
	/**
	 * Describes a file that this participant uploaded for these readers. `missing`: there is no such file; `off`: they may
	 * send none.
	 */
	attachFile(
		appId: ImAppId,
		uid: ImUserId,
		audience: MeetingAudience,
		fileId: string,
	): Promise<Result<AttachedFile, 'missing' | 'off'>>
	/**
	 * Lets the readers of a message, which is stored, load its file.
	 *
	 * @param details of the file, as `attachFile` returned them
	 * @param at time of the message
	 */
	openFile(details: string, at: Instant): Promise<void>
	/**
	 * Returns whether a participant may revoke a message of the chat of their meeting: the rules of meetings apply there, not
	 * those of groups.
	 */
	mayRevoke(appId: ImAppId, uid: ImUserId, message: SentMessage): boolean
	/** Notes that a participant has revoked a message of another one in the chat of their meeting. */
	noteRemoved(appId: ImAppId, uid: ImUserId, author: ImUserId): void
	/** Removes the file of a message that was revoked. */
	removeFile(details: string): Promise<void>
}

export const noParticipation: Participation = {
	find: () => undefined,
	attachFile: async () => refused('missing'),
	openFile: async () => {},
	mayRevoke: () => false,
	noteRemoved: () => {},
	removeFile: async () => {},
}
