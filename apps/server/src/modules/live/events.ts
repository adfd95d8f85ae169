import type { MeetingId } from '@parley/core'

/** Events of the live module. */
export type LiveModuleEvents = {
	/** The host started a broadcast, went on with it, suspended or ended it. */
	'live.changed': { meetingId: MeetingId; isOnAir: boolean }
}
