import { CompanyId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/database.ts'
import { cipherOf } from '../../platform/fieldCipher.ts'
import type { ComplaintStore } from './store.ts'

type ComplaintTables = {
	complaints: {
		id: string
		site_id: string
		company_id: string
		user_id: string
		user_name: string
		display_name: string
		content: string
		created_at: number
	}
}

export function createSqlComplaintStore(database: Db): ComplaintStore {
	const db = database.$extendTables<ComplaintTables>()
	const cipher = cipherOf(database)
	return {
		async insert({ id, siteId, companyId, userId, userName, displayName, content, at }) {
			await db
				.insertInto('complaints')
				.values({
					id,
					site_id: siteId,
					company_id: companyId,
					user_id: userId,
					user_name: cipher.encrypt('complaints.user_name', userName),
					display_name: displayName,
					content,
					created_at: at,
				})
				.execute()
		},
		async listBySite(siteId, limit) {
			const rows = await db
				.selectFrom('complaints')
				.selectAll()
				.where('site_id', '=', siteId)
				.orderBy('created_at', 'desc')
				.orderBy('id')
				.limit(limit)
				.execute()
			return rows.map(row => ({
				id: row.id,
				siteId: v.parse(SiteId, row.site_id),
				companyId: v.parse(CompanyId, row.company_id),
				userId: v.parse(UserId, row.user_id),
				userName: cipher.decrypt('complaints.user_name', row.user_name),
				displayName: row.display_name,
				content: row.content,
				at: row.created_at,
			}))
		},
	}
}
