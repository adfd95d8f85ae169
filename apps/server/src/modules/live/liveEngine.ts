import type { DefinitionName, Instant, Result } from '@parley/core'

export type { DefinitionName }

/**
 * Id of a stream in the engine, in stream keys and in addresses: 1 to 64 of `A-Z a-z 0-9 _ -`. One live has one stream;
 * a live that is broadcast again gets a new one.
 */
export type LiveStreamId = string

/** Available definition of a stream, measured from its media. */
export interface LiveDefinition {
	name: DefinitionName
	/** In pixels; missing for audio alone. */
	width?: number
	height?: number
	/** Peak bit rate of the last segments; at least 1. */
	bitsPerSecond: number
	/** Mean bit rate of the last segments. */
	averageBitsPerSecond?: number
	/** Frame rate declared by the publisher, in the picture or outside it; missing if undeclared. */
	framesPerSecond?: number
	/** Codecs as in `CODECS` of a playlist: `avc1.64001f,mp4a.40.2`. */
	codecs: string
	/** Suffix to append to the line's `hlsPullUrl` for this definition alone. */
	suffix: string
}

/** A way to the stream. The embedded engine has one line; external lines are added by the caller. */
export interface LiveLine {
	/** Without a trailing slash; a path of this server, or an absolute address. */
	hlsPullUrl: string
	/** Replaces `hlsPullUrl` for a public live: an edge admits everyone there. Missing if unavailable. */
	publicPullUrl?: string
	/** Suffix to append to `hlsPullUrl` for the playlist that lets the player choose among the definitions. */
	defaultSuffix: string
	definitions: LiveDefinition[]
}

/**
 * - `waiting`: created, not published to yet.
 * - `publishing`: media arrives.
 * - `silent`: the publisher dropped or sends nothing; it, or another one with the key, may continue where it stopped,
 * and viewers keep their media.
 * - `gone`: no publisher reconnected within the grace period. Reconnecting is still possible: only `end` ends a stream.
 * - `ended`: no more media is accepted; the window, or the recording, stays playable until `remove`.
 */
export type LiveStreamPhase = 'waiting' | 'publishing' | 'silent' | 'gone' | 'ended'

/**
 * The reason why a publisher was disconnected. `disconnected`: it closed or lost its connection. `noData`: nothing for
 * 10 s (half open). `corrupt`: its data is not FLV or RTMP. `codec`: the picture is not H.264. `replaced`:
 * `dropPublisher` was called. `ended`: the stream ended.
 */
export type PublisherLeaveReason = 'disconnected' | 'noData' | 'corrupt' | 'codec' | 'replaced' | 'ended'

/**
 * The reason why publishing is refused. `key` comes from the hook, `unknown` and `ended` from both, the others from the
 * engine.
 */
export type PublishRefusal = 'unknown' | 'key' | 'busy' | 'ended' | 'unavailable'

/**
 * Warnings for the host about their stream. `keyFrameDistance`: more than 4 s between key frames, slower to start and
 * to switch. `codec`: video other than H.264 or audio other than AAC and Opus was left out or refused. `opus`: the
 * audio is Opus, which iPhones before iOS 17 cannot play. `disk`: the disk is full. The rewind window of an unrecorded
 * stream is shorter than set; a recording lacks media the disk did not accept within a minute, and its window begins
 * after that. `clock`: timestamps jumped. `noVideo`, `noAudio`: only the other one is sent.
 */
export type LiveWarning = 'keyFrameDistance' | 'codec' | 'opus' | 'disk' | 'clock' | 'noVideo' | 'noAudio'

export type LiveEvent = { streamId: LiveStreamId; at: Instant } & (
	| { type: 'publishing'; address: string; isReturn: boolean }
	/** The stream is playable: its address answers 200 from now on. Once per stream. */
	| { type: 'playable' }
	| { type: 'silent'; reason: PublisherLeaveReason; detail?: string; graceEndsAt: Instant }
	| { type: 'gone' }
	| { type: 'ended' }
	/** Definitions were added, removed or changed. */
	| { type: 'definitions' }
	| { type: 'warning'; warning: LiveWarning; isOn: boolean }
)

/** Figures of one definition over the last 10 s, for the host's desk. */
export interface DefinitionStats {
	name: DefinitionName
	framesPerSecond: number
	bitsPerSecond: number
	/** Milliseconds between the last two key frames; missing before the second, and without video. */
	keyFrameDistanceMs?: number
	/** Lag of the newest media behind the source, in ms; 0 for the source. */
	lagMs: number
}

