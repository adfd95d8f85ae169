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

export interface DirectoryStore {
	/** Every department of a company, by number. */
	ofCompany(companyId: CompanyId): Promise<Department[]>
	insert(department: Department): Promise<void>
	/** Puts a person into a department; once is enough. */
	place(userId: UserId, departmentId: string): Promise<void>
	/** Who is in which department of a company. */
	placements(companyId: CompanyId): Promise<{ departmentId: string; userId: UserId }[]>
}
