import type { CompanyId, Instant, Locale, SiteId, UserId } from '@parley/core'

export interface SessionRow {
	id: string
	userId: UserId
	siteId: SiteId
	tokenHash: string
	/** Hash of the token before the last refresh, valid until `previousUntil`. */
	previousHash: string | null
	previousUntil: Instant | null
	staySignedIn: boolean
	createdAt: Instant
	expiresAt: Instant
}

export interface CompanyMembership {
	companyId: CompanyId
	name: string
	type: number
	userType: number
	isDefault: boolean
	/** Changes with everything the meetings of the company are shown with. */
	meetingsVersion: number
}

export interface LinkedIdentity {
	provider: string
	subject: string
	nickname: string | null
	picture: string | null
}

/** A session with its user and companies, from one query. */
export interface SessionWithUser {
	session: SessionRow
	user: {
		id: UserId
		name: string
		displayName: string
		isComplete: boolean
		source: string | null
		mobile: string | null
		mobileCode: string | null
		picture: string | null
		lastCompanyId: CompanyId | null
		/** Language in which they use the page, if known. */
		language: Locale | undefined
	}
	companies: CompanyMembership[]
}

/** The person of a session as others see them. */
export interface SessionPerson {
	userId: UserId
	siteId: SiteId
	displayName: string
	picture: string | null
}

export interface SessionStore {
	insert(session: SessionRow): Promise<void>
	findByTokenHash(hash: string): Promise<SessionWithUser | undefined>
	/** Saves the language a person uses the page in. */
	saveLanguage(userId: UserId, language: Locale): Promise<void>
	listCompanies(sessionId: string): Promise<CompanyMembership[]>
	/** Returns false if the stored hash is no longer `from`. */
	replaceToken(
		id: string,
		from: string,
		to: string,
		next: Pick<SessionRow, 'staySignedIn' | 'expiresAt'> & { previousUntil: Instant },
	): Promise<boolean>
	remove(id: string): Promise<void>
	/** Removes all sessions of a person, except one; the version of the endings changes. */
	removeByUser(userId: UserId, butId?: string): Promise<void>
	/** Ends sessions on purpose: each is remembered as ended until it would have expired. */
	endByUser(userId: UserId, butId?: string): Promise<void>
	/** The same for many people. */
	removeByUsers(userIds: readonly UserId[]): Promise<void>
	/** A number that changes when sessions of a person were removed, by whichever process. */
	endingsVersion(): Promise<number>
	/** Identities of other apps that are bound to a person. */
	listIdentities(userId: UserId): Promise<LinkedIdentity[]>
	/** Returns which of these sessions still exist, of people who are not disabled. */
	findExisting(ids: readonly string[]): Promise<string[]>
	/** Returns which of these sessions were removed by `endByUser`. */
	findEnded(ids: readonly string[]): Promise<string[]>
	/** Returns the person of a session, if it still exists and they are not disabled. */
	findPerson(id: string): Promise<SessionPerson | undefined>
	removeExpired(now: Instant): Promise<void>
}
