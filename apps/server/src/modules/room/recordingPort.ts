import type { MeetingId, Result } from '@parley/core'
import type { ParticipantId, RecordingEnd, RecordingRefusal } from '@parley/room'

/** A room that is to be recorded. */
export interface RecordedRoom {
	meetingId: MeetingId
	siteId: string
	/** Returns whether a participant's media may be recorded at this moment. */
	mayRecord(participantId: ParticipantId): boolean
	/** The name of a participant in the room, which the recording shows while no camera is on. */
	nameOf(participantId: ParticipantId): string | undefined
	/** The recording is over, although it was not stopped. */
	onEnd(end: Exclude<RecordingEnd, 'stopped'>): void
}

/** The room module's view of recordings. */
export interface RecordingPort {
	/** Begins to record; refused while another recording of the meeting begins, runs or is being finished. */
	start(room: RecordedRoom): Promise<Result<RunningRecording, RecordingRefusal>>
}

/** One recording that has begun: another one of the same meeting is not affected. */
export interface RunningRecording {
	readonly asksConsent: boolean
	/** Ends the recording; does nothing if it is over. */
	stop(): void
	/** A member is in the room while it is recorded. */
	noteAttended(userId: string): void
}
