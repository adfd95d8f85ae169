import type { Instant, MeetingId, UserId } from '@parley/core'

/** The calls to the attendees of meetings, for all servers: a person may answer over another one than that which calls them. */
export interface CallStore {
	/** Notes that a person was admitted to a meeting. */
	noteAdmitted(meetingId: MeetingId, uid: UserId, at: Instant): Promise<void>
	/** Begins to call people, but not those admitted after `admittedAfter`. Returns the ones who are called. */
	begin(
		meetingId: MeetingId,
		uids: readonly UserId[],
		times: { ringsUntil: Instant; admittedAfter: Instant },
	): Promise<UserId[]>
	isRinging(meetingId: MeetingId, uid: UserId, now: Instant): Promise<boolean>
	/** Ends the call of a person; false if they are not called, or not any more. */
	end(meetingId: MeetingId, uid: UserId, now: Instant): Promise<boolean>
	/** Ends all calls to a meeting. Returns the people whose devices were ringing. */
	endAll(meetingId: MeetingId, now: Instant): Promise<UserId[]>
	/** Removes calls that are over, and admissions up to `admittedUntil`. */
	removeOld(now: Instant, admittedUntil: Instant): Promise<void>
}
