import type { CompanyId, Instant, SiteId } from '@parley/core'

export interface Company {
	id: CompanyId
	siteId: SiteId
	name: string
	/** 1 enterprise, 2 personal edition (`corpType` on the wire). */
	type: number
}

export interface CompanyStore {
	find(id: CompanyId): Promise<Company | undefined>
	ofSite(siteId: SiteId): Promise<Company[]>
	insert(company: Company, at: Instant): Promise<void>
}
