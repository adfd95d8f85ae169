import type { MediaEvents, MediaSource, ParticipantId, ViewRequest } from '@parley/room'
import type { EngineEvent, EngineStats } from '../../mediaEngine.ts'
import type { TappedBatch } from '../../roomTap.ts'

/** Messages between the server and its media child. */

export interface NetworkConfig {
	/** The public address, if it is not one of this machine's. */
	announcedIp?: string
	bindAddress?: string
	udpPorts: { from: number; to: number }
	/** All participants share the first UDP port instead of using one each. */
	udpMux: boolean
	/** True if connectivity checks are sent to private addresses that a browser names (ROOM-64). */
	privateCandidates: boolean
}

/** The room of connections that are prepared before admission; no meeting has this id. */
export const preparedRoomId = 'prepared'

export interface SfuConfig {
	network: NetworkConfig
}

interface ParticipantAddress {
	roomId: string
	participantId: ParticipantId
}

export type EngineCommand =
	| ({ kind: 'answer'; offerId: number; sdp: string } & ParticipantAddress)
	| ({ kind: 'candidate'; candidate: string; mid: string } & ParticipantAddress)
	| ({ kind: 'published' | 'unpublished' | 'mute'; source: MediaSource } & ParticipantAddress)
	| ({ kind: 'view'; tiles: ViewRequest['tiles'] } & ParticipantAddress)
	| ({ kind: 'remove' } & ParticipantAddress)
	| { kind: 'end'; roomId: string }
	| { kind: 'tap' | 'untap' | 'requestTapKeyFrame'; roomId: string }

export type EngineQuery =
	| ({
			kind: 'hello'
			sources: MediaSource[]
			connectionId: string | null
			maxParticipants: number
	  } & ParticipantAddress)
	| { kind: 'prepare'; participantId: ParticipantId }
	| { kind: 'list'; roomId: string }
	| { kind: 'stats' }

export interface QueryAnswers {
	hello: { connectionId: string } | { refused: 'room.full' }
	prepare: { connectionId: string }
	list: { participantId: ParticipantId; sources: MediaSource[] }[]
	stats: EngineStats
}

export type EngineEventBody = Exclude<EngineEvent, { type: 'unavailable' | 'available' }>

export type FromParent =
	| { kind: 'configure'; config: SfuConfig }
	| { kind: 'command'; command: EngineCommand }
	| { kind: 'query'; id: number; query: EngineQuery }

export type FromChild =
	| { kind: 'ready' }
	| { kind: 'reply'; id: number; value: unknown }
	| ({ kind: 'participant-event' } & ParticipantAddress & {
				event: keyof MediaEvents
				payload: Parameters<MediaEvents[keyof MediaEvents]>
			})
	| { kind: 'event'; event: EngineEventBody }
	| { kind: 'tapped'; roomId: string; batch: TappedBatch }
	/** Error that ended the connection of one participant. */
	| ({ kind: 'peer-error'; detail: string } & ParticipantAddress)
	| { kind: 'fault'; detail: string }
