import { liveDelays, type Result, streamIdPattern } from '@parley/core'
import * as v from 'valibot'

/** The socket a phone sends its camera on: Socket.IO, WebSocket only, main namespace. */
export const livePublishPath = '/live/publish'

/**
 * Formats a browser may record, best first; a server accepts those it can make playable. `mp4-aac`: H.264 and AAC in
 * fragmented MP4. `mkv-opus`: H.264 and Opus in Matroska; a transcoder converts the audio to AAC. `mp4-opus`: H.264 and
 * Opus in fragmented MP4, whose audio iPhones before iOS 17 cannot play.
 */
export const uploadContainers = ['mp4-aac', 'mkv-opus', 'mp4-opus'] as const
export type UploadContainer = (typeof uploadContainers)[number]

export const livePublishLimits = {
	/** Bytes of one chunk. */
	maxChunkBytes: 2 * 1024 * 1024,
	/** Chunks that were sent and are not acknowledged: more are not sent. */
	maxUnacknowledged: 16,
	/** Recorded and not acknowledged, about half a minute; a page that has more begins another upload. */
	maxHeldBytes: 12 * 1024 * 1024,
	/** Time the server keeps an upload whose socket is lost, in ms. */
	resumeWithinMs: liveDelays.publisherGraceMs,
} as const

/**
 * First call of each connection. An upload, the output of one `MediaRecorder`, is identified by an id the page
 * generates, 128 bits or more in hexadecimal digits: with the same id and container it continues from the data the
 * server has.
 */
export const PublishHello = v.object({
	streamId: v.pipe(v.string(), v.regex(streamIdPattern)),
	/** The stream key, without the stream's id. */
	key: v.pipe(v.string(), v.maxLength(200)),
	uploadId: v.pipe(v.string(), v.regex(/^[0-9a-f]{32,64}$/)),
	container: v.picklist(uploadContainers),
})
export type PublishHello = v.InferOutput<typeof PublishHello>

/**
 * `unknown`, `key`: unknown live, wrong key. `busy`: another publisher is active, or was seconds ago. `ended`: the live
 * has ended. `container`: not accepted here. `unavailable`: try again.
 */
export const publishRefusals = ['unknown', 'key', 'busy', 'ended', 'container', 'unavailable', 'input.invalid'] as const
export type PhonePublishRefusal = (typeof publishRefusals)[number]

/**
 * The reason why an upload is no longer accepted. `replaced`: the key was changed, or the same upload arrived on
 * another connection. `noData`: nothing for 10 s. `corrupt`, `codec`: it cannot be read. `disconnected`: chunks are
 * missing. `ended`: the live has ended. After `noData`, `corrupt` and `disconnected` the page may begin another upload.
 */
export const publishEndReasons = ['replaced', 'noData', 'corrupt', 'codec', 'disconnected', 'ended'] as const
export type PublishEndReason = (typeof publishEndReasons)[number]

export interface PublishCalls {
	/** Answered with the number of the first chunk the server does not have: 0 for a new upload. */
	hello(input: PublishHello, answer: (result: Result<{ nextChunk: number }, PhonePublishRefusal>) => void): void
	/**
	 * One chunk of `MediaRecorder`, numbered from 0 without gaps; it is answered once accepted, which is also the
	 * back-pressure. A number the server already has is acknowledged and skipped.
	 */
	chunk(number: number, bytes: ArrayBuffer | Uint8Array, answer: (nextChunk: number) => void): void
	/** The upload is complete: the publisher leaves at once. */
	finish(answer: () => void): void
}

export interface PublishEvents {
	/** Comes once, before `hello`. */
	welcome(offer: { containers: UploadContainer[] }): void
	/** The connection stays; chunks are ignored until the next `hello`. */
	ended(reason: PublishEndReason): void
}
