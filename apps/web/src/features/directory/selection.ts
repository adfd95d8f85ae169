import type { UserId } from '@parley/core'
import { getChildren, getDepartmentName, getDepartmentPath, listDeepestFirst } from './departmentTree.ts'
import { isTruncated, type KnownDirectory } from './knownDirectory.ts'

/**
 * Selected people, and departments with everyone in and below them. As far as is known, nothing in it is below a
 * selected department. The values are names for showing, which the attendees of a draft may lack.
 */
export interface Selection {
	people: ReadonlyMap<UserId, string | undefined>
	departments: ReadonlyMap<string, string | undefined>
}

export type SelectionItem = { kind: 'department'; number: string } | { kind: 'person'; id: UserId; name: string }

export type DeselectResult =
	| { status: 'done'; selection: Selection }
	/** The people of these departments have to be loaded first: they stay selected. */
	| { status: 'needsPeople'; departments: string[] }
	/** The department has more people than are listed, so it can only be selected as a whole. */
	| { status: 'truncated'; department: string }

/** A copy of a selection that is being changed. */
interface MutableSelection {
	people: Map<UserId, string | undefined>
	departments: Map<string, string | undefined>
}

export const emptySelection: Selection = { people: new Map(), departments: new Map() }

const copySelection = ({ people, departments }: Selection): MutableSelection => ({
	people: new Map(people),
	departments: new Map(departments),
})

/** The selected department that a department is, or is below. */
export function getSelectedAncestor(
	known: KnownDirectory,
	{ departments }: Selection,
	number: string,
): string | undefined {
	if (departments.has(number)) return number
	return getDepartmentPath(known.tree, number).find(above => departments.has(above))
}

/** The selected departments that a person is in or below, each with the department they are in. */
function getPersonAncestors(known: KnownDirectory, selection: Selection, id: UserId): { top: string; place: string }[] {
	const places = [...(known.departmentsByPerson.get(id) ?? [])]
	return places.flatMap(place => {
		const top = getSelectedAncestor(known, selection, place)
		return top === undefined ? [] : [{ top, place }]
	})
}

/** The selected department through which a person is selected (MEMB-12). */
export const getSelectedAncestorOfPerson = (
	known: KnownDirectory,
	selection: Selection,
	id: UserId,
): string | undefined => getPersonAncestors(known, selection, id)[0]?.top

/** MEMB-09, MEMB-10. Selecting something again changes nothing. */
export function selectItems(known: KnownDirectory, selection: Selection, items: readonly SelectionItem[]): Selection {
	const draft = copySelection(selection)
	for (const item of items) {
		if (item.kind === 'department') draft.departments.set(item.number, getDepartmentName(known.tree, item.number))
		else draft.people.set(item.id, item.name)
	}
	return normalizeSelection(known, draft)
}

/** MEMB-11: the rest of a selected department stays selected, item by item. */
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
	/** Departments whose people are needed and not loaded. */
	missing: Set<string>
}

function removePerson(expansion: Expansion, id: UserId): string | undefined {
	const { known, draft } = expansion
	draft.people.delete(id)
	// People can be in several departments: the rest of one may contain them again.
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

/** Replaces the departments of a path by their children and people. Returns the one that is too large for that. */
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
 * The shortest selection of the same people: nothing below a selected department is listed, and a department replaces its
 * items where all of them are selected (MEMB-10). Not where its people are only selected through other departments.
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

/** The state of the checkboxes. */
export interface CheckStates {
	department(number: string): CheckState
	person(id: UserId): boolean
}

/** A department is checked where it or an ancestor is selected, and half checked where a known person of it is selected. */
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

/** The state of the checkbox that selects all items. */
export function combineCheckStates(marks: CheckStates, items: readonly SelectionItem[]): CheckState {
	const all = items.map(item => (item.kind === 'person' ? marks.person(item.id) : marks.department(item.number)))
	if (all.every(mark => mark === true || mark === 'all')) return items.length > 0 ? 'all' : 'none'
	return all.every(mark => mark === false || mark === 'none') ? 'none' : 'some'
}
