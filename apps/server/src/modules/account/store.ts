import type { CompanyId, Instant, SiteId, UserId } from '@parley/core'

export interface Account {
	id: UserId
	siteId: SiteId
	name: string
	displayName: string
	passwordHash: string | null
	mobile: string | null
	mobileCode: string | null
	/** Where the account comes from, such as an OA; null where it was made here. */
	source: string | null
	picture: string | null
	isComplete: boolean
	lastCompanyId: CompanyId | null
}

export interface AccountStore {
	findByName(siteId: SiteId, name: string): Promise<Account | undefined>
	insert(account: Account, at: Instant): Promise<void>
	savePasswordHash(id: UserId, hash: string): Promise<void>
	saveLastCompany(id: UserId, companyId: CompanyId): Promise<void>
	addMembership(membership: {
		userId: UserId
		companyId: CompanyId
		userType: number
		isDefault: boolean
	}): Promise<void>
	/** People of a company by name, for administrators. */
	ofCompany(companyId: CompanyId): Promise<(Pick<Account, 'id' | 'name' | 'displayName'> & { userType: number })[]>
}

/** Names are compared without regard to case. */
export const nameKey = (name: string): string => name.toLowerCase()
