import type { MeetingId, Result } from '@parley/core'
import type { LiveStreamId } from './liveEngine.ts'

/**
 * The reason why a meeting is not broadcast. `noTranscoder`: this machine has no ffmpeg. `busy`: another publisher is
 * active. `ended`, `unknown`: the stream has ended or does not exist. `unavailable`: the machine already broadcasts as
 * many meetings as it can.
 */
export type MeetingPublishRefusal = 'noTranscoder' | 'busy' | 'ended' | 'unknown' | 'unavailable'

/** The port to the publisher of a meeting itself: the speaker, or the shared screen, and everyone's sound. */
export interface MeetingPublisher {
	/** Returns whether this machine can publish meetings at all. */
	isAvailable(): boolean
	/**
	 * Broadcasts the room of the meeting, from now until `stop`, the end of the meeting in its room, or a disconnection
	 * by the engine. A repeated call for the same stream does nothing.
	 */
	publish(streamId: LiveStreamId, meetingId: MeetingId): Result<void, MeetingPublishRefusal>
	isPublishing(streamId: LiveStreamId): boolean
	/** True if sending was interrupted within the last minute; it restarts automatically. */
	wasInterrupted(streamId: LiveStreamId): boolean
	/** Stops broadcasting. Does nothing if the meeting is not being broadcast. */
	stop(streamId: LiveStreamId): void
}

/** Meeting publisher of a server that cannot broadcast meetings. */
export const noMeetingPublisher: MeetingPublisher = {
	isAvailable: () => false,
	publish: () => ({ ok: false, failure: 'noTranscoder' }),
	isPublishing: () => false,
	wasInterrupted: () => false,
	stop() {},
}
