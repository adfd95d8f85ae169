import type { DefinitionName, Instant, Result } from '@parley/core'

export type { DefinitionName }

/**
 * Names a stream in the engine, in stream keys and in addresses: 1 to 64 of `A-Z a-z 0-9 _ -`. One live has one stream;
 * a live that is broadcast again gets a new one.
 */
export type LiveStreamId = string

/** What a stream offers right now, measured from its media. */
export interface LiveDefinition {
	name: DefinitionName
	/** Pixels; missing where there is sound only. */
	width?: number
	height?: number
	/** Peak of the last segments; at least 1. */
	bitsPerSecond: number
	/** Mean of the last segments. */
	averageBitsPerSecond?: number
	/** As the publisher says, of the picture itself or beside it; missing where it says nothing. */
	framesPerSecond?: number
	/** As in `CODECS` of a playlist: `avc1.64001f,mp4a.40.2`. */
	codecs: string
	/** What is added to `hlsPullUrl` of the line for this definition alone. */
	suffix: string
}

/** One way to the stream. The embedded engine has one line; outside lines are added by who knows them. */
export interface LiveLine {
	/** Without a trailing slash; a path of this server, or an absolute address. */
	hlsPullUrl: string
	/** Instead of `hlsPullUrl` for a live that everybody may watch: an edge lets everybody in there. Missing where there is none. */
	publicPullUrl?: string
	/** What is added to `hlsPullUrl` for the playlist that lets the player choose among the definitions. */
	defaultSuffix: string
	definitions: LiveDefinition[]
}

/**
 * - `waiting`: created, nobody has published yet.
 * - `publishing`: media arrives.
 * - `silent`: the publisher dropped or sends nothing; the same publisher or another with the key may go on where it
 *   stopped, and viewers keep what they have.
 * - `gone`: nobody came back within the grace. Coming back is possible still: only `end` ends a stream.
 * - `ended`: no more media is taken; what is in the window, or the recording, stays playable until `remove`.
 */
export type LiveStreamPhase = 'waiting' | 'publishing' | 'silent' | 'gone' | 'ended'

/**
 * Why a publisher was let go. `disconnected`: it closed or lost its connection. `noData`: nothing for 10 s (half open).
 * `corrupt`: what it sent is no FLV or RTMP. `codec`: the picture is not H.264. `replaced`: `dropPublisher` was called.
 * `ended`: the stream ended.
 */
export type PublisherLeaveReason = 'disconnected' | 'noData' | 'corrupt' | 'codec' | 'replaced' | 'ended'

/** Why somebody may not publish. `key` comes from the hook, `unknown` and `ended` from both, the others from the engine. */
export type PublishRefusal = 'unknown' | 'key' | 'busy' | 'ended' | 'unavailable'

/**
 * What a host is told about their picture. `keyFrameDistance`: more than 4 s between key frames, slower to start and to
 * switch. `codec`: video other than H.264 or sound other than AAC and Opus was left out or refused. `opus`: the sound is
 * Opus, which iPhones before iOS 17 do not play. `disk`: the disk is full. The window to rewind of what is not
 * recorded is shorter than set; a recording lacks what the disk does not take within a minute, and its window begins behind
 * that. `clock`: timestamps jumped. `noVideo`, `noAudio`: only the other is sent.
 */
export type LiveWarning = 'keyFrameDistance' | 'codec' | 'opus' | 'disk' | 'clock' | 'noVideo' | 'noAudio'

export type LiveEvent = { streamId: LiveStreamId; at: Instant } & (
	| { type: 'publishing'; address: string; isReturn: boolean }
	/** There is something to play: the stream address answers 200 from now on. Once for a stream. */
	| { type: 'playable' }
	| { type: 'silent'; reason: PublisherLeaveReason; detail?: string; graceEndsAt: Instant }
	| { type: 'gone' }
	| { type: 'ended' }
	/** Definitions came or went, or what they are changed. */
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
	/** How far the newest media is behind the source, in ms; 0 for the source. */
	lagMs: number
}

