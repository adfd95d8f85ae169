import type { CompanyId, Instant, MeetingId, MeetingStatus, UserId } from '@parley/core'

/** Handing a host's meetings that have not ended to a successor. */
export interface Handover {
	hostId: UserId
	/** Undefined for the creator of each. */
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
	/** Gives a meeting another host, if it still has this one. */
	changeHost(meetingId: MeetingId, change: { from: UserId; to: UserId; at: Instant }): Promise<boolean>
	/** Returns whether a person may sign in and belongs to a company. */
	isActiveMember(userId: UserId, companyId: CompanyId): Promise<boolean>
	hasAccount(userId: UserId): Promise<boolean>
}
