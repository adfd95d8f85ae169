import type { Department, DirectoryPerson } from '@parley/api'
import type { UserId } from '@parley/core'
import { buildDepartmentTree, type DepartmentTree, emptyTree } from './departmentTree.ts'

/** What is known of a directory so far. People are learnt department by department, and from searches. */
export interface KnownDirectory {
	tree: DepartmentTree
	/** People of a department itself, once they were asked for. */
	peopleByDepartment: ReadonlyMap<string, readonly DirectoryPerson[]>
	/** The departments somebody is known to be in; there may be more. */
	departmentsByPerson: ReadonlyMap<UserId, ReadonlySet<string>>
}

export const emptyDirectory: KnownDirectory = {
	tree: emptyTree,
	peopleByDepartment: new Map(),
	departmentsByPerson: new Map(),
}

/** As many people of one department as the server lists (API-26); whoever comes after them is found by name alone. */
const maxListedPeople = 1_000

/** Whether a department has people its list does not show. */
export const isTruncated = ({ peopleByDepartment }: KnownDirectory, number: string): boolean =>
	(peopleByDepartment.get(number)?.length ?? 0) >= maxListedPeople

export const withDepartments = (known: KnownDirectory, departments: readonly Department[]): KnownDirectory => ({
	...known,
	tree: buildDepartmentTree(departments),
})

/** Whoever is not in the list any more has left the department. */
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

/** People found by name say one department they are in, or none. */
export function withSearchResults(known: KnownDirectory, people: readonly DirectoryPerson[]): KnownDirectory {
	const news = people.filter(
		({ id, departmentNumber }) => departmentNumber !== '' && !known.departmentsByPerson.get(id)?.has(departmentNumber),
	)
	if (news.length === 0) return known
	const places = new Map(known.departmentsByPerson)
	for (const { id, departmentNumber } of news) places.set(id, new Set(places.get(id)).add(departmentNumber))
	return { ...known, departmentsByPerson: places }
}
