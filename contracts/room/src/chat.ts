import { MeetingId, participantUserPrefix } from '@parley/core'
import * as v from 'valibot'
import { ParticipantId } from './ids.ts'

/** The chat of the meeting, as its host has set it. */
export const ChatSettings = v.object({
	/** Newcomers see what was written to everyone before they joined (ROOM-136). */
	showsHistory: v.boolean(),
})
export type ChatSettings = v.InferOutput<typeof ChatSettings>

/** The data a participant needs to enter the chat: a token of messaging, and the chat room of the meeting. */
export const ChatGrant = v.object({
	appId: v.string(),
	userId: v.string(),
	token: v.string(),
	appVersion: v.string(),
	/** The chat room for everyone in the meeting. */
	gid: v.string(),
	/** Sockets and requests of the chat name it, so that they reach the node of the server that has the room. */
	meetingId: MeetingId,
	/** The start of their visit, by the clock of the server, in ms: what was written before is not new to them. */
	joinedAt: v.number(),
	/** Access to pictures and files: a token of the server, and the largest file; 0 where the site takes none (ROOM-223). */
	files: v.object({ token: v.string(), maxBytes: v.number() }),
})
export type ChatGrant = v.InferOutput<typeof ChatGrant>

/** The id of a participant in messaging. */
export const toChatUserId = (participantId: ParticipantId): string => `${participantUserPrefix}${participantId}`

/** Returns the participant behind an id in messaging; undefined if it is not a participant's. */
export function toParticipantId(userId: string): ParticipantId | undefined {
	if (!userId.startsWith(participantUserPrefix)) return undefined
	const parsed = v.safeParse(ParticipantId, userId.slice(participantUserPrefix.length))
	return parsed.success ? parsed.output : undefined
}
