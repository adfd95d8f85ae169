import type { MeetingId, UserId } from '@parley/core'

/** Events of the meeting module. */
export type MeetingEvents = {
	/** Somebody is in its room: it is in progress from now on. */
	'meeting.started': { meetingId: MeetingId }
	/** Ended by a person, in its room or outside. */
	'meeting.ended': { meetingId: MeetingId }
	/** Somebody tried a wrong password, after too many before. */
	'meeting.passwordGuessing': { meetingId: MeetingId }
	/** Something of it is another than before. `by`: who did it, missing where no person did. */
	'meeting.edited': { meetingId: MeetingId; by?: UserId | undefined }
	'meeting.deleted': { meetingId: MeetingId; by?: UserId | undefined }
}
