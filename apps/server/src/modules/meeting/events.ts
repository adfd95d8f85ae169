import type { MeetingId, MeetingPassword, UserId } from '@parley/core'

/** Events of the meeting module. */
export type MeetingEvents = {
	/** A participant is in its room: it is in progress from now on. */
	'meeting.started': { meetingId: MeetingId }
	/** Ended by a person, in its room or outside. */
	'meeting.ended': { meetingId: MeetingId }
	/** A wrong password was tried, after too many before. */
	'meeting.passwordGuessing': { meetingId: MeetingId; password: MeetingPassword }
	/** The meeting was changed. `by`: who did it, missing if no person did. `passwords`: those that were changed. */
	'meeting.edited': { meetingId: MeetingId; by?: UserId | undefined; passwords?: readonly MeetingPassword[] }
	'meeting.deleted': { meetingId: MeetingId; by?: UserId | undefined }
}
