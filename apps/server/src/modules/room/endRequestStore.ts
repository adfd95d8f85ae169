import type { Instant, MeetingId } from '@parley/core'

/** Ends of meetings that a command asks of the running server (ROOM-170). */
export interface EndRequestStore {
	add(meetingId: MeetingId, at: Instant): Promise<void>
	/** Returns the meetings whose end was requested since this time, and forgets earlier requests. */
	findSince(since: Instant): Promise<MeetingId[]>
	/** Forgets a request; false if another server has taken it. */
	take(meetingId: MeetingId): Promise<boolean>
}
