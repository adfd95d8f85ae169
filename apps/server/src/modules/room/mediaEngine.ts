import type { Result } from '@parley/core'
import type { EngineName, MediaGrant, MediaSource, ParticipantId } from '@parley/room'
import type { RoomBroadcaster } from './roomBroadcaster.ts'
import type { TappableRooms } from './roomTap.ts'
import type { Signalling } from './signalling.ts'

/** A participant's rights in a room of the engine. */
export interface GrantRequest {
	roomId: string
	participantId: ParticipantId
	/** Kinds of media that the participant may send; with none, they receive only. */
	sources: MediaSource[]
	ttlSec: number
}

export type EngineEvent =
	| { type: 'joined' | 'left'; roomId: string; participantId: ParticipantId }
	| { type: 'published' | 'unpublished'; roomId: string; participantId: ParticipantId; source: MediaSource }
	| { type: 'roomEnded'; roomId: string }
	/** Another engine has the media of the room from now on, which `tapRoom` does not give. */
	| { type: 'roomMoved'; roomId: string }
	/** The engine became unreachable. The embedded one has lost its rooms; those in LiveKit may go on (ROOM-249). */
	| { type: 'unavailable' }
	/** The engine is reachable again, or one room has to be connected to anew; earlier grants for it are invalid. */
	| { type: 'available'; roomId?: string }

export interface EngineHealth {
	ok: boolean
	detail?: string
}

/** Figures of an engine since it started. */
export interface EngineStats {
	rooms: number
	peers: number
	packetsIn: number
	packetsOut: number
	/** Packets of publishers that were missing when a report was due. */
	lostIn: number
	/** Packets that browsers report as not received. */
	lostOut: number
	cpuMs: number
	residentBytes: number
}

/**
 * The port to a media engine. Admission, names and roles are decided elsewhere; a browser only presents a grant.
 */
export interface MediaEngine {
	readonly name: EngineName
	/** The largest number of people in one room. */
	readonly maxParticipants: number
	ensureRoom(roomId: string, options: { maxParticipants: number }): Promise<void>
	/** Fails while the engine is unreachable; retry after a moment. */
	grant(request: GrantRequest): Promise<Result<MediaGrant, 'engine.unavailable'>>
	/** Ends their media and invalidates their grants. */
	removeParticipant(roomId: string, participantId: ParticipantId): Promise<void>
	mute(roomId: string, participantId: ParticipantId, source: MediaSource): Promise<void>
	endRoom(roomId: string): Promise<void>
	/**
	 * Returns whether people are still in the media of an earlier opening of a room, as after a restart of this server; false
	 * if the engine does not answer. Missing where media end with the server.
	 */
	hasEarlierRoom?(roomId: string): Promise<boolean>
	list(roomId: string): Promise<{ participantId: ParticipantId; sources: MediaSource[] }[]>
	onEvent(listener: (event: EngineEvent) => void): () => void
	health(): Promise<EngineHealth>
	/** Signalling over the sockets of this server; missing where browsers connect to the engine itself. */
	readonly signalling?: Signalling
	/** Figures for the metrics; missing if the engine has its own metrics. Rejects while it does not answer. */
	stats?(): Promise<EngineStats>
	/** Media of the participants, for a meeting that is broadcast; missing where the engine gives none to this server. */
	readonly tapRoom?: TappableRooms['tapRoom']
	readonly hasMediaOf?: TappableRooms['hasMediaOf']
	/** Composes and broadcasts rooms; missing where the engine cannot, or gives the media to this server instead. */
	readonly broadcaster?: RoomBroadcaster
	/** Call before the server stops: a child that exits is not replaced. */
	beginStop?(): void
	/** Ends everything and releases its resources. */
	stop(): Promise<void>
}