export interface LiveStats {
	phase: LiveStreamPhase
	/** Address of the publisher; missing if there is none. */
	publisherAddress?: string
	publishingSince?: Instant
	/** End of the grace period, while `silent`. */
	graceEndsAt?: Instant
	/** All publishers of the stream together. */
	bytesReceived: number
	/** Tags left out: before the first key frame, of unknown codecs, out of order, while suspended. */
	droppedTags: number
	/** Lag of arriving media behind its own clock, in ms: if it grows, the uplink is too slow. */
	uplinkLagMs: number
	/** Approximate number of viewers behind the playlist requests of the last 10 s. */
	viewers: number
	/** Length of the rewind window, in milliseconds. */
	windowMs: number
	warnings: LiveWarning[]
	definitions: DefinitionStats[]
}

/** Hooks the engine calls before it lets a client publish or view. Without hooks it refuses everyone. */
export interface LiveHooks {
	/**
	 * Called for each connection that requests to publish, again if its stream changes meanwhile; `key` is the value of `?key=` after the stream name
	 * (empty without), `address` the peer's. A refusal is sent to the publisher and logged without the key.
	 */
	authorisePublish(request: {
		streamId: LiveStreamId
		key: string
		address: string
	}): Promise<Result<void, 'unknown' | 'key' | 'ended' | 'unavailable'>>
	/**
	 * Called for every playlist (not for segments: their names cannot be guessed and only appear in playlists), at most
	 * once in 5 s for the same three arguments. `token` is the value of `?token=`, empty without. `browser` distinguishes
	 * clients, as in calls; undefined if the engine does not see them, because they use an external origin.
	 */
	authoriseView(streamId: LiveStreamId, token: string, browser: string | undefined): Promise<boolean>
	/** Returns whether everyone may view the stream without a token; called equally rarely. */
	isPublic?(streamId: LiveStreamId): Promise<boolean>
}

export interface CreateStream {
	/** Keep the whole broadcast, not only the window, for `recordingSuffix`. Default: false. Cannot change later. */
	isRecorded?: boolean
}

/** An answer at once, or later from where the state of the engine is stored. */
export type Awaitable<T> = T | Promise<T>

/** The object store that nodes share, for complete recordings of ended streams. */
export interface LiveArchive {
	/**
	 * Copies the recording of an ended stream from the disk, and removes it there once the rewind window
	 * has passed. Does nothing for other streams, and for one that is already there.
	 * @throws where it did not succeed, unless the stream was removed or the engine closed; the recording is then still on
	 * the disk
	 */
	keep(streamId: LiveStreamId): Promise<void>
	/** Learns which recordings there are: those that other nodes have copied can be played from then on. */
	refresh(): Promise<void>
	/** Returns whether no media of the stream is on the disk of this node. */
	isElsewhere(streamId: LiveStreamId): boolean
}

/** The port to a server that receives and serves broadcasts. */
export interface LiveEngine {
	/** Length of the rewind window, in ms; after the end a broadcast stays playable for this long, recorded or not. */
	readonly windowMs: number
	/** Missing if recordings stay on the disk of their node. */
	readonly archive?: LiveArchive
	useHooks(hooks: LiveHooks): void
	/** Creates a stream that may be published to. Does nothing if it exists; refused if it has ended. */
	createStream(streamId: LiveStreamId, options?: CreateStream): Promise<Result<void, 'ended'>>
	/** Called in order, after the change; a listener that throws is logged. Returns a function that ends listening. */
	onEvent(listener: (event: LiveEvent) => void): () => void
	/**
	 * All streams, in any phase, including those stored by an earlier process; those without a phase have unplayable
	 * media and wait for `remove`.
	 */
	streamIds(): Awaitable<LiveStreamId[]>
	phase(streamId: LiveStreamId): Awaitable<LiveStreamPhase | undefined>
	/** Returns whether all of its media is kept: it was created so, and this engine keeps recordings. */
	isRecorded(streamId: LiveStreamId): boolean
	/** Empty for an unknown stream; before the first media a line has no definitions. */
	lines(streamId: LiveStreamId): Awaitable<LiveLine[]>
	stats(streamId: LiveStreamId): Awaitable<LiveStats | undefined>
	/**
	 * Records a viewer behind an edge for about `forMs`: their requests do not arrive here. @param viewer identifies them
	 */
	noteViewer(streamId: LiveStreamId, viewer: string, forMs: number): void
	/** While true, published media is left out; viewers stay, and see the picture continue afterwards. */
	setSuspended(streamId: LiveStreamId, isSuspended: boolean): Awaitable<void>
	/** Ends the connection of the publisher, for example after a change of its key; the grace period begins. */
	dropPublisher(streamId: LiveStreamId): Awaitable<void>
	/** Ends the media; players receive the end of the stream. Does nothing for an unknown or ended stream. */
	end(streamId: LiveStreamId): Promise<void>
	/** Suffix to append to `hlsPullUrl` to play an ended stream from its beginning; undefined if it was not kept. */
	recordingSuffix(streamId: LiveStreamId): string | undefined
	/** Ends the stream and deletes its media. */
	remove(streamId: LiveStreamId): Promise<void>
	/** Ends all connections. Streams that have not ended may continue in the next process, after `createStream`. */
	close(): Promise<void>
}
