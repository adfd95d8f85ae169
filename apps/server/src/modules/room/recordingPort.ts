import type { MeetingId, Result } from '@parley/core'
import type { ParticipantId, RecordingEnd, RecordingRefusal } from '@parley/room'

/** A room that is to be recorded. */
export interface RecordedRoom {
	meetingId: MeetingId
	siteId: string
	/** Returns whether a participant's media may be recorded at this moment. */
	mayRecord(participantId: ParticipantId): boolean
	/** The recording is over, although it was not stopped. */
	onEnd(end: Exclude<RecordingEnd, 'stopped'>): void
}

/** The room module's view of recordings. */
export interface RecordingPort {
	/** Begins to record; at most one recording of a meeting runs at a time. */
	start(room: RecordedRoom): Promise<Result<{ asksConsent: boolean }, Exclude<RecordingRefusal, 'recording.running'>>>
	/** Ends the recording of a meeting; does nothing if none runs. */
	stop(meetingId: MeetingId): void
	/** A member is in the room while it is recorded. */
	noteAttended(meetingId: MeetingId, userId: string): void
}
