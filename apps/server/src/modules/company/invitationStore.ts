import type { CompanyId, Instant, UserId } from '@parley/core'

/** A company that wants somebody, and has no answer yet. */
export interface Invitation {
	companyId: CompanyId
	userId: UserId
	/** What they may do there once they accept. */
	userType: number
	invitedAt: Instant
}

export interface InvitationStore {
	/** False where the company has invited them already; the first invitation stands. */
	insert(invitation: Invitation): Promise<boolean>
	/** The oldest first. */
	listByUser(userId: UserId): Promise<(Invitation & { companyName: string })[]>
	/** Takes an invitation away and answers it; of two at once one gets it. */
	claim(userId: UserId, companyId: CompanyId): Promise<Pick<Invitation, 'userType'> | undefined>
}
