import type { MeetingId } from '@parley/core'

/** The room module's view of broadcasts. */
export interface BroadcastPort {
	/** Returns whether viewers of the live are being shown the meeting, or what else is sent for it. */
	isOnAir(meetingId: MeetingId): Promise<boolean>
}