export interface LiveStats {
	phase: LiveStreamPhase
	/** Where the publisher sends from; missing while there is none. */
	publisherAddress?: string
	publishingSince?: Instant
	/** When the grace ends, while `silent`. */
	graceEndsAt?: Instant
	/** All publishers of the stream together. */
	bytesReceived: number
	/** Tags left out: before the first key frame, of unknown codecs, out of order, while suspended. */
	droppedTags: number
	/** How far media arrives later than its own clock says, in ms: the uplink is too slow where it grows. */
	uplinkLagMs: number
	/** Requests for a playlist in the last 10 s came from about so many viewers. */
	viewers: number
	/** Milliseconds one can rewind. */
	windowMs: number
	warnings: LiveWarning[]
	definitions: DefinitionStats[]
}

/** What the engine asks before it lets somebody publish or view. Without hooks everybody is refused. */
export interface LiveHooks {
	/**
	 * Asked once for each connection that wants to publish; `key` is what came as `?key=` behind the stream name (empty
	 * without), `address` that of the peer. A refusal is told to the publisher, logged without the key.
	 */
	authorisePublish(request: {
		streamId: LiveStreamId
		key: string
		address: string
	}): Promise<Result<void, 'unknown' | 'key' | 'ended'>>
	/**
	 * Asked for every playlist (not for segments: their names cannot be guessed and are told by playlists alone), at most
	 * once in 5 s for the same three. `token` came as `?token=` and is empty without. `browser` tells apart who asks, as it
	 * does in calls; undefined where the engine does not see them, because they ask an origin elsewhere.
	 */
	authoriseView(streamId: LiveStreamId, token: string, browser: string | undefined): Promise<boolean>
	/** Whether everybody may view the stream, without a token; asked as seldom. */
	isPublic?(streamId: LiveStreamId): Promise<boolean>
}

export interface CreateStream {
	/** Keep everything that is broadcast, not only the window, for `recordingSuffix`. Default: false. It stays what the stream was created with. */
	isRecorded?: boolean
}

/** The port to what takes in a broadcast and serves it. */
export interface LiveEngine {
	/** How far one can rewind, in ms; so long what was broadcast stays playable after its end, recorded or not. */
	readonly windowMs: number
	useHooks(hooks: LiveHooks): void
	/** Makes a stream that may be published to. Does nothing where it is there; refused where it has ended. */
	createStream(streamId: LiveStreamId, options?: CreateStream): Promise<Result<void, 'ended'>>
	/** Called in order, after the change; a listener that throws is logged. Returns a function that ends listening. */
	onEvent(listener: (event: LiveEvent) => void): () => void
	/**
	 * All there are, in any phase, also those that an earlier process kept; without a phase those whose media cannot be
	 * played any more, and wait for `remove`.
	 */
	streamIds(): LiveStreamId[]
	phase(streamId: LiveStreamId): LiveStreamPhase | undefined
	/** Whether everything of it is kept: it was created so, and this engine keeps recordings. */
	isRecorded(streamId: LiveStreamId): boolean
	/** Empty for an unknown stream; before the first media a line has no definitions. */
	lines(streamId: LiveStreamId): LiveLine[]
	stats(streamId: LiveStreamId): LiveStats | undefined
	/** Somebody watches at an edge, for about so long: their requests do not come here. @param viewer tells them apart */
	noteViewer(streamId: LiveStreamId, viewer: string, forMs: number): void
	/** Leaves out what is published while true; viewers stay, and see the picture go on afterwards. */
	setSuspended(streamId: LiveStreamId, isSuspended: boolean): void
	/** Ends the connection of the publisher, whose key no longer counts for instance; the grace begins. */
	dropPublisher(streamId: LiveStreamId): void
	/** No more media; players are told that this was the end. Does nothing for an unknown or ended stream. */
	end(streamId: LiveStreamId): Promise<void>
	/** What is added to `hlsPullUrl` to play an ended stream from its beginning; undefined where nothing was kept. */
	recordingSuffix(streamId: LiveStreamId): string | undefined
	/** Ends the stream and deletes its media. */
	remove(streamId: LiveStreamId): Promise<void>
	/** Ends all connections. Streams that have not ended may go on in the next process, after `createStream`. */
	close(): Promise<void>
}
