import type { CompanyId, Instant, UserId } from '@parley/core'

/** An unanswered invitation to a company. */
export interface InvitationRow {
	companyId: CompanyId
	userId: UserId
	/** User type in the company after acceptance. */
	userType: number
	invitedAt: Instant
}

export interface InvitationStore {
	/** Returns false if the person is invited already; the first invitation stays. */
	insert(invitation: InvitationRow): Promise<boolean>
	/** Oldest first. */
	listByUser(userId: UserId): Promise<(InvitationRow & { companyName: string })[]>
	/** Removes and returns an invitation; of concurrent calls exactly one gets it. */
	claim(userId: UserId, companyId: CompanyId): Promise<Pick<InvitationRow, 'userType'> | undefined>
}
