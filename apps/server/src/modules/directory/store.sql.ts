import { CompanyId, UserId } from '@parley/core'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import { cipherOf, type FieldCipher } from '../../platform/fieldCipher.ts'
import { insertRows } from '../../platform/rows.sql.ts'
import { readName, storedNameKey } from '../../platform/storedName.ts'
import type { DepartmentRow, DirectoryEntry, DirectoryStore } from './store.ts'

type DepartmentColumns = { id: string; company_id: string; number: string; name: string; parent_number: string | null }
type DirectoryTables = {
	departments: DepartmentColumns
	department_people: { department_id: string; user_id: string }
	users: {
		id: string
		site_id: string
		name: string
		name_key: string
		display_name: string
		mobile: string | null
		is_complete: number
	}
	memberships: { user_id: string; company_id: string; user_type: number }
	companies: { id: string; site_id: string }
	people_search_keys: { site_id: string; key: string; user_id: string; is_login: number }
}
/** SQLite takes 32,766 values in one statement. */
const rowsPerStatement = 500

const placementColumns = { department_id: 'text', user_id: 'text' } as const

type EntryRow = { id: string; name: string; display_name: string; mobile: string | null; number: string | null }

export function createSqlDirectoryStore(database: Db): DirectoryStore {
	const db = database.$extendTables<DirectoryTables>()
	const cipher = cipherOf(database)
	const insertPlacements = insertRows(database, 'department_people', placementColumns, 'fail')
	const entryOf = (row: EntryRow) => decodeEntry(row, cipher)

	const colleagues = (companyId: CompanyId, excludedUserTypes: readonly number[]) =>
		db
			.selectFrom('memberships')
			.innerJoin('users', 'users.id', 'memberships.user_id')
			.select(['users.id', 'users.name', 'users.display_name', 'users.mobile', firstDepartment(companyId).as('number')])
			.where('memberships.company_id', '=', companyId)
			.where('users.is_complete', '=', 1)
			.$if(excludedUserTypes.length > 0, select => select.where('memberships.user_type', 'not in', excludedUserTypes))

	/** Login names and numbers are those of a site; without it their indexes are of no use. */
	const siteOf = (companyId: CompanyId) =>
		db.selectFrom('companies').select('companies.site_id').where('companies.id', '=', companyId)

	/** People whose display name contains the text, or whose login name begins with it. */
	const foundBy = (companyId: CompanyId, name: string) => {
		const begin = name.toLowerCase()
		return db
			.selectFrom('people_search_keys')
			.select('people_search_keys.user_id')
			.distinct()
			.where('people_search_keys.site_id', '=', siteOf(companyId))
			.where('people_search_keys.key', '>=', begin)
			.where('people_search_keys.key', '<', `${begin}${lastCharacter}`)
			.as('found')
	}

	return {
		async listDepartments(companyId) {
			const rows = await db
				.selectFrom('departments')
				.selectAll()
				.where('company_id', '=', companyId)
				.orderBy('number')
				.execute()
			return rows.map(departmentOf)
		},
		async insertDepartments(departments) {
			for (let from = 0; from < departments.length; from += rowsPerStatement) {
				await db
					.insertInto('departments')
					.values(departments.slice(from, from + rowsPerStatement).map(departmentRowOf))
					.execute()
			}
		},
		async addToDepartment(userId, departmentId) {
			await db
				.insertInto('department_people')
				.values({ department_id: departmentId, user_id: userId })
				.onConflict(conflict => conflict.columns(['department_id', 'user_id']).doNothing())
				.execute()
		},
		async replacePlacements(companyId, placements) {
			for (let from = 0; from < placements.length; from += rowsPerStatement) {
				const some = placements.slice(from, from + rowsPerStatement)
				await db
					.deleteFrom('department_people')
					.where(
						'user_id',
						'in',
						some.map(({ userId }) => userId),
					)
					.where('department_id', 'in', where =>
						where.selectFrom('departments').select('id').where('company_id', '=', companyId),
					)
					.execute()
				const rows = some.flatMap(({ userId, departmentId }) =>
					departmentId === undefined ? [] : [{ department_id: departmentId, user_id: userId }],
				)
				if (rows.length > 0) await db.insertInto('department_people').values(rows).execute()
			}
		},
		async placeNew(placements, within) {
			const rows = placements.flatMap(({ userId, departmentId }) =>
				departmentId === undefined ? [] : [{ department_id: departmentId, user_id: userId }],
			)
			await insertPlacements(rows, within)
		},
		async listPlacementsOf(companyId, ids) {
			if (ids.length === 0) return []
			const rows = await db
				.selectFrom('department_people')
				.innerJoin('departments', 'departments.id', 'department_people.department_id')
				.selectAll('department_people')
				.where('departments.company_id', '=', companyId)
				.where('department_people.user_id', 'in', ids)
				.orderBy('departments.number')
				.execute()
			return rows.map(row => ({ departmentId: row.department_id, userId: v.parse(UserId, row.user_id) }))
		},
		async listPlacements(companyId) {
			const rows = await db
				.selectFrom('department_people')
				.innerJoin('departments', 'departments.id', 'department_people.department_id')
				.selectAll('department_people')
				.where('departments.company_id', '=', companyId)
				.orderBy('departments.number')
				.orderBy('department_people.user_id')
				.execute()
			return rows.map(row => ({ departmentId: row.department_id, userId: v.parse(UserId, row.user_id) }))
		},
		async listPeopleInDepartment(companyId, number, limit) {
			const rows = await db
				.selectFrom('departments')
				.innerJoin('department_people', 'department_people.department_id', 'departments.id')
				.innerJoin('users', 'users.id', 'department_people.user_id')
				// Ignores rows of people who left the company.
				.innerJoin('memberships', join =>
					join
						.onRef('memberships.user_id', '=', 'users.id')
						.onRef('memberships.company_id', '=', 'departments.company_id'),
				)
				.select(['users.id', 'users.name', 'users.display_name', 'users.mobile', 'departments.number'])
				.where('departments.company_id', '=', companyId)
				.where('departments.number', '=', number)
				.where('users.is_complete', '=', 1)
				.orderBy('users.display_name')
				.orderBy('users.id')
				.limit(limit)
				.execute()
			return rows.map(entryOf)
		},
		async search({ companyId, name, excludedUserTypes, limit }) {
			const rows = await colleagues(companyId, excludedUserTypes)
				.innerJoin(foundBy(companyId, name), 'found.user_id', 'users.id')
				.orderBy('users.display_name')
				.orderBy('users.id')
				.limit(limit)
				.execute()
			return rows.map(entryOf)
		},
		async findPeople(companyId, ids, excludedUserTypes) {
			if (ids.length === 0) return []
			const rows = await db
				.selectFrom('memberships')
				.innerJoin('users', 'users.id', 'memberships.user_id')
				.select('users.id')
				.where('memberships.company_id', '=', companyId)
				.where('users.id', 'in', ids)
				.where('users.is_complete', '=', 1)
				.$if(excludedUserTypes.length > 0, select => select.where('memberships.user_type', 'not in', excludedUserTypes))
				.execute()
			return rows.map(row => v.parse(UserId, row.id))
		},
		async listDepartmentsUpFrom(companyId, numbers) {
			if (numbers.length === 0) return []
			const rows = await db
				.withRecursive('upwards', within =>
					within
						.selectFrom('departments')
						.selectAll('departments')
						.where('company_id', '=', companyId)
						.where('number', 'in', numbers)
						// Ends cycles.
						.union(
							within
								.selectFrom('upwards')
								.innerJoin('departments', 'departments.number', 'upwards.parent_number')
								.selectAll('departments')
								.where('departments.company_id', '=', companyId),
						),
				)
				.selectFrom('upwards')
				.selectAll()
				.execute()
			return rows.map(departmentOf)
		},
		async findDepartments(companyId, numbers) {
			if (numbers.length === 0) return []
			const rows = await db
				.selectFrom('departments')
				.selectAll()
				.where('company_id', '=', companyId)
				.where('number', 'in', numbers)
				.execute()
			return rows.map(departmentOf)
		},
		async findByName({ companyId, name, excludedUserTypes }) {
			const row = await colleagues(companyId, excludedUserTypes)
				.where('users.site_id', '=', siteOf(companyId))
				.where('users.name_key', '=', storedNameKey(cipher, name))
				.executeTakeFirst()
			return row && entryOf(row)
		},
	}
}

const departmentRowOf = ({ id, companyId, number, name, parentNumber }: DepartmentRow): DepartmentColumns => ({
	id,
	company_id: companyId,
	number,
	name,
	parent_number: parentNumber,
})

const departmentOf = (row: DepartmentColumns): DepartmentRow => ({
	id: row.id,
	companyId: v.parse(CompanyId, row.company_id),
	number: row.number,
	name: row.name,
	parentNumber: row.parent_number,
})

const decodeEntry = (row: EntryRow, cipher: FieldCipher): DirectoryEntry => ({
	id: v.parse(UserId, row.id),
	name: readName(cipher, row.name),
	displayName: row.display_name,
	mobile: row.mobile === null ? null : cipher.decrypt('users.mobile', row.mobile),
	departmentNumber: row.number,
})

/** Number of the first department of a person in this company. */
const firstDepartment = (companyId: CompanyId) => sql<string | null>`(
	select min(departments.number) from department_people
	join departments on departments.id = department_people.department_id
	where department_people.user_id = users.id and departments.company_id = ${companyId}
)`

/** Sorts after every continuation of a key. */
const lastCharacter = '\u{10FFFF}'
