import type { Result } from '@parley/core'
import type { EngineName, MediaGrant, MediaSource, ParticipantId } from '@parley/room'

export interface EngineCaps {
	simulcast: boolean
	recording: boolean
	maxParticipants: number
}

/** What a participant is allowed to do in a room of the engine. */
export interface GrantRequest {
	roomId: string
	participantId: ParticipantId
	displayName: string
	canPublish: boolean
	sources: MediaSource[]
	ttlSec: number
}

export type EngineEvent =
	| { type: 'joined' | 'left'; roomId: string; participantId: ParticipantId }
	| { type: 'published' | 'unpublished'; roomId: string; participantId: ParticipantId; source: MediaSource }
	| { type: 'roomEnded'; roomId: string }
	/** The engine cannot be reached, or can be again; earlier grants are invalid. */
	| { type: 'unavailable' | 'available' }

export interface EngineHealth {
	ok: boolean
	detail?: string
}

/**
 * The port to a media engine. Who may be in a room, their names and their roles are decided elsewhere; a browser brings
 * only a grant.
 */
export interface MediaEngine {
	readonly name: EngineName
	readonly caps: EngineCaps
	ensureRoom(roomId: string, options: { maxParticipants: number }): Promise<void>
	/** Refused while the engine cannot be reached; retry after a moment. */
	grant(request: GrantRequest): Promise<Result<MediaGrant, 'engine.unavailable'>>
	/** Ends their media and invalidates their grants. */
	removeParticipant(roomId: string, participantId: ParticipantId): Promise<void>
	mute(roomId: string, participantId: ParticipantId, source: MediaSource): Promise<void>
	endRoom(roomId: string): Promise<void>
	list(roomId: string): Promise<{ participantId: ParticipantId; sources: MediaSource[] }[]>
	onEvent(listener: (event: EngineEvent) => void): () => void
	health(): Promise<EngineHealth>
}
