import { CompanyId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/database.ts'
import { type Account, type AccountStore, nameKey } from './store.ts'

type UserRow = {
	id: string
	site_id: string
	name: string
	name_key: string
	display_name: string
	password_hash: string | null
	mobile: string | null
	mobile_code: string | null
	source: string | null
	picture: string | null
	is_complete: number
	last_company_id: string | null
	created_at: number
}
type AccountTables = {
	users: UserRow
	memberships: { user_id: string; company_id: string; user_type: number; is_default: number }
}

export function sqlAccountStore(database: Db): AccountStore {
	const db = database.$extendTables<AccountTables>()
	return {
		async findByName(siteId, name) {
			const row = await db
				.selectFrom('users')
				.selectAll()
				.where('site_id', '=', siteId)
				.where('name_key', '=', nameKey(name))
				.executeTakeFirst()
			return row && accountOf(row)
		},
		async insert(account, at) {
			await db.insertInto('users').values(rowOf(account, at)).execute()
		},
		async savePasswordHash(id, hash) {
			await db.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
		},
		async saveLastCompany(id, companyId) {
			await db.updateTable('users').set({ last_company_id: companyId }).where('id', '=', id).execute()
		},
		async addMembership({ userId, companyId, userType, isDefault }) {
			await db
				.insertInto('memberships')
				.values({ user_id: userId, company_id: companyId, user_type: userType, is_default: isDefault ? 1 : 0 })
				.onConflict(conflict => conflict.columns(['user_id', 'company_id']).doUpdateSet({ user_type: userType }))
				.execute()
		},
		async ofCompany(companyId) {
			const rows = await db
				.selectFrom('memberships')
				.innerJoin('users', 'users.id', 'memberships.user_id')
				.select(['users.id', 'users.name', 'users.display_name', 'memberships.user_type'])
				.where('memberships.company_id', '=', companyId)
				.orderBy('users.name_key')
				.execute()
			return rows.map(row => ({
				id: v.parse(UserId, row.id),
				name: row.name,
				displayName: row.display_name,
				userType: row.user_type,
			}))
		},
	}
}

const accountOf = (row: UserRow): Account => ({
	id: v.parse(UserId, row.id),
	siteId: v.parse(SiteId, row.site_id),
	name: row.name,
	displayName: row.display_name,
	passwordHash: row.password_hash,
	mobile: row.mobile,
	mobileCode: row.mobile_code,
	source: row.source,
	picture: row.picture,
	isComplete: row.is_complete === 1,
	lastCompanyId: row.last_company_id === null ? null : v.parse(CompanyId, row.last_company_id),
})

const rowOf = (account: Account, at: number): UserRow => ({
	id: account.id,
	site_id: account.siteId,
	name: account.name,
	name_key: nameKey(account.name),
	display_name: account.displayName,
	password_hash: account.passwordHash,
	mobile: account.mobile,
	mobile_code: account.mobileCode,
	source: account.source,
	picture: account.picture,
	is_complete: account.isComplete ? 1 : 0,
	last_company_id: account.lastCompanyId,
	created_at: at,
})
