import { CompanyId, type SiteId, UserId } from '@parley/core'
import { type ExpressionBuilder, sql } from 'kysely'
import * as v from 'valibot'
import { unlessTaken } from '../../platform/database.ts'
import type { Db } from '../../platform/db.ts'
import { cipherOf, type FieldCipher } from '../../platform/fieldCipher.ts'
import { type ColumnTypes, insertRows, manyRows, rowsTable } from '../../platform/rows.sql.ts'
import { numberKeyPrefix, readName, storedName, storedNameKey } from '../../platform/storedName.ts'
import type { MobileNumber } from '../sms/index.ts'
import type { KnownPerson, PeopleStore } from './peopleStore.ts'
import {
	type AccountTables,
	encodeAccount,
	type MembershipTable,
	membershipRowOf,
	mobileColumns,
	type UserRow,
} from './store.sql.ts'

/** Values in one statement: SQLite takes 32,766, PostgreSQL 65,535. */
const rowsPerStatement = 500

const userColumns = {
	id: 'text',
	site_id: 'text',
	name: 'text',
	name_key: 'text',
	display_name: 'text',
	password_hash: 'text',
	corporate_hash: 'text',
	mobile: 'text',
	mobile_code: 'text',
	mobile_lookup: 'text',
	source: 'text',
	picture: 'text',
	is_complete: 'bigint',
	last_company_id: 'text',
	language: 'text',
	created_at: 'bigint',
	disabled_at: 'bigint',
	disabled_by: 'text',
} as const
const membershipColumns = { user_id: 'text', company_id: 'text', user_type: 'bigint', is_default: 'bigint' } as const

const knownColumns = [
	'id',
	'name',
	'display_name',
	'mobile',
	'mobile_code',
	'password_hash',
	'corporate_hash',
	'disabled_at',
	'disabled_by',
] as const

