import type { MeetingId } from '@parley/core'

/** Events of the meeting module. */
export type MeetingEvents = {
	/** Ended by a person, in its room or outside. */
	'meeting.ended': { meetingId: MeetingId }
	/** Somebody tried a wrong password, after too many before. */
	'meeting.passwordGuessing': { meetingId: MeetingId }
	/** Something of it is another than before. */
	'meeting.edited': { meetingId: MeetingId }
	'meeting.deleted': { meetingId: MeetingId }
}
