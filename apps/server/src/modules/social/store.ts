import type { Instant, SiteId, UserId } from '@parley/core'

/** Another app that knows the people here. */
export type IdentityProvider = 'messenger' | 'deviceMaker' | 'workplace'

/** The name another app knows somebody by. */
export interface IdentityKey {
	siteId: SiteId
	provider: IdentityProvider
	subject: string
}

export interface Identity extends IdentityKey {
	userId: UserId
	nickname: string | null
	picture: string | null
	boundAt: Instant
}

export interface IdentityStore {
	find(key: IdentityKey): Promise<Identity | undefined>
	findByUser(userId: UserId, provider: IdentityProvider): Promise<Identity | undefined>
	/** False where the identity belongs to somebody, or the person has another one of this provider. */
	bind(identity: Identity): Promise<boolean>
	unbind(userId: UserId, provider: IdentityProvider): Promise<void>
	/** Whether a proof has let somebody in already. */
	isProofUsed(hash: string): Promise<boolean>
	/** Marks a proof as spent: of several at once exactly one gets true. */
	markProofUsed(hash: string, expiresAt: Instant): Promise<boolean>
	removeExpired(now: Instant): Promise<void>
}
