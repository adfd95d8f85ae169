import type {
	LineQuality,
	MediaGrant,
	MediaSource,
	ParticipantId,
	PausedSource,
	QualityReport,
	ViewRequest,
} from '@parley/room'

/**
 * Connection to the engine. `lost` needs a new grant and another `connect`; `interrupted` recovers by itself.
 */
export type MediaState = 'connecting' | 'live' | 'interrupted' | 'lost'

export type MediaSessionEvent =
	| { type: 'state'; state: MediaState }
	| { type: 'track'; participantId: ParticipantId; source: MediaSource; track: MediaStreamTrack }
	| { type: 'track-ended'; participantId: ParticipantId; source: MediaSource }
	| { type: 'speaking'; participantId: ParticipantId; speaking: boolean }
	/** All sources that are not received, because the own line is too slow for them. */
	| { type: 'paused'; sources: readonly PausedSource[] }
	/** Packets arrived all the time, and have stopped. */
	| { type: 'stalled' }
	| { type: 'quality'; participantId: ParticipantId; quality: LineQuality }
	/** The first picture of another participant is there; once in a session. */
	| { type: 'first-picture' }
	/** The page was loaded before the server used this engine, so its content security policy forbids the connection. */
	| { type: 'page-outdated' }

/** Figures of the own line over some time. */
export type LineFigures = Omit<QualityReport, 'joinMs' | 'firstFrameMs' | 'reconnects'>

/** A client of one media engine. Tracks are opened elsewhere: they outlive the engine and its connections. */
export interface MediaSession {
	/** Connects before there is a grant, as far as the engine allows; missing where it does not. */
	prepare?(): Promise<void>
	/**
	 * Connects with a grant; a connection that is still alive is kept.
	 * @param admittedConnectionId the prepared connection, where the grant has admitted it already
	 */
	connect(grant: MediaGrant, admittedConnectionId?: string): Promise<void>
	/** Sends a track as this source, now and after every new connection; a second call replaces it. */
	publish(source: MediaSource, track: MediaStreamTrack): Promise<void>
	unpublish(source: MediaSource): Promise<void>
	/** Tells the engine how large the received sources are shown, now and after every new connection. */
	setView(tiles: ViewRequest['tiles']): void
	/** Bytes that were received and sent since the session began. */
	countBytes(): Promise<number>
	/** Returns what happened on the line since the last call. */
	takeFigures(): LineFigures
	leave(): void
	/** The first listener also hears of the events that came before it. */
	on(listener: (event: MediaSessionEvent) => void): () => void
}
