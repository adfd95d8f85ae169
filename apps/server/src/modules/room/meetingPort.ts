import type { Instant, MeetingId } from '@parley/core'

/** What the room module needs of meetings. */
export interface MeetingPort {
	find(meetingId: MeetingId): Promise<RoomMeeting | undefined>
	/** The first participant entered. Not called for a meeting that is in progress already. */
	markStarted(meetingId: MeetingId, at: Instant): Promise<void>
	/** The host ends it for everybody: what belongs to it, as its broadcast, ends as well. */
	end(meetingId: MeetingId, at: Instant): Promise<void>
	/** Its time is up and nobody is inside. */
	markEnded(meetingId: MeetingId, at: Instant): Promise<void>
	setLocked(meetingId: MeetingId, locked: boolean): Promise<void>
	/** Meetings in progress that should be over by now if nobody is inside any more. */
	findOverdue(now: Instant): Promise<MeetingId[]>
}

export interface RoomMeeting {
	topic: string
	locked: boolean
	/** Nobody may enter any more. */
	over: boolean
	/** When it went from not started to in progress, if it did. */
	startedAt: Instant | null
}
