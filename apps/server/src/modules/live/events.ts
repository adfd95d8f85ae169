import type { MeetingId } from '@parley/core'

/** Events of the live module. */
export type LiveModuleEvents = {
	/** The host started, resumed, suspended or ended a broadcast. */
	'live.changed': { meetingId: MeetingId; isOnAir: boolean }
}
