import type { Result } from '@parley/core'
import type { DefinitionName, LiveStreamId, PublisherLeaveReason, PublishRefusal } from './liveEngine.ts'

/** An FLV tag, also used by RTMP: the body as on the wire; its first byte names the codec. */
export interface FlvTag {
	type: 'audio' | 'video' | 'data'
	/** Milliseconds. Of a publisher: 32 bits on any clock; of a tap and of a definition: of the stream's timeline. */
	timestampMs: number
	body: Buffer
}

/** Publisher of a stream; at most one per stream. */
export interface LivePublisher {
	/** Takes one tag. Does nothing after the end. */
	push(tag: FlvTag): void
	/** Takes the next bytes of an FLV file or pipe, split anywhere. */
	pushBytes(bytes: Buffer): void
	/** Call when the publisher leaves; the grace period begins. */
	close(reason?: Extract<PublisherLeaveReason, 'disconnected' | 'corrupt'>): void
	/** Called once, even when the engine ends it. */
	onEnd(listener: (reason: PublisherLeaveReason) => void): void
}

/** Definitions that are not made from the publisher's own packets. */
export type TranscodedName = Exclude<DefinitionName, 'source' | 'audio'>

/** Media of one definition, made by a transcoder of the tapped source. */
export interface DefinitionSink {
	push(tag: FlvTag): void
	pushBytes(bytes: Buffer): void
	/** Removes the definition from the list; players switch its viewers to another one. */
	close(): void
	/** Call when it has no viewers: it stays in the list, and the tap's `onWanted` announces the next one. */
	rest(): void
}

export interface TapListener {
	/**
	 * Tags in order, on the timeline of the stream: milliseconds since its beginning that only grow, whatever the
	 * publisher's clock does. Begins with the sequence headers and the last key frame. Must not block.
	 */
	onTag(tag: FlvTag): void
	/**
	 * Called when parameters or publisher change: a transcoder restarts for the following tags, and closes its sink if that
	 * is impossible.
	 */
	onDiscontinuity(): void
	/** Called when a viewer requests a definition at rest and waits for its next part: open it again at once. */
	onWanted?(name: TranscodedName): void
	onEnd(): void
}

/**
 * Interface of the embedded engine for other publishers (a phone's camera, the meeting, the demo's film) and
 * transcoders.
 */
export interface LiveIngest {
	/**
	 * Publishes from inside the server, without calling `authorisePublish`: the caller has decided. Refused if another
	 * publisher is connected (`busy`), the stream has ended (`ended`) or does not exist (`unknown`).
	 */
	publish(
		streamId: LiveStreamId,
		address: string,
	): Result<LivePublisher, Extract<PublishRefusal, 'busy' | 'ended' | 'unknown'>>
	/** Subscribes to the source from its last key frame on; undefined if the stream is unknown or has ended. */
	tap(streamId: LiveStreamId, listener: TapListener): (() => void) | undefined
	/**
	 * Adds a definition, or continues it after a restart: FLV with H.264 and AAC, with the tap's timestamps (`ffmpeg
	 * -copyts … -f flv`) and the source's key frames. Undefined if the stream has ended.
	 */
	openDefinition(streamId: LiveStreamId, name: TranscodedName): DefinitionSink | undefined
	/** Time since the last request for its playlist, in ms; since its start if there was none. */
	unwatchedMs(streamId: LiveStreamId, name: TranscodedName): number
}
