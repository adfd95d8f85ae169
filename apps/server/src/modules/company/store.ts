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
	findByInvitationCode(code: string): Promise<Company | undefined>
	/** The code that invites to a company; nothing where none was ever made. */
	findInvitationCode(id: CompanyId): Promise<string | undefined>
	/** A new code takes the place of the old one, which invites nobody any more. */
	saveInvitationCode(id: CompanyId, code: string): Promise<void>
	listBySite(siteId: SiteId): Promise<Company[]>
	insert(company: Company, at: Instant): Promise<void>
}
