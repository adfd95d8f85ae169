import type { CompanyId, Instant, SiteId, UserId } from '@parley/core'

export interface SessionRow {
	id: string
	userId: UserId
	siteId: SiteId
	tokenHash: string
	/** The token before the last refresh, good for a moment for requests already on their way. */
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
}

export interface LinkedIdentity {
	provider: string
	subject: string
	nickname: string | null
	picture: string | null
}

/** A session with everything a request needs to know of its person, from one query. */
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
	}
	companies: CompanyMembership[]
}

export interface SessionStore {
	insert(session: SessionRow): Promise<void>
	findByTokenHash(hash: string): Promise<SessionWithUser | undefined>
	listCompanies(sessionId: string): Promise<CompanyMembership[]>
	/** Replaces the token if it is still `from`; false where somebody was quicker. */
	replaceToken(
		id: string,
		from: string,
		to: string,
		next: Pick<SessionRow, 'staySignedIn' | 'expiresAt'> & { previousUntil: Instant },
	): Promise<boolean>
	remove(id: string): Promise<void>
	/** All of a person, but the one that is named. */
	removeByUser(userId: UserId, butId?: string): Promise<void>
	/** How other apps know somebody. */
	listIdentities(userId: UserId): Promise<LinkedIdentity[]>
	removeExpired(now: Instant): Promise<void>
}
