import type { CompanyId, UserId } from '@parley/core'
import type { Db } from '../../platform/db.ts'

/** A department; `number` identifies it on the wire and is unique in its company. */
export interface DepartmentRow {
	id: string
	companyId: CompanyId
	number: string
	name: string
	/** Number of the parent department; null at the top. */
	parentNumber: string | null
}

/** A person's department; none if it is missing. */
export interface Placement {
	userId: UserId
	departmentId: string | undefined
}

/** A person of a company with their first department, or null. */
export interface DirectoryEntry {
	id: UserId
	name: string
	displayName: string
	mobile: string | null
	departmentNumber: string | null
}

/** Matches login names by prefix and display names anywhere. */
export interface PeopleQuery {
	companyId: CompanyId
	name: string
	excludedUserTypes: readonly number[]
	limit: number
}

export interface DirectoryStore {
	/** All departments of a company, ordered by number. */
	listDepartments(companyId: CompanyId): Promise<DepartmentRow[]>
	insertDepartments(departments: readonly DepartmentRow[]): Promise<void>
	/** Adds a person to a department; adding again has no effect. */
	addToDepartment(userId: UserId, departmentId: string): Promise<void>
	/** Takes people out of every department of a company and, with a department, puts each into that one. */
	replacePlacements(companyId: CompanyId, placements: readonly Placement[]): Promise<void>
	/** Places people without a department into theirs, within a transaction of the same database. */
	placeNew(placements: readonly Placement[], within: Db): Promise<void>
	/** Which people are in which departments of a company. */
	listPlacements(companyId: CompanyId): Promise<{ departmentId: string; userId: UserId }[]>
	/** Direct members of a department, ordered by display name. */
	listPeopleInDepartment(companyId: CompanyId, number: string, limit: number): Promise<DirectoryEntry[]>
	/** People of a company with a complete profile, each once, ordered by display name. */
	search(query: PeopleQuery): Promise<DirectoryEntry[]>
	/** The given ids that belong to people of a company with a complete profile. */
	findPeople(companyId: CompanyId, ids: readonly UserId[], excludedUserTypes: readonly number[]): Promise<UserId[]>
	/** The departments of a company some people are in; those in none are left out. */
	listPlacementsOf(companyId: CompanyId, ids: readonly UserId[]): Promise<{ departmentId: string; userId: UserId }[]>
	/** Departments with one of the given numbers, and all those above them. */
	listDepartmentsUpFrom(companyId: CompanyId, numbers: readonly string[]): Promise<DepartmentRow[]>
	/** Departments of a company with one of the given numbers. */
	findDepartments(companyId: CompanyId, numbers: readonly string[]): Promise<DepartmentRow[]>
	/** The person with a login name, ignoring case. */
	findByName(query: Omit<PeopleQuery, 'limit'>): Promise<DirectoryEntry | undefined>
}
