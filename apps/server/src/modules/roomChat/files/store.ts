import type { ChatFileId, Instant, MeetingId } from '@parley/core'
import type { GroupId, ImUserId } from '@parley/im'

/** A picture or file of a chat, from its announcement on. */
export interface StoredFile {
	id: ChatFileId
	meetingId: MeetingId
	gid: GroupId
	author: ImUserId
	/** The other person of a private chat; null if everyone in the meeting reads it. */
	receiver: ImUserId | null
	name: string
	bytes: number
	/** In pixels; null of files that are no pictures. */
	picture: { width: number; height: number } | null
	createdAt: Instant
	/** Since when its content is complete and checked. */
	finishedAt: Instant | null
	/** Since when a message has it. */
	sentAt: Instant | null
}

export interface ChatFileStore {
	insert(file: Omit<StoredFile, 'picture' | 'finishedAt' | 'sentAt'>): Promise<void>
	find(id: ChatFileId): Promise<StoredFile | undefined>
	finish(
		id: ChatFileId,
		finished: Pick<StoredFile, 'name' | 'bytes' | 'picture'> & { finishedAt: Instant },
	): Promise<void>
	/** Marks a file with the time of its message; once. */
	markSent(id: ChatFileId, at: Instant): Promise<void>
	/** Returns the bytes of all files of a chat, announced ones included. */
	countBytes(gid: GroupId): Promise<number>
	listOfMeeting(meetingId: MeetingId): Promise<ChatFileId[]>
	/** Returns files announced before then, the oldest first. */
	listOld(before: Instant, count: number): Promise<ChatFileId[]>
	/** Returns files of no message that were finished before then, or announced before then and not finished; the oldest first. */
	listUnsent(before: Instant, count: number): Promise<Pick<StoredFile, 'id' | 'author'>[]>
	/** Returns those of the ids that exist. */
	findExisting(ids: readonly string[]): Promise<Set<string>>
	remove(id: ChatFileId): Promise<void>
}
