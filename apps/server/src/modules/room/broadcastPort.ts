import type { MeetingId } from '@parley/core'

/** The room module's view of broadcasts. */
export interface BroadcastPort {
	/** Returns whether the live of the meeting is on air, whatever its source. */
	isOnAir(meetingId: MeetingId): Promise<boolean>
}
