import type { Result } from '@parley/core'
import type { HelloRefusal, MediaEvents, MediaSource, PrepareRefusal, ViewRequest } from '@parley/room'

/** Sends an event of `contracts/room` to the browser of a participant. */
export type SendToParticipant = <E extends keyof MediaEvents>(event: E, ...payload: Parameters<MediaEvents[E]>) => void

export type ParticipantCommand =
	| { kind: 'answer'; offerId: number; sdp: string }
	| { kind: 'candidate'; candidate: string; mid: string }
	| { kind: 'published' | 'unpublished'; source: MediaSource }
	| { kind: 'view'; tiles: ViewRequest['tiles'] }

export interface SignallingConnection {
	connectionId: string
	/** Passes a message of this participant to the engine. */
	send(command: ParticipantCommand): void
	/** Call when the socket has closed; media continues. */
	disconnect(): void
}

/** Signalling of browsers that an engine does over the sockets of this server. */
export interface Signalling {
	/** Connects a page that has no grant yet; `hello` with the same `send` and this connection id admits it to a room. */
	prepare(send: SendToParticipant): Promise<Result<SignallingConnection, PrepareRefusal>>
	hello(
		token: string,
		connectionId: string | null,
		send: SendToParticipant,
	): Promise<Result<SignallingConnection, HelloRefusal>>
}
