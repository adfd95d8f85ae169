import type { Instant, MeetingId, UserId } from '@parley/core'
import type { GroupId } from '@parley/im'

/** The chat of a meeting, for one time that it is held. */
export interface MeetingChat {
	meetingId: MeetingId
	startedAt: Instant
	siteId: string
	/** Its chat room in messaging. */
	gid: GroupId
}

/** A chat as one member saw it. */
export interface AttendedChat extends MeetingChat {
	seesFrom: Instant
}

export interface RoomChatStore {
	find(meetingId: MeetingId, startedAt: Instant): Promise<MeetingChat | undefined>
	/** Returns all chats of a meeting, newest first. */
	list(meetingId: MeetingId): Promise<MeetingChat[]>
	insert(chat: MeetingChat): Promise<void>
	/** Notes that a member was in the room while the chat was open, and saw what was written from then on. */
	addPerson(gid: GroupId, userId: UserId, seesFrom: Instant): Promise<void>
	/** Returns the chats of a meeting at which this member was there, newest first. */
	listAttended(meetingId: MeetingId, userId: UserId): Promise<AttendedChat[]>
	/** Removes the chats of a deleted meeting. */
	remove(meetingId: MeetingId): Promise<void>
}
