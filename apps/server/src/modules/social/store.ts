import type { Instant, SiteId, UserId } from '@parley/core'

/** The kinds of other apps people sign in with. */
export type IdentityProvider = 'messenger' | 'deviceMaker' | 'workplace'

/** Identifies a person in another app. */
export interface IdentityKey {
	siteId: SiteId
	provider: IdentityProvider
	subject: string
}

export interface IdentityBinding extends IdentityKey {
	userId: UserId
	nickname: string | null
	picture: string | null
	boundAt: Instant
}

export interface IdentityStore {
	find(key: IdentityKey): Promise<IdentityBinding | undefined>
	findByUser(userId: UserId, provider: IdentityProvider): Promise<IdentityBinding | undefined>
	/** False if the identity is bound already, or the person has another one of this provider. */
	bind(identity: IdentityBinding): Promise<boolean>
	unbind(userId: UserId, provider: IdentityProvider): Promise<void>
	/** Returns whether a proof was used before. */
	isProofUsed(hash: string): Promise<boolean>
	/** Marks a proof as used; of several concurrent calls exactly one gets true. */
	markProofUsed(hash: string, expiresAt: Instant): Promise<boolean>
	removeExpired(now: Instant): Promise<void>
}
