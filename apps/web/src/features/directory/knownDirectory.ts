import type { Department, DirectoryPerson } from '@parley/api'
import type { UserId } from '@parley/core'
import { buildDepartmentTree, type DepartmentTree, emptyTree } from './departmentTree.ts'

/** The loaded part of a directory: people arrive by department and from searches. */
export interface KnownDirectory {
	tree: DepartmentTree
	/** The loaded people of departments, without those of the departments below. */
	peopleByDepartment: ReadonlyMap<string, readonly DirectoryPerson[]>
	/** The known departments of a person; there may be more. */
	departmentsByPerson: ReadonlyMap<UserId, ReadonlySet<string>>
}

export const emptyDirectory: KnownDirectory = {
	tree: emptyTree,
	peopleByDepartment: new Map(),
	departmentsByPerson: new Map(),
}

/** The most people the server lists of one department (API-26); others are found only by name. */
const maxListedPeople = 1_000

/** Returns whether a department may have people that its list lacks. */
export const isTruncated = ({ peopleByDepartment }: KnownDirectory, number: string): boolean =>
	(peopleByDepartment.get(number)?.length ?? 0) >= maxListedPeople

export const withDepartments = (known: KnownDirectory, departments: readonly Department[]): KnownDirectory => ({
	...known,
	tree: buildDepartmentTree(departments),
})

/** People who are not in the new list have left the department. */
export function withPeople(known: KnownDirectory, number: string, people: readonly DirectoryPerson[]): KnownDirectory {
	const places = new Map(known.departmentsByPerson)
	for (const { id } of known.peopleByDepartment.get(number) ?? []) {
		const others = new Set(places.get(id))
		others.delete(number)
		places.set(id, others)
	}
	for (const { id } of people) places.set(id, new Set(places.get(id)).add(number))
	return {
		...known,
		departmentsByPerson: places,
		peopleByDepartment: new Map(known.peopleByDepartment).set(number, people),
	}
}

/** People found by name have one of their departments, or none. */
export function withSearchResults(known: KnownDirectory, people: readonly DirectoryPerson[]): KnownDirectory {
	const news = people.filter(
		({ id, departmentNumber }) => departmentNumber !== '' && !known.departmentsByPerson.get(id)?.has(departmentNumber),
	)
	if (news.length === 0) return known
	const places = new Map(known.departmentsByPerson)
	for (const { id, departmentNumber } of news) places.set(id, new Set(places.get(id)).add(departmentNumber))
	return { ...known, departmentsByPerson: places }
}
