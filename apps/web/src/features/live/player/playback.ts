import type { KeptPlace } from './keptPlace.ts'
import type { LivePlayer, LivePlayerEvents, PlayerStats, PlayFailure } from './livePlayer.ts'
import type { LatencyMode } from './playerSettings.ts'

/** The player as the viewer sees it. */
export interface PlaybackState {
	/**
	 * `loading` before the first picture · `playing` · `paused` by the viewer · `stalled`: the picture stands still and
	 * something is done about it · `failed`: it cannot be played here (LIVE-28).
	 */
	status: 'loading' | 'playing' | 'paused' | 'stalled' | 'failed'
	failure?: PlayFailure
	isMuted: boolean
	/** Muted because the browser plays sound only after a tap, and unchanged since. */
	isSoundBlocked: boolean
	mode: LatencyMode
	/** The player went to the stable mode by itself, because the picture stood still too often. */
	wentStable: boolean
	/** After more than five stalls the player was rebuilt; the network is the reason (LIVE-31). */
	hasNetworkTrouble: boolean
	/** Seconds behind the publisher; missing before it is known. */
	latencyS?: number | undefined
	/** Seconds the viewer rewound on purpose; 0 at the newest picture. */
	rewoundS: number
	/** Seconds the viewer can rewind; 0 before it is known. */
	windowS: number
	/** Duration of a recording; missing until it is known, and for a live. */
	recording?: RecordingPlace | undefined
	/** Playback speed; 1 for a live. */
	rate: number
}

/** In seconds from the beginning. */
export interface RecordingPlace {
	positionS: number
	durationS: number
}

export interface PlaybackDeps {
	createPlayer(video: HTMLVideoElement, events: LivePlayerEvents): LivePlayer
	video: HTMLVideoElement
	mode: LatencyMode
	now(): number
	/** Runs `act` every `ms`; returns a function that stops it. */
	every(ms: number, act: () => void): () => void
	isPageVisible(): boolean
	onChange(state: PlaybackState): void
	place: KeptPlace
	/** Returns whether the address responds. */
	isLineThere(url: string): Promise<boolean>
	/** The address does not respond: it is time for another line, if one exists. */
	onLineLost(): void
	/** All of the broadcast was shown: it has ended, or continues with another stream. */
	onEnded(): void
	/** The player was rebuilt: switch to another line if one exists, and request the state of the broadcast. */
	onRebuilt(): void
	/** The viewer may no longer watch, or the stream does not exist. */
	onUnavailable(failure: 'refused' | 'missing'): void
}

export interface LoadOptions {
	/** A recording: it starts at its beginning, and continues where the picture was after a reload. */
	isRecording?: boolean
}

export interface Playback {
	load(url: string, options?: LoadOptions): void
	play(): void
	pause(): void
	setMuted(isMuted: boolean): void
	setMode(mode: LatencyMode): void
	goToLive(): void
	/** Rewinds to so many seconds behind the newest picture, as far as media exists. */
	rewindTo(secondsBehindLive: number): void
	/** Seeks in a recording, in seconds from its beginning; works before the first picture. */
	seekTo(positionS: number): void
	/** Sets the playback speed of a recording until something else is loaded. */
	setRate(rate: number): void
	/** Resets the counts: they are outdated after the page was hidden or the network recovered. */
	resume(): void
	stats(): PlayerStats
	close(): void
}
