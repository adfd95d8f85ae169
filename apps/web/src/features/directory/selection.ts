import type { UserId } from '@parley/core'
import { isCut, type Known } from './known.ts'
import { childrenOf, deepestFirst, lineOf, nameOf } from './tree.ts'

/**
 * Who is chosen: people one by one, and departments with everybody in and below them. Nothing in it is below a chosen
 * department, as far as is known. The values are names, for showing; a draft may come without.
 */
export interface Selection {
	people: ReadonlyMap<UserId, string | undefined>
	departments: ReadonlyMap<string, string | undefined>
}

export type Item = { kind: 'department'; number: string } | { kind: 'person'; id: UserId; name: string }

export type Unchosen =
	| { at: 'done'; selection: Selection }
	/** Their people have to be asked for first: they are what stays chosen. */
	| { at: 'missing'; departments: string[] }
	/** It has more people than are listed, so that it can only be chosen as a whole. */
	| { at: 'cut'; department: string }

/** A selection while it is being changed. */
interface Draft {
	people: Map<UserId, string | undefined>
	departments: Map<string, string | undefined>
}

export const nobody: Selection = { people: new Map(), departments: new Map() }

const draftOf = ({ people, departments }: Selection): Draft => ({
	people: new Map(people),
	departments: new Map(departments),
})

/** The chosen department a department is, or is below. */
export function coveredBy(known: Known, { departments }: Selection, number: string): string | undefined {
	if (departments.has(number)) return number
	return lineOf(known.tree, number).find(above => departments.has(above))
}

/** The chosen departments somebody is in, or below: each with the department they are in. */
function coversOf(known: Known, selection: Selection, id: UserId): { top: string; place: string }[] {
	const places = [...(known.places.get(id) ?? [])]
	return places.flatMap(place => {
		const top = coveredBy(known, selection, place)
		return top === undefined ? [] : [{ top, place }]
	})
}

/** The chosen department that somebody comes with (MEMB-12). */
export const comesWith = (known: Known, selection: Selection, id: UserId): string | undefined =>
	coversOf(known, selection, id)[0]?.top

/** MEMB-09, MEMB-10. Choosing what is chosen changes nothing. */
export function chosen(known: Known, selection: Selection, items: readonly Item[]): Selection {
	const draft = draftOf(selection)
	for (const item of items) {
		if (item.kind === 'department') draft.departments.set(item.number, nameOf(known.tree, item.number))
		else draft.people.set(item.id, item.name)
	}
	return settled(known, draft)
}

/** MEMB-11: what else a chosen department holds stays chosen, one by one. */
export function unchosen(known: Known, selection: Selection, items: readonly Item[]): Unchosen {
	const draft = draftOf(selection)
	const missing = new Set<string>()
	for (const item of items) {
		const expansion = { known, draft, missing }
		const cut = item.kind === 'person' ? withoutPerson(expansion, item.id) : withoutDepartment(expansion, item.number)
		if (cut !== undefined) return { at: 'cut', department: cut }
	}
	if (missing.size > 0) return { at: 'missing', departments: [...missing] }
	return { at: 'done', selection: settled(known, draft) }
}

interface Expansion {
	known: Known
	draft: Draft
	/** Departments whose people are needed and were never asked for. */
	missing: Set<string>
}

function withoutPerson(expansion: Expansion, id: UserId): string | undefined {
	const { known, draft } = expansion
	draft.people.delete(id)
	// What stays of one department may hold them again: people can be in several.
	for (let [cover] = coversOf(known, draft, id); cover; [cover] = coversOf(known, draft, id)) {
		const line = lineOf(known.tree, cover.place)
		const cut = expand(expansion, line.slice(line.indexOf(cover.top)))
		if (cut !== undefined) return cut
		draft.people.delete(id)
	}
	return undefined
}

