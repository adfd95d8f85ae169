import type { CompanyId, Instant, MeetingId, MeetingStatus, UserId } from '@parley/core'

/** That the meetings of a host which are not over go to somebody else. */
export interface Handover {
	hostId: UserId
	/** Undefined for whoever made each of them. */
	successorId: UserId | undefined
}

export interface HostedMeeting {
	meetingId: MeetingId
	companyId: CompanyId
	creatorId: UserId
	status: MeetingStatus
}

export interface HandoverStore {
	/** Replaces one for the same host. */
	ask(handover: Handover, at: Instant): Promise<void>
	all(): Promise<Handover[]>
	finish(hostId: UserId): Promise<void>
	/** Meetings of a host that are not over, at most `limit`. */
	findHosted(hostId: UserId, limit: number): Promise<HostedMeeting[]>
	/** Meetings of a host that are not over, by company. */
	countHosted(hostId: UserId): Promise<{ companyId: CompanyId; count: number }[]>
	/** Gives a meeting another host, where it still has this one. */
	changeHost(meetingId: MeetingId, change: { from: UserId; to: UserId; at: Instant }): Promise<boolean>
	/** Whether somebody may sign in and is in a company. */
	isActiveMember(userId: UserId, companyId: CompanyId): Promise<boolean>
	hasAccount(userId: UserId): Promise<boolean>
}
