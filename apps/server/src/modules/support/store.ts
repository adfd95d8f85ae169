import type { CompanyId, Instant, MeetingId, SiteId, UserId } from '@parley/core'

/** A complaint, or the report of a problem with a live. */
export interface Complaint {
	id: string
	siteId: SiteId
	/** With the names at that time; missing for people who were not signed in, of whom nothing is stored. */
	author?: { companyId: CompanyId; userId: UserId; userName: string; displayName: string }
	content: string
	/** The live that was watched, and the player's own figures in a line of text. */
	live?: { meetingId: MeetingId; figures: string }
	at: Instant
}

export interface ComplaintStore {
	insert(complaint: Complaint): Promise<void>
	/** Keeps a person's complaints but removes their author. */
	forgetAuthor(userId: UserId): Promise<void>
	/** Newest first. */
	listBySite(siteId: SiteId, limit: number): Promise<Complaint[]>
	/** Removes the oldest of a site from before an instant, at most `limit`; returns how many. */
	removeBefore(siteId: SiteId, before: Instant, limit: number): Promise<number>
}
