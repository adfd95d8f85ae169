import type { Instant, MeetingId, SiteId, UserId } from '@parley/core'
import type { RoomActivity } from '../room/index.ts'

/** An entry with its site, and its place among those of the same moment. */
export interface StoredActivity extends RoomActivity {
	siteId: SiteId
	number: number
}

export interface MeetingReportStore {
	/** Stores entries; one that is stored already stays as it is. */
	insertActivity(entries: readonly StoredActivity[]): Promise<void>
	/** Returns the newest entries of a meeting, oldest first. */
	listActivity(meetingId: MeetingId, limit: number): Promise<RoomActivity[]>
	/** Removes entries of a site from before this time, at most so many; returns how many were removed. */
	removeActivity(siteId: SiteId, before: Instant, limit: number): Promise<number>
	/** Removes the names of a person whose account is deleted; what happened stays. */
	forgetPerson(userId: UserId): Promise<void>
	/** Removes everything about a deleted meeting. */
	forget(meetingId: MeetingId): Promise<void>
}
