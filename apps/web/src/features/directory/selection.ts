import type { UserId } from '@parley/core'
import { getChildren, getDepartmentName, getDepartmentPath, listDeepestFirst } from './departmentTree.ts'
import { isTruncated, type KnownDirectory } from './knownDirectory.ts'

/**
 * Who is chosen: people one by one, and departments with everybody in and below them. Nothing in it is below a chosen
 * department, as far as is known. The values are names, for showing; a draft may come without.
 */
export interface Selection {
	people: ReadonlyMap<UserId, string | undefined>
	departments: ReadonlyMap<string, string | undefined>
}

export type SelectionItem = { kind: 'department'; number: string } | { kind: 'person'; id: UserId; name: string }

export type DeselectResult =
	| { status: 'done'; selection: Selection }
	/** Their people have to be asked for first: they are what stays chosen. */
	| { status: 'needsPeople'; departments: string[] }
	/** It has more people than are listed, so that it can only be chosen as a whole. */
	| { status: 'truncated'; department: string }

/** A selection while it is being changed. */
interface MutableSelection {
	people: Map<UserId, string | undefined>
	departments: Map<string, string | undefined>
}

export const emptySelection: Selection = { people: new Map(), departments: new Map() }

const copySelection = ({ people, departments }: Selection): MutableSelection => ({
	people: new Map(people),
	departments: new Map(departments),
})

/** The chosen department a department is, or is below. */
export function getSelectedAncestor(
	known: KnownDirectory,
	{ departments }: Selection,
	number: string,
): string | undefined {
	if (departments.has(number)) return number
	return getDepartmentPath(known.tree, number).find(above => departments.has(above))
}

/** The chosen departments somebody is in, or below: each with the department they are in. */
function getPersonAncestors(known: KnownDirectory, selection: Selection, id: UserId): { top: string; place: string }[] {
	const places = [...(known.departmentsByPerson.get(id) ?? [])]
	return places.flatMap(place => {
		const top = getSelectedAncestor(known, selection, place)
		return top === undefined ? [] : [{ top, place }]
	})
}

/** The chosen department that somebody comes with (MEMB-12). */
export const getSelectedAncestorOfPerson = (
	known: KnownDirectory,
	selection: Selection,
	id: UserId,
): string | undefined => getPersonAncestors(known, selection, id)[0]?.top

/** MEMB-09, MEMB-10. Choosing what is chosen changes nothing. */
export function selectItems(known: KnownDirectory, selection: Selection, items: readonly SelectionItem[]): Selection {
	const draft = copySelection(selection)
	for (const item of items) {
		if (item.kind === 'department') draft.departments.set(item.number, getDepartmentName(known.tree, item.number))
		else draft.people.set(item.id, item.name)
	}
	return normalizeSelection(known, draft)
}

/** MEMB-11: what else a chosen department holds stays chosen, one by one. */
export function deselectItems(
	known: KnownDirectory,
	selection: Selection,
	items: readonly SelectionItem[],
): DeselectResult {
	const draft = copySelection(selection)
	const missing = new Set<string>()
	for (const item of items) {
		const expansion = { known, draft, missing }
		const cut = item.kind === 'person' ? removePerson(expansion, item.id) : removeDepartment(expansion, item.number)
		if (cut !== undefined) return { status: 'truncated', department: cut }
	}
	if (missing.size > 0) return { status: 'needsPeople', departments: [...missing] }
	return { status: 'done', selection: normalizeSelection(known, draft) }
}

interface Expansion {
	known: KnownDirectory
	draft: MutableSelection
	/** Departments whose people are needed and were never asked for. */
	missing: Set<string>
}

function removePerson(expansion: Expansion, id: UserId): string | undefined {
	const { known, draft } = expansion
	draft.people.delete(id)
	// What stays of one department may hold them again: people can be in several.
	for (let [cover] = getPersonAncestors(known, draft, id); cover; [cover] = getPersonAncestors(known, draft, id)) {
		const line = getDepartmentPath(known.tree, cover.place)
		const cut = expandDepartments(expansion, line.slice(line.indexOf(cover.top)))
		if (cut !== undefined) return cut
		draft.people.delete(id)
	}
	return undefined
}

