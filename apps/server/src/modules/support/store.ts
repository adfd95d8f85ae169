import type { CompanyId, Instant, SiteId, UserId } from '@parley/core'

export interface Complaint {
	id: string
	siteId: SiteId
	companyId: CompanyId
	userId: UserId
	/** Names at the time of the complaint. */
	userName: string
	displayName: string
	content: string
	at: Instant
}

export interface ComplaintStore {
	insert(complaint: Complaint): Promise<void>
	/** Newest first. */
	listBySite(siteId: SiteId, limit: number): Promise<Complaint[]>
}
