import { CompanyId, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/database.ts'
import type { Department, DirectoryStore } from './store.ts'

type DepartmentRow = { id: string; company_id: string; number: string; name: string; parent_number: string | null }
type DirectoryTables = {
	departments: DepartmentRow
	department_people: { department_id: string; user_id: string }
}

export function sqlDirectoryStore(database: Db): DirectoryStore {
	const db = database.$extendTables<DirectoryTables>()
	return {
		async ofCompany(companyId) {
			const rows = await db
				.selectFrom('departments')
				.selectAll()
				.where('company_id', '=', companyId)
				.orderBy('number')
				.execute()
			return rows.map(departmentOf)
		},
		async insert({ id, companyId, number, name, parentNumber }) {
			await db
				.insertInto('departments')
				.values({ id, company_id: companyId, number, name, parent_number: parentNumber })
				.execute()
		},
		async place(userId, departmentId) {
			await db
				.insertInto('department_people')
				.values({ department_id: departmentId, user_id: userId })
				.onConflict(conflict => conflict.columns(['department_id', 'user_id']).doNothing())
				.execute()
		},
		async placements(companyId) {
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
	}
}

const departmentOf = (row: DepartmentRow): Department => ({
	id: row.id,
	companyId: v.parse(CompanyId, row.company_id),
	number: row.number,
	name: row.name,
	parentNumber: row.parent_number,
})