function removeDepartment(expansion: Expansion, number: string): string | undefined {
	const { known, draft } = expansion
	const top = getSelectedAncestor(known, draft, number)
	if (top === undefined) return undefined
	const line = getDepartmentPath(known.tree, number)
	const cut = expandDepartments(expansion, line.slice(Math.max(0, line.indexOf(top)), -1))
	draft.departments.delete(number)
	if (cut !== undefined) return cut
	for (const id of draft.people.keys()) {
		const isBelow = (place: string) => getDepartmentPath(known.tree, place).includes(number)
		if ([...(known.departmentsByPerson.get(id) ?? [])].some(isBelow)) draft.people.delete(id)
	}
	return undefined
}

/** Takes a line of departments apart, from the top down to the last. Says which one cannot be. */
function expandDepartments({ known, draft, missing }: Expansion, line: string[]): string | undefined {
	for (const number of line) {
		draft.departments.delete(number)
		for (const child of getChildren(known.tree, number)) {
			draft.departments.set(child, getDepartmentName(known.tree, child))
		}
		const people = known.peopleByDepartment.get(number)
		if (!people) missing.add(number)
		if (isTruncated(known, number)) return number
		for (const { id, displayName } of people ?? []) draft.people.set(id, displayName)
	}
	return undefined
}

/**
 * The same people, said shortest: nothing below a chosen department is chosen by itself, and a department is chosen where
 * all there is in it was (MEMB-10). One whose people all come with others is not: nobody has chosen anything in it.
 */
export function normalizeSelection(known: KnownDirectory, selection: Selection): Selection {
	const draft = copySelection(selection)
	for (const number of draft.departments.keys()) {
		const [, ...above] = getDepartmentPath(known.tree, number).reverse()
		if (above.some(one => draft.departments.has(one))) draft.departments.delete(number)
	}
	for (const id of draft.people.keys()) {
		if (getSelectedAncestorOfPerson(known, draft, id) !== undefined) draft.people.delete(id)
	}
	for (const number of listDeepestFirst(known.tree)) {
		if (isFullySelected(known, draft, number)) collapseDepartment(known, draft, number)
	}
	return draft
}

function isFullySelected(known: KnownDirectory, draft: MutableSelection, number: string): boolean {
	const people = known.peopleByDepartment.get(number)
	if (!people || isTruncated(known, number) || getSelectedAncestor(known, draft, number) !== undefined) return false
	const children = getChildren(known.tree, number)
	if (!children.every(child => draft.departments.has(child))) return false
	if (children.length === 0 && !people.some(({ id }) => draft.people.has(id))) return false
	return people.every(({ id }) => draft.people.has(id) || getSelectedAncestorOfPerson(known, draft, id) !== undefined)
}

function collapseDepartment({ tree, peopleByDepartment }: KnownDirectory, draft: MutableSelection, number: string) {
	for (const child of getChildren(tree, number)) draft.departments.delete(child)
	for (const { id } of peopleByDepartment.get(number) ?? []) draft.people.delete(id)
	draft.departments.set(number, getDepartmentName(tree, number))
}

export type CheckState = 'all' | 'some' | 'none'

/** How departments and people are ticked. */
export interface CheckStates {
	department(number: string): CheckState
	person(id: UserId): boolean
}

/** A department is ticked where it is chosen or below one, and half ticked where somebody known of it is chosen. */
export function getCheckStates(known: KnownDirectory, selection: Selection): CheckStates {
	const touched = new Set<string>()
	const touch = (number: string) => {
		for (const above of getDepartmentPath(known.tree, number)) touched.add(above)
	}
	const person = (id: UserId) =>
		selection.people.has(id) || getSelectedAncestorOfPerson(known, selection, id) !== undefined

	for (const number of selection.departments.keys()) touch(number)
	for (const [id, places] of known.departmentsByPerson) {
		if (person(id)) for (const place of places) touch(place)
	}
	return {
		person,
		department(number) {
			if (getSelectedAncestor(known, selection, number) !== undefined) return 'all'
			return touched.has(number) ? 'some' : 'none'
		},
	}
}

/** The tick over all that is in sight. */
export function combineCheckStates(marks: CheckStates, items: readonly SelectionItem[]): CheckState {
	const all = items.map(item => (item.kind === 'person' ? marks.person(item.id) : marks.department(item.number)))
	if (all.every(mark => mark === true || mark === 'all')) return items.length > 0 ? 'all' : 'none'
	return all.every(mark => mark === false || mark === 'none') ? 'none' : 'some'
}