function withoutDepartment(expansion: Expansion, number: string): string | undefined {
	const { known, draft } = expansion
	const top = coveredBy(known, draft, number)
	if (top === undefined) return undefined
	const line = lineOf(known.tree, number)
	const cut = expand(expansion, line.slice(Math.max(0, line.indexOf(top)), -1))
	draft.departments.delete(number)
	if (cut !== undefined) return cut
	for (const id of draft.people.keys()) {
		const isBelow = (place: string) => lineOf(known.tree, place).includes(number)
		if ([...(known.places.get(id) ?? [])].some(isBelow)) draft.people.delete(id)
	}
	return undefined
}

/** Takes a line of departments apart, from the top down to the last. Says which one cannot be. */
function expand({ known, draft, missing }: Expansion, line: string[]): string | undefined {
	for (const number of line) {
		draft.departments.delete(number)
		for (const child of childrenOf(known.tree, number)) {
			draft.departments.set(child, nameOf(known.tree, child))
		}
		const people = known.lists.get(number)
		if (!people) missing.add(number)
		if (isCut(known, number)) return number
		for (const { id, displayName } of people ?? []) draft.people.set(id, displayName)
	}
	return undefined
}

/**
 * The same people, said shortest: nothing below a chosen department is chosen by itself, and a department is chosen where
 * all there is in it was (MEMB-10). One whose people all come with others is not: nobody has chosen anything in it.
 */
export function settled(known: Known, selection: Selection): Selection {
	const draft = draftOf(selection)
	for (const number of draft.departments.keys()) {
		const [, ...above] = lineOf(known.tree, number).reverse()
		if (above.some(one => draft.departments.has(one))) draft.departments.delete(number)
	}
	for (const id of draft.people.keys()) {
		if (comesWith(known, draft, id) !== undefined) draft.people.delete(id)
	}
	for (const number of deepestFirst(known.tree)) {
		if (isWhole(known, draft, number)) collapse(known, draft, number)
	}
	return draft
}

function isWhole(known: Known, draft: Draft, number: string): boolean {
	const people = known.lists.get(number)
	if (!people || isCut(known, number) || coveredBy(known, draft, number) !== undefined) return false
	const children = childrenOf(known.tree, number)
	if (!children.every(child => draft.departments.has(child))) return false
	if (children.length === 0 && !people.some(({ id }) => draft.people.has(id))) return false
	return people.every(({ id }) => draft.people.has(id) || comesWith(known, draft, id) !== undefined)
}

function collapse({ tree, lists }: Known, draft: Draft, number: string) {
	for (const child of childrenOf(tree, number)) draft.departments.delete(child)
	for (const { id } of lists.get(number) ?? []) draft.people.delete(id)
	draft.departments.set(number, nameOf(tree, number))
}

export type Mark = 'all' | 'some' | 'none'

/** How departments and people are ticked. */
export interface Marks {
	department(number: string): Mark
	person(id: UserId): boolean
}

/** A department is ticked where it is chosen or below one, and half ticked where somebody known of it is chosen. */
export function marksOf(known: Known, selection: Selection): Marks {
	const touched = new Set<string>()
	const touch = (number: string) => {
		for (const above of lineOf(known.tree, number)) touched.add(above)
	}
	const person = (id: UserId) => selection.people.has(id) || comesWith(known, selection, id) !== undefined

	for (const number of selection.departments.keys()) touch(number)
	for (const [id, places] of known.places) {
		if (person(id)) for (const place of places) touch(place)
	}
	return {
		person,
		department(number) {
			if (coveredBy(known, selection, number) !== undefined) return 'all'
			return touched.has(number) ? 'some' : 'none'
		},
	}
}

/** The tick over all that is in sight. */
export function markOfAll(marks: Marks, items: readonly Item[]): Mark {
	const all = items.map(item => (item.kind === 'person' ? marks.person(item.id) : marks.department(item.number)))
	if (all.every(mark => mark === true || mark === 'all')) return items.length > 0 ? 'all' : 'none'
	return all.every(mark => mark === false || mark === 'none') ? 'none' : 'some'
}