export function createSqlPeopleStore(database: Db): PeopleStore {
	const db = database.$extendTables<AccountTables>()
	const cipher = cipherOf(database)
	const insertUsers = insertRows(database, 'users', userColumns, 'fail')
	const insertMemberships = insertRows(database, 'memberships', membershipColumns, 'fail')
	const peopleOf = (companyId: CompanyId) =>
		db
			.selectFrom('memberships')
			.innerJoin('users', 'users.id', 'memberships.user_id')
			.where('memberships.company_id', '=', companyId)

	return {
		async listPage({ companyId, search, after, offset, limit }) {
			const found = peopleOf(companyId).$if(search !== undefined, select => select.where(matches(search ?? '')))
			const rows = await found
				.select(['users.id', 'users.name', 'users.display_name', 'users.disabled_at', 'memberships.user_type'])
				.$if(after !== undefined, select => select.where('users.name_key', '>', storedNameKey(cipher, after ?? '')))
				.orderBy('users.name_key')
				.offset(offset)
				.limit(limit)
				.execute()
			const { total } = await found
				.select(({ fn }) => fn.countAll<number | bigint>().as('total'))
				.executeTakeFirstOrThrow()
			const people = rows.map(row => ({
				id: v.parse(UserId, row.id),
				name: readName(cipher, row.name),
				displayName: row.display_name,
				userType: row.user_type,
				isDisabled: row.disabled_at !== null,
			}))
			return { people, total: Number(total) }
		},
		async listMemberships(id) {
			const rows = await db.selectFrom('memberships').selectAll().where('user_id', '=', id).execute()
			return rows.map(row => ({ companyId: v.parse(CompanyId, row.company_id), userType: row.user_type }))
		},
		async disable(ids, by, at) {
			let count = 0
			for (const some of inStatements(ids)) {
				const { numUpdatedRows } = await db
					.updateTable('users')
					.set({ disabled_at: at, disabled_by: by })
					.where('id', 'in', some)
					.where('disabled_at', 'is', null)
					.executeTakeFirst()
				count += Number(numUpdatedRows)
			}
			return count
		},
		async enable(ids) {
			let count = 0
			for (const some of inStatements(ids)) {
				const { numUpdatedRows } = await db
					.updateTable('users')
					.set({ disabled_at: null, disabled_by: null })
					.where('id', 'in', some)
					.where('disabled_at', 'is not', null)
					.executeTakeFirst()
				count += Number(numUpdatedRows)
			}
			return count
		},
		async rename(id, { name, displayName }) {
			return await unlessTaken(() =>
				db
					.updateTable('users')
					.set({
						name: storedName(cipher, name),
						name_key: storedNameKey(cipher, name),
						display_name: displayName,
					})
					.where('id', '=', id)
					.execute(),
			)
		},
		async setUserTypes(companyId, userTypes) {
			if (userTypes.length === 0) return
			const columns = { id: 'text', user_type: 'bigint' } as const
			const { rows } = manyRows(
				columns,
				userTypes.map(({ id, userType }) => ({ id, user_type: userType })),
			)
			await sql`
				update memberships set user_type = r.user_type from ${rowsTable(database, columns, rows)} as r
				where memberships.company_id = ${companyId} and memberships.user_id = r.id`.execute(db)
		},
		async remove(id) {
			await db.deleteFrom('users').where('id', '=', id).execute()
		},
		async listWithoutPassword(companyId) {
			const rows = await peopleOf(companyId)
				.select(['users.id', 'users.name', 'users.display_name'])
				.where('users.password_hash', 'is', null)
				.where('users.corporate_hash', 'is', null)
				.where('users.disabled_at', 'is', null)
				.orderBy('users.name_key')
				.execute()
			return rows.map(row => ({
				id: v.parse(UserId, row.id),
				name: readName(cipher, row.name),
				displayName: row.display_name,
			}))
		},
		async findByNames(siteId, names) {
			const keys = names.map(name => storedNameKey(cipher, name))
			return await findKnown(keys, some => db.selectFrom('users').where('name_key', 'in', some), siteId)
		},
		async findByNumbers(siteId, numbers) {
			const lookups = numbers.map(({ mobile }) => cipher.lookup('users.mobile', mobile))
			return await findKnown(lookups, some => db.selectFrom('users').where('mobile_lookup', 'in', some), siteId)
		},
		async listMembers(companyId) {
			const rows = await db
				.selectFrom('memberships')
				.leftJoin('memberships as others', join =>
					join.onRef('others.user_id', '=', 'memberships.user_id').on('others.company_id', '<>', companyId),
				)
				.innerJoin('users', 'users.id', 'memberships.user_id')
				.select(['memberships.user_id', 'memberships.user_type', 'others.company_id as other'])
				.select(['users.name', 'users.disabled_at'])
				.where('memberships.company_id', '=', companyId)
				.orderBy('users.name_key')
				.execute()
			const byId = new Map(rows.map(row => [row.user_id, row]))
			return [...byId.values()].map(row => ({
				id: row.user_id as UserId,
				name: readName(cipher, row.name),
				isDisabled: row.disabled_at !== null,
				userType: row.user_type,
				isElsewhere: row.other !== null,
			}))
		},
		async insertMany(people, at, within) {
			await insertUsers(
				people.map(({ account }) => encodeAccount(account, at, cipher)),
				within,
			)
			await insertMemberships(
				people.map(({ membership }) => membershipRowOf(membership)),
				within,
			)
		},
		async change(changes) {
			const names = changes.flatMap(({ id, displayName }) =>
				displayName === undefined ? [] : [{ id, display_name: displayName }],
			)
			if (names.length > 0) await updateUsers({ id: 'text', display_name: 'text' }, names)
			const numbers = changes.flatMap(({ id, number }) =>
				number === undefined ? [] : [{ id, ...numberColumns(number, cipher) }],
			)
			if (numbers.length > 0)
				await updateUsers({ id: 'text', mobile_code: 'text', mobile: 'text', mobile_lookup: 'text' }, numbers)
		},
	}

	/** One statement, however many accounts: `columns` are their ids and what changes. */
	async function updateUsers<C extends ColumnTypes>(columns: C, changes: Parameters<typeof manyRows<C>>[1]) {
		const { rows } = manyRows(columns, changes)
		const set = Object.keys(columns).filter(column => column !== 'id')
		await sql`
			update users set ${sql.join(set.map(column => sql`${sql.ref(column)} = ${sql.ref(`r.${column}`)}`))}
			from ${rowsTable(database, columns, rows)} as r where users.id = r.id`.execute(db)
	}

	async function findKnown(
		values: readonly string[],
		select: (some: readonly string[]) => ReturnType<typeof db.selectFrom<'users'>>,
		siteId: SiteId,
	): Promise<KnownPerson[]> {
		const found: KnownPerson[] = []
		for (const some of inStatements(values)) {
			const rows = await select(some).select(knownColumns).where('site_id', '=', siteId).execute()
			found.push(...rows.map(row => knownOf(row, cipher)))
		}
		return found
	}
}

function* inStatements<T>(all: readonly T[]): Generator<readonly T[]> {
	for (let from = 0; from < all.length; from += rowsPerStatement) yield all.slice(from, from + rowsPerStatement)
}

function knownOf(row: Pick<UserRow, (typeof knownColumns)[number]>, cipher: FieldCipher): KnownPerson {
	const { mobile, mobile_code: areaCode } = row
	const hasNumber = mobile !== null && areaCode !== null
	return {
		id: v.parse(UserId, row.id),
		name: readName(cipher, row.name),
		displayName: row.display_name,
		number: hasNumber ? { areaCode, mobile: cipher.decrypt('users.mobile', mobile) } : undefined,
		hasPassword: row.password_hash !== null || row.corporate_hash !== null,
		disabledBy: row.disabled_at === null ? undefined : row.disabled_by === 'import' ? 'import' : 'command',
	}
}

const numberColumns = (number: MobileNumber | null, cipher: FieldCipher) => ({
	mobile_code: number?.areaCode ?? null,
	...mobileColumns(number?.mobile ?? null, cipher),
})

type Where = ExpressionBuilder<{ users: UserRow; memberships: MembershipTable }, 'users' | 'memberships'>

/** Login names by their beginning, but for those that are numbers; display names anywhere. */
const matches = (search: string) => (where: Where) => {
	const escaped = search.toLowerCase().replace(/[\\%_]/g, '\\$&')
	return where.or([
		sql<boolean>`lower(users.display_name) like ${`%${escaped}%`} escape '\\'`,
		where.and([
			sql<boolean>`users.name_key like ${`${escaped}%`} escape '\\'`,
			sql<boolean>`users.name_key not like ${`${numberKeyPrefix}%`}`,
		]),
	])
}
