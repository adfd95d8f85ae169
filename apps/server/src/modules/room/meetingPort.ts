import type { Instant, MeetingId } from '@parley/core'

/** The room module's view of meetings. */
export interface MeetingPort {
	find(meetingId: MeetingId): Promise<RoomMeeting | undefined>
	/** The first participant entered. Not called for a meeting that is in progress already. */
	markStarted(meetingId: MeetingId, at: Instant): Promise<void>
	/** The host ends it for everyone: everything that belongs to it, such as its broadcast, ends as well. */
	end(meetingId: MeetingId, at: Instant): Promise<void>
	/** Its time is up and its room is empty. */
	markEnded(meetingId: MeetingId, at: Instant): Promise<void>
	setLocked(meetingId: MeetingId, locked: boolean): Promise<void>
	/** Opens or closes the waiting room for newcomers, until the meeting ends. */
	setWaitingRoom(meetingId: MeetingId, isOn: boolean): Promise<void>
	/** Returns meetings in progress that should have ended by now if their room is empty. */
	findOverdue(now: Instant): Promise<MeetingId[]>
}

export interface RoomMeeting {
	topic: string
	hostName: string
	locked: boolean
	/** True if newcomers wait for a host; the rights say which of them. */
	hasWaitingRoom: boolean
	/** No one may enter any more. */
	over: boolean
	/** Time at which it went from not started to in progress, if it did. */
	startedAt: Instant | null
}
