import type { MediaGrant, MediaSource, ParticipantId } from '@parley/room'

/**
 * How it stands with the engine. `lost` asks for a fresh grant and another `connect`; everything else mends itself.
 */
export type MediaState = 'connecting' | 'live' | 'interrupted' | 'lost'

export type MediaSessionEvent =
	| { type: 'state'; state: MediaState }
	| { type: 'track'; participantId: ParticipantId; source: MediaSource; track: MediaStreamTrack }
	| { type: 'track-ended'; participantId: ParticipantId; source: MediaSource }
	| { type: 'speaking'; participantId: ParticipantId; speaking: boolean }

/** One engine seen from the page. Devices are opened elsewhere: they outlive the engine and its connections. */
export interface MediaSession {
	/** Takes a grant to the engine; a connection that still stands is kept. */
	connect(grant: MediaGrant): Promise<void>
	/** Sends a track as this source, now and after every new connection; a second call replaces it. */
	publish(source: MediaSource, track: MediaStreamTrack): Promise<void>
	unpublish(source: MediaSource): Promise<void>
	leave(): void
	on(listener: (event: MediaSessionEvent) => void): () => void
}
