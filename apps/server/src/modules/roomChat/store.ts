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

export interface RoomChatStore {
	find(meetingId: MeetingId, startedAt: Instant): Promise<MeetingChat | undefined>
	/** Returns all chats of a meeting, newest first. */
	list(meetingId: MeetingId): Promise<MeetingChat[]>
	insert(chat: MeetingChat): Promise<void>
	/** Notes that a member was in the room while the chat was open. */
	addPerson(gid: GroupId, userId: UserId): Promise<void>
	/** Returns the chats of a meeting at which this member was there, newest first. */
	listAttended(meetingId: MeetingId, userId: UserId): Promise<MeetingChat[]>
	/** Removes the chats of a deleted meeting. */
	remove(meetingId: MeetingId): Promise<void>
}
