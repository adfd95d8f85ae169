import { SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import type { IdentityBinding, IdentityProvider, IdentityStore } from './store.ts'

type IdentityRow = {
	site_id: string
	provider: string
	subject: string
	user_id: string
	nickname: string | null
	picture: string | null
	bound_at: number
}
type SocialTables = {
	identities: IdentityRow
	spent_identity_proofs: { hash: string; expires_at: number }
}

export function createSqlIdentityStore(database: Db): IdentityStore {
	const db = database.$extendTables<SocialTables>()
	return {
		async find({ siteId, provider, subject }) {
			const row = await db
				.selectFrom('identities')
				.selectAll()
				.where('site_id', '=', siteId)
				.where('provider', '=', provider)
				.where('subject', '=', subject)
				.executeTakeFirst()
			return row && identityOf(row)
		},
		async findByUser(userId, provider) {
			const row = await db
				.selectFrom('identities')
				.selectAll()
				.where('user_id', '=', userId)
				.where('provider', '=', provider)
				.executeTakeFirst()
			return row && identityOf(row)
		},
		async bind(identity) {
			const { numInsertedOrUpdatedRows } = await db
				.insertInto('identities')
				.values(rowOf(identity))
				.onConflict(conflict => conflict.doNothing())
				.executeTakeFirst()
			return numInsertedOrUpdatedRows === 1n
		},
		async unbind(userId, provider) {
			await db.deleteFrom('identities').where('user_id', '=', userId).where('provider', '=', provider).execute()
		},
		async isProofUsed(hash) {
			const row = await db
				.selectFrom('spent_identity_proofs')
				.select('hash')
				.where('hash', '=', hash)
				.executeTakeFirst()
			return row !== undefined
		},
		async markProofUsed(hash, expiresAt) {
			const { numInsertedOrUpdatedRows } = await db
				.insertInto('spent_identity_proofs')
				.values({ hash, expires_at: expiresAt })
				.onConflict(conflict => conflict.doNothing())
				.executeTakeFirst()
			return numInsertedOrUpdatedRows === 1n
		},
		async removeExpired(now) {
			await db.deleteFrom('spent_identity_proofs').where('expires_at', '<=', now).execute()
		},
	}
}

const identityOf = (row: IdentityRow): IdentityBinding => ({
	siteId: v.parse(SiteId, row.site_id),
	provider: row.provider as IdentityProvider,
	subject: row.subject,
	userId: v.parse(UserId, row.user_id),
	nickname: row.nickname,
	picture: row.picture,
	boundAt: row.bound_at,
})

const rowOf = (identity: IdentityBinding): IdentityRow => ({
	site_id: identity.siteId,
	provider: identity.provider,
	subject: identity.subject,
	user_id: identity.userId,
	nickname: identity.nickname,
	picture: identity.picture,
	bound_at: identity.boundAt,
})
