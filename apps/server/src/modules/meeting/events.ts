import type { MeetingId } from '@parley/core'

/** What the meeting module announces. */
export type MeetingEvents = {
	/** Ended by somebody with the right to, outside the room. */
	'meeting.ended': { meetingId: MeetingId }
	'meeting.deleted': { meetingId: MeetingId }
}
