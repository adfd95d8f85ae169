import type { CompanyId, Instant, Locale, SiteId, UserId } from '@parley/core'
import type { MobileNumber } from '../sms/index.ts'

export interface Account {
	id: UserId
	siteId: SiteId
	name: string
	displayName: string
	passwordHash: string | null
	/** Hash of the password in the corporate directory; a new password here does not replace it. */
	corporateHash: string | null
	mobile: string | null
	mobileCode: string | null
	/** Corporate directory the account comes from, such as `OA`; null for accounts of this server. */
	source: string | null
	picture: string | null
	isComplete: boolean
	/** May not sign in until the account is enabled again. */
	isDisabled: boolean
	lastCompanyId: CompanyId | null
}

/** A new account: it cannot be disabled. */
export type FreshAccount = Omit<Account, 'isDisabled'>

export interface Contact {
	number: MobileNumber | undefined
	language: Locale | undefined
}

/** Membership of a person in a company, with their user type there. */
export interface MembershipRow {
	userId: UserId
	companyId: CompanyId
	userType: number
	isDefault: boolean
}

export interface AccountStore {
	findByName(siteId: SiteId, name: string): Promise<Account | undefined>
	find(id: UserId): Promise<Account | undefined>
	/** Returns a person's contact data outside the page: their number, and the language they use the page in. */
	findContact(id: UserId): Promise<Contact | undefined>
	findByMobile(siteId: SiteId, mobile: MobileNumber): Promise<Account | undefined>
	/** The account of a number without area code, if exactly one account of the site has it. */
	findByBareMobile(siteId: SiteId, digits: string): Promise<Account | undefined>
	/** Returns whether a person belongs to a company and is not disabled. */
	maySignIn(id: UserId): Promise<boolean>
	insert(account: FreshAccount, at: Instant): Promise<void>
	/** Returns false and inserts nothing if the name or the number is taken. */
	insertIfFree(account: FreshAccount, at: Instant): Promise<boolean>
	savePasswordHash(id: UserId, hash: string): Promise<void>
	/** Returns false if the stored hash is no longer `from`. */
	replacePasswordHash(id: UserId, from: string | null, to: string): Promise<boolean>
	saveDisplayName(id: UserId, displayName: string): Promise<void>
	/** Returns false if the profile is complete already. */
	completeProfile(id: UserId, profile: { displayName: string; passwordHash: string }): Promise<boolean>
	/** Returns false if another account of the site has the number. */
	saveMobile(id: UserId, mobile: MobileNumber): Promise<boolean>
	saveLastCompany(id: UserId, companyId: CompanyId): Promise<void>
	addMembership(membership: MembershipRow): Promise<void>
	/** Adds the membership if it is missing; an existing one keeps its user type. */
	addMembershipIfMissing(membership: MembershipRow): Promise<void>
	isMember(userId: UserId, companyId: CompanyId): Promise<boolean>
	/** Returns the public profiles of people on one site; people of other sites are missing. */
	listProfiles(siteId: SiteId, ids: readonly UserId[]): Promise<Pick<Account, 'id' | 'displayName' | 'picture'>[]>
	/** People of a company ordered by name. */
	listByCompany(companyId: CompanyId): Promise<(Pick<Account, 'id' | 'name' | 'displayName'> & { userType: number })[]>
}

/** Login names are compared case-insensitively. */
export const nameKey = (name: string): string => name.toLowerCase()
