import type { Instant } from '@parley/core'
import type { ChatGrant } from '@parley/room'
import type { ParticipantIdentity } from './resumeToken.ts'

/** The meeting whose chat is entered; `startedAt` tells one occurrence from the next. */
export interface ChatMeeting {
	topic: string
	startedAt: Instant
	/** The participant sees what was written from then on (ROOM-136). */
	seesFrom: Instant
}

/** The room module's view of the chat of a meeting. */
export interface ChatPort {
	/** Issues what a participant needs to enter the chat, and opens it for the first of them. */
	admit(participant: ParticipantIdentity, meeting: ChatMeeting): Promise<Omit<ChatGrant, 'joinedAt'>>
	/** Later messages of a participant carry this name. */
	rename(participant: ParticipantIdentity): void
	/** Ends the chat of a participant who has left the room. */
	end(participant: ParticipantIdentity): void
}
