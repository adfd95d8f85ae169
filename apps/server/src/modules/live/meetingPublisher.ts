import type { MeetingId, Result } from '@parley/core'
import type { LiveStreamId } from './liveEngine.ts'

/**
 * Why a meeting is not sent out. `noTranscoder`: this machine has no ffmpeg. `busy`: somebody else publishes. `ended`,
 * `unknown`: the stream takes nothing more, or is not there. `unavailable`: as many meetings as the machine can are sent
 * out already.
 */
export type MeetingPublishRefusal = 'noTranscoder' | 'busy' | 'ended' | 'unknown' | 'unavailable'

/** The port to what sends a meeting itself out: who speaks, or the shared screen, and everybody's sound. */
export interface MeetingPublisher {
	/** Whether this machine can at all. */
	isAvailable(): boolean
	/**
	 * Publishes what happens in the room of the meeting, from now until `stop`, until the meeting ends in its room or until
	 * the engine lets it go. Again for the same stream it does nothing.
	 */
	publish(streamId: LiveStreamId, meetingId: MeetingId): Result<void, MeetingPublishRefusal>
	isPublishing(streamId: LiveStreamId): boolean
	/** Within the last minute the sending ended by itself; it begins anew by itself, too. */
	wasInterrupted(streamId: LiveStreamId): boolean
	/** Leaves the air. Does nothing where the meeting is not on it. */
	stop(streamId: LiveStreamId): void
}

/** For a server that sends no meeting out. */
export const noMeetingPublisher: MeetingPublisher = {
	isAvailable: () => false,
	publish: () => ({ ok: false, failure: 'noTranscoder' }),
	isPublishing: () => false,
	wasInterrupted: () => false,
	stop() {},
}
