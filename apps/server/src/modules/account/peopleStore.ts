import type { CompanyId, Instant, SiteId, UserId } from '@parley/core'
import type { Db } from '../../platform/db.ts'
import type { MobileNumber } from '../sms/index.ts'
import type { FreshAccount, MembershipRow } from './store.ts'

/** Origin of a disabled account: an import only re-enables accounts an import disabled. */
export type DisabledBy = 'command' | 'import'

/** A member of a company, as administrators see them. */
export interface PersonRow {
	id: UserId
	name: string
	displayName: string
	userType: number
	isDisabled: boolean
}

/** A member of a company; `isElsewhere` if they belong to another company too. */
export interface Member {
	id: UserId
	name: string
	userType: number
	isDisabled: boolean
	isElsewhere: boolean
}

export interface PeoplePage {
	companyId: CompanyId
	/** Beginning of the login name, or part of the display name. */
	search: string | undefined
	/** Only those whose login names come after this one. */
	after: string | undefined
	offset: number
	limit: number
}

/** An account as an import compares it with a row of its file. */
export interface KnownPerson {
	id: UserId
	name: string
	displayName: string
	number: MobileNumber | undefined
	hasPassword: boolean
	disabledBy: DisabledBy | undefined
}

/** Changes to one account; missing fields stay. */
export interface PersonChange {
	id: UserId
	displayName?: string
	number?: MobileNumber | null
}

/** Operations of administrators on people: many at once, or one with their account. */
export interface PeopleStore {
	/** Returns a page of a company's people ordered by login name, and the total number. */
	listPage(page: PeoplePage): Promise<{ people: PersonRow[]; total: number }>
	listMemberships(id: UserId): Promise<{ companyId: CompanyId; userType: number }[]>
	/** Returns how many were not disabled before. */
	disable(ids: readonly UserId[], by: DisabledBy, at: Instant): Promise<number>
	/** Returns how many were disabled before. */
	enable(ids: readonly UserId[]): Promise<number>
	/** Returns false, and changes nothing, if another person of the site has the login name. */
	rename(id: UserId, names: { name: string; displayName: string }): Promise<boolean>
	setUserTypes(companyId: CompanyId, userTypes: readonly { id: UserId; userType: number }[]): Promise<void>
	/** Removes accounts with their memberships, departments, sessions, proofs, identities and invitations. */
	remove(id: UserId): Promise<void>

	/** Members of a company who have no password, neither here nor in a directory, and are not disabled; by login name. */
	listWithoutPassword(companyId: CompanyId): Promise<{ id: UserId; name: string; displayName: string }[]>
	/** The accounts of some login names; names without an account are left out. */
	findByNames(siteId: SiteId, names: readonly string[]): Promise<KnownPerson[]>
	/** The accounts some numbers belong to. */
	findByNumbers(siteId: SiteId, numbers: readonly MobileNumber[]): Promise<KnownPerson[]>
	/** Returns all members of a company. */
	listMembers(companyId: CompanyId): Promise<Member[]>
	/**
	 * Within a transaction of the same database, whose statements are compiled once for all of them.
	 * @throws {Error} a violated unique constraint where a name or number is taken meanwhile
	 */
	insertMany(
		people: readonly { account: FreshAccount; membership: MembershipRow }[],
		at: Instant,
		within: Db,
	): Promise<void>
	/** @throws {Error} a violated unique constraint where a number is taken meanwhile */
	change(changes: readonly PersonChange[]): Promise<void>
}
