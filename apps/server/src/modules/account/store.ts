import type { CompanyId, Instant, SiteId, UserId } from '@parley/core'
import type { MobileNumber } from '../verification/index.ts'

export interface Account {
	id: UserId
	siteId: SiteId
	name: string
	displayName: string
	passwordHash: string | null
	/** Of the password in the corporate directory the account came from; it outlives a new password here. */
	corporateHash: string | null
	mobile: string | null
	mobileCode: string | null
	/** Where the account comes from, such as an OA; null where it was made here. */
	source: string | null
	picture: string | null
	isComplete: boolean
	lastCompanyId: CompanyId | null
}

/** What somebody may do in a company. */
export interface Membership {
	userId: UserId
	companyId: CompanyId
	userType: number
	isDefault: boolean
}

export interface AccountStore {
	findByName(siteId: SiteId, name: string): Promise<Account | undefined>
	find(id: UserId): Promise<Account | undefined>
	findByMobile(siteId: SiteId, mobile: MobileNumber): Promise<Account | undefined>
	/** The account of a number without its area code, where exactly one of the site has it. */
	findByBareMobile(siteId: SiteId, digits: string): Promise<Account | undefined>
	hasCompany(id: UserId): Promise<boolean>
	insert(account: Account, at: Instant): Promise<void>
	/** False where the name or the number is somebody's already; nothing is kept then. */
	insertIfFree(account: Account, at: Instant): Promise<boolean>
	savePasswordHash(id: UserId, hash: string): Promise<void>
	/** False where the password is another one by now. */
	replacePasswordHash(id: UserId, from: string | null, to: string): Promise<boolean>
	saveDisplayName(id: UserId, displayName: string): Promise<void>
	/** Name and password of somebody whose profile was incomplete; false where it is complete by now. */
	completeProfile(id: UserId, profile: { displayName: string; passwordHash: string }): Promise<boolean>
	/** False where another account of the site has the number. */
	saveMobile(id: UserId, mobile: MobileNumber): Promise<boolean>
	saveLastCompany(id: UserId, companyId: CompanyId): Promise<void>
	addMembership(membership: Membership): Promise<void>
	/** The same for whoever is none yet; what a member may do stays as it is. */
	addMembershipIfMissing(membership: Membership): Promise<void>
	isMember(userId: UserId, companyId: CompanyId): Promise<boolean>
	/** People of a company by name, for administrators. */
	listByCompany(companyId: CompanyId): Promise<(Pick<Account, 'id' | 'name' | 'displayName'> & { userType: number })[]>
}

/** Names are compared without regard to case. */
export const nameKey = (name: string): string => name.toLowerCase()
