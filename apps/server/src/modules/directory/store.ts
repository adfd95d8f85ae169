import type { CompanyId, UserId } from '@parley/core'

/** A department of a company; its number is its name on the wire, unique inside the company. */
export interface Department {
	id: string
	companyId: CompanyId
	number: string
	name: string
	/** The department it belongs to; null at the top. */
	parentNumber: string | null
}

/** Somebody of a company, with a department they are in; null where they are in none. */
export interface DirectoryEntry {
	id: UserId
	name: string
	displayName: string
	mobile: string | null
	departmentNumber: string | null
}

/** Login names are compared from their beginning, display names anywhere. */
export interface PeopleQuery {
	companyId: CompanyId
	name: string
	/** User types that are left out. */
	butTypes: readonly number[]
	limit: number
}

export interface DirectoryStore {
	/** Every department of a company, by number. */
	ofCompany(companyId: CompanyId): Promise<Department[]>
	insert(department: Department): Promise<void>
	/** Puts a person into a department; once is enough. */
	place(userId: UserId, departmentId: string): Promise<void>
	/** Who is in which department of a company. */
	placements(companyId: CompanyId): Promise<{ departmentId: string; userId: UserId }[]>
	/** People who are in a department itself, by display name. */
	inDepartment(companyId: CompanyId, number: string, limit: number): Promise<DirectoryEntry[]>
	/** People of a company whose profile is complete, each once, by display name. */
	search(query: PeopleQuery): Promise<DirectoryEntry[]>
	/** Which of these are people of a company, their profiles complete. */
	peopleAmong(companyId: CompanyId, ids: readonly UserId[], butTypes: readonly number[]): Promise<UserId[]>
	/** Which of these numbers are departments of a company. */
	departmentsAmong(companyId: CompanyId, numbers: readonly string[]): Promise<Department[]>
	/** The one with a login name, in any case of its letters. */
	findByName(query: Omit<PeopleQuery, 'limit'>): Promise<DirectoryEntry | undefined>
}
