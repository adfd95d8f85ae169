import type { Result } from '@parley/core'
import type { DefinitionName, LiveStreamId, PublisherLeaveReason, PublishRefusal } from './liveEngine.ts'

/** One tag of FLV, which RTMP carries too: the body as it is on the wire, its first byte names the codec. */
export interface FlvTag {
	type: 'audio' | 'video' | 'data'
	/** Milliseconds. Of a publisher: 32 bits on any clock; of a tap and of a definition: of the stream's timeline. */
	timestampMs: number
	body: Buffer
}

/** Somebody who sends into a stream; there is at most one for each stream. */
export interface LivePublisher {
	/** Takes one tag. Does nothing after the end. */
	push(tag: FlvTag): void
	/** Takes the next bytes of an FLV file or pipe, cut anywhere. */
	pushBytes(bytes: Buffer): void
	/** The publisher went away; the grace begins. */
	close(reason?: Extract<PublisherLeaveReason, 'disconnected' | 'corrupt'>): void
	/** Called once, also when the engine ends it. */
	onEnd(listener: (reason: PublisherLeaveReason) => void): void
}

/** Those that are not made of the publisher's own packets. */
export type TranscodedName = Exclude<DefinitionName, 'source' | 'audio'>

/** Media of one definition, made by a transcoder of the tapped source. */
export interface DefinitionSink {
	push(tag: FlvTag): void
	pushBytes(bytes: Buffer): void
	/** The definition disappears from the list; viewers of it are moved to another by their players. */
	close(): void
	/** Nobody watches it: it stays in the list, and `onWanted` of the tap says when somebody does. */
	rest(): void
}

export interface TapListener {
	/**
	 * Tags in order, on the timeline of the stream: milliseconds since its beginning that only grow, whatever the
	 * publisher's clock does. Begins with the sequence headers and the last key frame. Must not block.
	 */
	onTag(tag: FlvTag): void
	/**
	 * From here on other parameters or another publisher: a transcoder is started anew for the tags that follow, and
	 * closes its sink where it cannot.
	 */
	onDiscontinuity(): void
	/** Somebody asks for a definition that rests, and waits for its next part: it is to be opened again at once. */
	onWanted?(name: TranscodedName): void
	onEnd(): void
}

/** What other ways in (a phone's camera, the meeting, the demo's film) and transcoders use of the embedded engine. */
export interface LiveIngest {
	/**
	 * Publishes from inside the server, without asking `authorisePublish`: the caller has. Refused where another publisher
	 * is connected (`busy`), the stream has ended (`ended`) or does not exist (`unknown`).
	 */
	publish(
		streamId: LiveStreamId,
		address: string,
	): Result<LivePublisher, Extract<PublishRefusal, 'busy' | 'ended' | 'unknown'>>
	/** Hears the source from its last key frame on; undefined where the stream is unknown or has ended. */
	tap(streamId: LiveStreamId, listener: TapListener): (() => void) | undefined
	/**
	 * Adds a definition, or goes on with it after a restart: FLV with H.264 and AAC whose timestamps are those of the tap
	 * (`ffmpeg -copyts … -f flv`), key frames where the source has them. Undefined where the stream has ended.
	 */
	openDefinition(streamId: LiveStreamId, name: TranscodedName): DefinitionSink | undefined
	/** For how long nobody has asked for its playlist, in ms; from its beginning on where nobody has. */
	unwatchedMs(streamId: LiveStreamId, name: TranscodedName): number
}
