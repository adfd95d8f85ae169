import { CompanyId, parseLocale, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { compileOnce } from '../../platform/compiledQuery.ts'
import { unlessTaken } from '../../platform/database.ts'
import type { Db } from '../../platform/db.ts'
import { cipherOf, type FieldCipher } from '../../platform/fieldCipher.ts'
import { readName, storedName, storedNameKey } from '../../platform/storedName.ts'
import type { Account, AccountStore, FreshAccount, MembershipRow } from './store.ts'

export type UserRow = {
	id: string
	site_id: string
	name: string
	name_key: string
	display_name: string
	password_hash: string | null
	corporate_hash: string | null
	mobile: string | null
	mobile_code: string | null
	mobile_lookup: string | null
	source: string | null
	picture: string | null
	is_complete: number
	last_company_id: string | null
	language: string | null
	created_at: number
	disabled_at: number | null
	disabled_by: string | null
}
export type MembershipTable = { user_id: string; company_id: string; user_type: number; is_default: number }
export type AccountTables = { users: UserRow; memberships: MembershipTable }

export function createSqlAccountStore(database: Db): AccountStore {
	const db = database.$extendTables<AccountTables>()
	const cipher = cipherOf(database)
	const accountOf = (row: UserRow) => decodeAccount(row, cipher)
	const rowOf = (account: FreshAccount, at: number) => encodeAccount(account, at, cipher)
	const profiles = db.selectFrom('users').select(['id', 'display_name', 'picture'])
	/** Reads a single profile, as every login to messaging does. */
	const findProfile = compileOnce(db, ({ siteId, id }: { siteId: string; id: string }) =>
		profiles.where('site_id', '=', siteId).where('id', '=', id),
	)
	return {
		async findByName(siteId, name) {
			const row = await db
				.selectFrom('users')
				.selectAll()
				.where('site_id', '=', siteId)
				.where('name_key', '=', storedNameKey(cipher, name))
				.executeTakeFirst()
			return row && accountOf(row)
		},
		async find(id) {
			const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
			return row && accountOf(row)
		},
		async findContact(id) {
			const row = await db
				.selectFrom('users')
				.select(['mobile', 'mobile_code', 'language'])
				.where('id', '=', id)
				.executeTakeFirst()
			if (!row) return undefined
			const { mobile, mobile_code: areaCode } = row
			const hasNumber = mobile !== null && areaCode !== null
			return {
				number: hasNumber ? { areaCode, mobile: cipher.decrypt('users.mobile', mobile) } : undefined,
				language: parseLocale(row.language),
			}
		},
		async findByMobile(siteId, { areaCode, mobile }) {
			const row = await db
				.selectFrom('users')
				.selectAll()
				.where('site_id', '=', siteId)
				.where('mobile_code', '=', areaCode)
				.where('mobile_lookup', '=', cipher.lookup('users.mobile', mobile))
				.executeTakeFirst()
			return row && accountOf(row)
		},
		async findByBareMobile(siteId, digits) {
			const rows = await db
				.selectFrom('users')
				.selectAll()
				.where('site_id', '=', siteId)
				.where('mobile_lookup', '=', cipher.lookup('users.mobile', digits))
				.limit(2)
				.execute()
			const [only, another] = rows
			return only && !another ? accountOf(only) : undefined
		},
		async maySignIn(id) {
			const row = await db
				.selectFrom('memberships')
				.innerJoin('users', 'users.id', 'memberships.user_id')
				.select('users.id')
				.where('users.id', '=', id)
				.where('users.disabled_at', 'is', null)
				.executeTakeFirst()
			return row !== undefined
		},
		async insert(account, at) {
			await db.insertInto('users').values(rowOf(account, at)).execute()
		},
		async insertIfFree(account, at) {
			const { numInsertedOrUpdatedRows } = await db
				.insertInto('users')
				.values(rowOf(account, at))
				.onConflict(conflict => conflict.doNothing())
				.executeTakeFirst()
			return numInsertedOrUpdatedRows === 1n
		},
		async savePasswordHash(id, hash) {
			await db.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
		},
		async replacePasswordHash(id, from, to) {
			const { numUpdatedRows } = await db
				.updateTable('users')
				.set({ password_hash: to })
				.where('id', '=', id)
				.where('password_hash', from === null ? 'is' : '=', from)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async saveDisplayName(id, displayName) {
			await db.updateTable('users').set({ display_name: displayName }).where('id', '=', id).execute()
		},
		async completeProfile(id, { displayName, passwordHash }) {
			const { numUpdatedRows } = await db
				.updateTable('users')
				.set({ display_name: displayName, password_hash: passwordHash, is_complete: 1 })
				.where('id', '=', id)
				.where('is_complete', '=', 0)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async saveMobile(id, { areaCode, mobile }) {
			return await unlessTaken(() =>
				db
					.updateTable('users')
					.set({ mobile_code: areaCode, ...mobileColumns(mobile, cipher) })
					.where('id', '=', id)
					.execute(),
			)
		},
		async saveLastCompany(id, companyId) {
			await db.updateTable('users').set({ last_company_id: companyId }).where('id', '=', id).execute()
		},
		async addMembership(membership) {
			const { userType } = membership
			await db
				.insertInto('memberships')
				.values(membershipRowOf(membership))
				.onConflict(conflict => conflict.columns(['user_id', 'company_id']).doUpdateSet({ user_type: userType }))
				.execute()
		},
		async addMembershipIfMissing(membership) {
			await db
				.insertInto('memberships')
				.values(membershipRowOf(membership))
				.onConflict(conflict => conflict.columns(['user_id', 'company_id']).doNothing())
				.execute()
		},
		async isMember(userId, companyId) {
			const row = await db
				.selectFrom('memberships')
				.select('user_id')
				.where('user_id', '=', userId)
				.where('company_id', '=', companyId)
				.executeTakeFirst()
			return row !== undefined
		},
		async listProfiles(siteId, ids) {
			if (ids.length === 0) return []
			const [id] = ids
			const rows =
				ids.length === 1 && id !== undefined
					? await findProfile({ siteId, id })
					: await profiles
							.where('site_id', '=', siteId)
							.where('id', 'in', [...ids])
							.execute()
			return rows.map(({ id, display_name, picture }) => ({
				id: v.parse(UserId, id),
				displayName: display_name,
				picture,
			}))
		},
		async listByCompany(companyId) {
			const rows = await db
				.selectFrom('memberships')
				.innerJoin('users', 'users.id', 'memberships.user_id')
				.select(['users.id', 'users.name', 'users.display_name', 'memberships.user_type'])
				.where('memberships.company_id', '=', companyId)
				.orderBy('users.name_key')
				.execute()
			return rows.map(row => ({
				id: v.parse(UserId, row.id),
				name: readName(cipher, row.name),
				displayName: row.display_name,
				userType: row.user_type,
			}))
		},
	}
}

const decodeAccount = (row: UserRow, cipher: FieldCipher): Account => ({
	id: v.parse(UserId, row.id),
	siteId: v.parse(SiteId, row.site_id),
	name: readName(cipher, row.name),
	displayName: row.display_name,
	passwordHash: row.password_hash,
	corporateHash: row.corporate_hash,
	mobile: row.mobile === null ? null : cipher.decrypt('users.mobile', row.mobile),
	mobileCode: row.mobile_code,
	source: row.source,
	picture: row.picture,
	isComplete: row.is_complete === 1,
	isDisabled: row.disabled_at !== null,
	lastCompanyId: row.last_company_id === null ? null : v.parse(CompanyId, row.last_company_id),
})

export const membershipRowOf = ({ userId, companyId, userType, isDefault }: MembershipRow) => ({
	user_id: userId,
	company_id: companyId,
	user_type: userType,
	is_default: isDefault ? 1 : 0,
})

export const mobileColumns = (mobile: string | null, cipher: FieldCipher) => ({
	mobile: mobile === null ? null : cipher.encrypt('users.mobile', mobile),
	mobile_lookup: mobile === null ? null : cipher.lookup('users.mobile', mobile),
})

export const encodeAccount = (account: FreshAccount, at: number, cipher: FieldCipher): UserRow => ({
	id: account.id,
	site_id: account.siteId,
	name: storedName(cipher, account.name),
	name_key: storedNameKey(cipher, account.name),
	display_name: account.displayName,
	password_hash: account.passwordHash,
	corporate_hash: account.corporateHash,
	...mobileColumns(account.mobile, cipher),
	mobile_code: account.mobileCode,
	source: account.source,
	picture: account.picture,
	is_complete: account.isComplete ? 1 : 0,
	last_company_id: account.lastCompanyId,
	language: null,
	created_at: at,
	disabled_at: null,
	disabled_by: null,
})
