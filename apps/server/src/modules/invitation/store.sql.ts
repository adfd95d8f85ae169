import { CompanyId, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import type { InvitationStore } from './store.ts'

type InvitationTables = {
	company_invitations: { company_id: string; user_id: string; user_type: number; invited_at: number }
	companies: { id: string; name: string }
}

export function createSqlInvitationStore(database: Db): InvitationStore {
	const db = database.$extendTables<InvitationTables>()
	return {
		async insert({ companyId, userId, userType, invitedAt }) {
			const { numInsertedOrUpdatedRows } = await db
				.insertInto('company_invitations')
				.values({ company_id: companyId, user_id: userId, user_type: userType, invited_at: invitedAt })
				.onConflict(conflict => conflict.columns(['company_id', 'user_id']).doNothing())
				.executeTakeFirst()
			return numInsertedOrUpdatedRows === 1n
		},
		async listByUser(userId) {
			const rows = await db
				.selectFrom('company_invitations')
				.innerJoin('companies', 'companies.id', 'company_invitations.company_id')
				.selectAll('company_invitations')
				.select('companies.name')
				.where('user_id', '=', userId)
				.orderBy('invited_at')
				.orderBy('company_id')
				.execute()
			return rows.map(row => ({
				companyId: v.parse(CompanyId, row.company_id),
				companyName: row.name,
				userId: v.parse(UserId, row.user_id),
				userType: row.user_type,
				invitedAt: row.invited_at,
			}))
		},
		async claim(userId, companyId) {
			const row = await db
				.deleteFrom('company_invitations')
				.where('user_id', '=', userId)
				.where('company_id', '=', companyId)
				.returning('user_type')
				.executeTakeFirst()
			return row && { userType: row.user_type }
		},
	}
}
