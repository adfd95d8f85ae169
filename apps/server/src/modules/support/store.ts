import type { CompanyId, Instant, SiteId, UserId } from '@parley/core'

export interface Complaint {
	id: string
	siteId: SiteId
	companyId: CompanyId
	userId: UserId
	/** What they were called when they complained. */
	userName: string
	displayName: string
	content: string
	at: Instant
}

export interface ComplaintStore {
	insert(complaint: Complaint): Promise<void>
	/** The newest first. */
	listBySite(siteId: SiteId, limit: number): Promise<Complaint[]>
}
