import type { Db } from '../../platform/db.ts'
import type { ChallengeClient, ChallengeStore } from './store.ts'

type ChallengeTables = {
	challenges: {
		id: string
		site_id: string
		session_id: string
		browser: string
		address: string
		answer_left: number
		salt: string
		issued_at: number
		expires_at: number
		judged_at: number | null
		pass_hash: string | null
		pass_expires_at: number | null
		spent_at: number | null
	}
}

export function createSqlChallengeStore(database: Db): ChallengeStore {
	const db = database.$extendTables<ChallengeTables>()

	const ofClient = ({ siteId, browser, address }: ChallengeClient) =>
		db
			.selectFrom('challenges')
			.where('site_id', '=', siteId)
			.where('browser', '=', browser)
			.where('address', '=', address)

	return {
		async insert(challenge) {
			await db
				.insertInto('challenges')
				.values({
					id: challenge.id,
					site_id: challenge.siteId,
					session_id: challenge.sessionId,
					browser: challenge.browser,
					address: challenge.address,
					answer_left: challenge.answerLeft,
					salt: challenge.salt,
					issued_at: challenge.issuedAt,
					expires_at: challenge.expiresAt,
				})
				.execute()
		},
		async claimChallenge({ id, sessionId, ...client }, now) {
			const row = await db
				.updateTable('challenges')
				.set({ judged_at: now })
				.where('id', 'in', ofClient(client).select('id').where('id', '=', id).where('session_id', '=', sessionId))
				.where('judged_at', 'is', null)
				.where('expires_at', '>', now)
				.returning(['answer_left', 'salt', 'issued_at'])
				.executeTakeFirst()
			if (row)
				return { status: 'claimed', value: { answerLeft: row.answer_left, salt: row.salt, issuedAt: row.issued_at } }
			const late = await ofClient(client)
				.select('id')
				.where('id', '=', id)
				.where('judged_at', 'is', null)
				.where('expires_at', '<=', now)
				.executeTakeFirst()
			return { status: late ? 'expired' : 'missing' }
		},
		async savePass(id, { hash, expiresAt }) {
			await db
				.updateTable('challenges')
				.set({ pass_hash: hash, pass_expires_at: expiresAt })
				.where('id', '=', id)
				.execute()
		},
		async claimPass(client, hash, now) {
			const { numUpdatedRows } = await db
				.updateTable('challenges')
				.set({ spent_at: now })
				.where('id', 'in', ofClient(client).select('id').where('pass_hash', '=', hash))
				.where('spent_at', 'is', null)
				.where('pass_expires_at', '>', now)
				.executeTakeFirst()
			if (numUpdatedRows === 1n) return { status: 'claimed', value: undefined }
			const late = await ofClient(client)
				.select('id')
				.where('pass_hash', '=', hash)
				.where('spent_at', 'is', null)
				.where('pass_expires_at', '<=', now)
				.executeTakeFirst()
			return { status: late ? 'expired' : 'missing' }
		},
		async removeExpired(now) {
			await db
				.deleteFrom('challenges')
				.where('expires_at', '<=', now)
				.where(where => where.or([where('pass_expires_at', 'is', null), where('pass_expires_at', '<=', now)]))
				.execute()
		},
	}
}
