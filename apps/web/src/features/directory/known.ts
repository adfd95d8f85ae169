import type { Department, DirectoryPerson } from '@parley/api'
import type { UserId } from '@parley/core'
import { noTree, type Tree, treeOf } from './tree.ts'

/** What is known of a directory so far. People are learnt department by department, and from searches. */
export interface Known {
	tree: Tree
	/** People of a department itself, once they were asked for. */
	lists: ReadonlyMap<string, readonly DirectoryPerson[]>
	/** The departments somebody is known to be in; there may be more. */
	places: ReadonlyMap<UserId, ReadonlySet<string>>
}

export const nothingKnown: Known = { tree: noTree, lists: new Map(), places: new Map() }

/** As many people of one department as the server lists (API-26); whoever comes after them is found by name alone. */
const listedAtMost = 1_000

/** Whether a department has people its list does not show. */
export const isCut = ({ lists }: Known, number: string): boolean => (lists.get(number)?.length ?? 0) >= listedAtMost

export const withDepartments = (known: Known, departments: readonly Department[]): Known => ({
	...known,
	tree: treeOf(departments),
})

/** Whoever is not in the list any more has left the department. */
export function withList(known: Known, number: string, people: readonly DirectoryPerson[]): Known {
	const places = new Map(known.places)
	for (const { id } of known.lists.get(number) ?? []) {
		const others = new Set(places.get(id))
		others.delete(number)
		places.set(id, others)
	}
	for (const { id } of people) places.set(id, new Set(places.get(id)).add(number))
	return { ...known, places, lists: new Map(known.lists).set(number, people) }
}

/** People found by name say one department they are in, or none. */
export function withFound(known: Known, people: readonly DirectoryPerson[]): Known {
	const news = people.filter(
		({ id, departmentNumber }) => departmentNumber !== '' && !known.places.get(id)?.has(departmentNumber),
	)
	if (news.length === 0) return known
	const places = new Map(known.places)
	for (const { id, departmentNumber } of news) places.set(id, new Set(places.get(id)).add(departmentNumber))
	return { ...known, places }
}
