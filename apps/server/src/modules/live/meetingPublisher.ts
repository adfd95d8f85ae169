import type { MeetingId, Result } from '@parley/core'
import type { LiveStreamId } from './liveEngine.ts'

/** The reason why no composer starts. `noTranscoder`: the machine has no ffmpeg. `busy`: it already composes the meeting. */
export type ComposeRefusal = 'noTranscoder' | 'busy' | 'unavailable'

/**
 * The reason why a meeting is not broadcast. `noTranscoder`: the machine that has the room has no ffmpeg. `busy`: another
 * publisher is active. `ended`, `unknown`: the stream has ended or does not exist. `unavailable`: the machine already
 * broadcasts as many meetings as it can, or cannot be reached.
 */
export type MeetingPublishRefusal = ComposeRefusal | 'ended' | 'unknown'

/** The port to the publisher of a meeting itself: the speaker, or the shared screen, and everyone's sound. */
export interface MeetingPublisher {
	/** Returns whether the machine that has the room of the meeting can publish meetings at all. */
	isAvailable(meetingId: MeetingId): Promise<boolean>
	/**
	 * Broadcasts the room of the meeting, from now until `stop`, the end of the meeting in its room, or a disconnection
	 * by the engine. A repeated call for the same stream does nothing.
	 */
	publish(streamId: LiveStreamId, meetingId: MeetingId): Promise<Result<void, MeetingPublishRefusal>>
	isPublishing(streamId: LiveStreamId): boolean
	/** True if sending was interrupted within the last minute; it restarts automatically. */
	wasInterrupted(streamId: LiveStreamId): boolean
	/** Stops broadcasting. Does nothing if the meeting is not being broadcast. */
	stop(streamId: LiveStreamId): void
}

/** Meeting publisher of a server that cannot broadcast meetings. */
export const noMeetingPublisher: MeetingPublisher = {
	isAvailable: async () => false,
	publish: async () => ({ ok: false, failure: 'noTranscoder' }),
	isPublishing: () => false,
	wasInterrupted: () => false,
	stop() {},
}
