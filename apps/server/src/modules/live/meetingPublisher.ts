import type { MeetingId, PublishObstacle, Result } from '@parley/core'
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
	/** Returns what the machine that has the room of the meeting lacks to publish it; undefined if it can. */
	obstacleOf(meetingId: MeetingId): Promise<PublishObstacle | undefined>
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

/** Returns the meeting publisher of a server that cannot broadcast meetings. */
export const createNoMeetingPublisher = (obstacle: PublishObstacle): MeetingPublisher => ({
	obstacleOf: async () => obstacle,
	publish: async () => ({ ok: false, failure: 'noTranscoder' }),
	isPublishing: () => false,
	wasInterrupted: () => false,
	stop() {},
})
