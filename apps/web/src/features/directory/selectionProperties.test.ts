import type { Department, DirectoryPerson } from '@parley/api'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aColleague, aDepartment } from '../../testing/aDirectory.ts'
import { buildDepartmentTree, type DepartmentTree, getChildren, getDepartmentPath } from './departmentTree.ts'
import {
	emptyDirectory,
	type KnownDirectory,
	withDepartments,
	withPeople,
	withSearchResults,
} from './knownDirectory.ts'
import {
	deselectItems,
	emptySelection,
	getCheckStates,
	getSelectedAncestor,
	getSelectedAncestorOfPerson,
	normalizeSelection,
	type Selection,
	type SelectionItem,
	selectItems,
} from './selection.ts'

/** Everything there is; what the page knows of it is learnt on the way. */
interface World {
	departments: Department[]
	tree: DepartmentTree
	people: DirectoryPerson[]
	/** People of a department itself. */
	in(number: string): DirectoryPerson[]
}

type Act = { act: 'tap' | 'visit' | 'all'; at: number } | { act: 'person'; at: number }

const world = (oneEach: boolean): fc.Arbitrary<World> =>
	fc
		.record({
			parents: fc.array(fc.nat(7), { minLength: 1, maxLength: 7 }),
			places: fc.array(fc.array(fc.nat(7), { maxLength: oneEach ? 1 : 3 }), { maxLength: 8 }),
		})
		.map(({ parents, places }) => {
			// A parent comes before its children, so that there are no loops here; 0 is the top.
			const departments = parents.map((parent, at) => {
				const above = parent % (at + 1)
				return aDepartment(String(at + 1), above === 0 ? '' : String(above))
			})
			const homes = places.map(list => [...new Set(list.map(place => String((place % departments.length) + 1)))].sort())
			const people = homes.map((list, at) => aColleague(`p${at}`, list[0]))
			return {
				departments,
				tree: buildDepartmentTree(departments),
				people,
				in: number => people.filter((_, at) => homes[at]?.includes(number)),
			}
		})

const acts = fc.array(
	fc.record({ act: fc.constantFrom('tap', 'visit', 'all', 'person'), at: fc.nat(20) }) as fc.Arbitrary<Act>,
	{ maxLength: 25 },
)

const below = (tree: DepartmentTree, number: string): string[] => [
	number,
	...getChildren(tree, number).flatMap(child => below(tree, child)),
]

/** People below a department, and the empty departments there, which count for themselves. */
function heldBy({ tree, in: peopleIn }: World, number: string): string[] {
	return below(tree, number).flatMap(one => {
		const people = peopleIn(one)
		const isEmpty = people.length === 0 && getChildren(tree, one).length === 0
		return isEmpty ? [`empty ${one}`] : people.map(({ id }) => id)
	})
}

const covered = (at: World, { people, departments }: Selection): Set<string> =>
	new Set([...people.keys(), ...[...departments.keys()].flatMap(number => heldBy(at, number))])

const list = (set: Set<string>) => [...set].sort()
const plus = (set: Set<string>, more: string[]) => new Set([...set, ...more])
const minus = (set: Set<string>, less: string[]) => new Set([...set].filter(one => !less.includes(one)))

/** A page being tapped: it learns what it sees, and what it has to before it can obey. */
function page(at: World, start: KnownDirectory) {
	let known = start
	let selection = emptySelection

	const learn = (next: KnownDirectory) => {
		known = next
		selection = normalizeSelection(known, selection)
	}
	const visit = (number: string) => learn(withPeople(known, number, at.in(number)))

	function tap(items: SelectionItem[], on: boolean) {
		if (on) {
			selection = selectItems(known, selection, items)
			return
		}
		for (;;) {
			const outcome = deselectItems(known, selection, items)
			if (outcome.status === 'truncated') throw new Error('nothing here is so large')
			if (outcome.status === 'done') {
				selection = outcome.selection
				return
			}
			for (const number of outcome.departments) visit(number)
		}
	}
	return {
		tap,
		visit,
		found: (person: DirectoryPerson) => learn(withSearchResults(known, [person])),
		known: () => known,
		selection: () => selection,
		marks: () => getCheckStates(known, selection),
		covered: () => covered(at, selection),
	}
}
type Page = ReturnType<typeof page>

function isShortest(shown: Page) {
	const [known, selection] = [shown.known(), shown.selection()]
	for (const number of selection.departments.keys()) {
		const [, ...above] = getDepartmentPath(known.tree, number).reverse()
		expect(above.filter(one => selection.departments.has(one))).toEqual([])
	}
	for (const id of selection.people.keys()) expect(getSelectedAncestorOfPerson(known, selection, id)).toBeUndefined()
	for (const [number, people] of known.peopleByDepartment) {
		if (getSelectedAncestor(known, selection, number)) continue
		const children = getChildren(known.tree, number)
		const own = [...children, ...people.map(({ id }) => id)]
		const isOwn = (one: string) => selection.departments.has(one) || selection.people.has(one as never)
		const isWhole =
			children.every(isOwn) && people.every(({ id }) => shown.marks().person(id)) && own.some(one => isOwn(one))
		expect(isWhole).toBe(false)
	}
	const again = normalizeSelection(known, selection)
	expect([[...again.departments.keys()], [...again.people.keys()]]).toEqual([
		[...selection.departments.keys()],
		[...selection.people.keys()],
	])
}

/** Does what is asked and says how whoever is covered has changed. */
function perform(at: World, shown: Page, { act, at: index }: Act) {
	const number = at.departments[index % at.departments.length]?.number ?? '1'
	const before = shown.covered()
	if (act === 'visit') {
		shown.visit(number)
		return { on: false, before, target: [] as string[], exact: true }
	}
	if (act === 'person') {
		const person = at.people[index % Math.max(1, at.people.length)]
		if (!person) return { on: true, before, target: [] as string[], exact: true }
		shown.found(person)
		const on = !shown.marks().person(person.id)
		shown.tap([{ kind: 'person', id: person.id, name: person.displayName }], on)
		expect(shown.marks().person(person.id)).toBe(on)
		return { on, before, target: [person.id as string], exact: true }
	}
	shown.visit(number)
	const row = (one: string): SelectionItem => ({ kind: 'department', number: one })
	const on = shown.marks().department(number) !== 'all'
	if (act === 'tap' || !on) {
		shown.tap([row(number)], on)
		expect(shown.marks().department(number) === 'all').toBe(on)
		return { on, before, target: heldBy(at, number), exact: on }
	}
	const people = at.in(number).map((one): SelectionItem => ({ kind: 'person', id: one.id, name: one.displayName }))
	shown.tap([...getChildren(at.tree, number).map(row), ...people], true)
	const isEmpty = people.length === 0 && getChildren(at.tree, number).length === 0
	return { on, before, target: isEmpty ? [] : heldBy(at, number), exact: true }
}

test('[MEMB-09] [MEMB-10] [MEMB-11] where everybody is in one department, toggling adds or removes exactly its item', () => {
	fc.assert(
		fc.property(world(true), acts, (at, steps) => {
			const shown = page(at, withDepartments(emptyDirectory, at.departments))
			for (const step of steps) {
				const { on, before, target } = perform(at, shown, step)
				expect(list(shown.covered())).toEqual(list(on ? plus(before, target) : minus(before, target)))
				isShortest(shown)
			}
		}),
		{ numRuns: 400 },
	)
})

test('[MEMB-09] [MEMB-10] [MEMB-11] where some people are in several departments, toggling removes and adds nobody else', () => {
	fc.assert(
		fc.property(world(false), fc.boolean(), acts, (at, isKnown, steps) => {
			let start = withDepartments(emptyDirectory, at.departments)
			if (isKnown) for (const { number } of at.departments) start = withPeople(start, number, at.in(number))
			const shown = page(at, start)
			for (const step of steps) {
				const { on, before, target, exact } = perform(at, shown, step)
				const after = shown.covered()
				if (on) expect(list(after)).toEqual(list(plus(before, target)))
				else {
					expect(list(plus(after, [...before]))).toEqual(list(before))
					expect(list(minus(after, target))).toEqual(list(minus(before, target)))
					if (exact && isKnown) expect(list(after)).toEqual(list(minus(before, target)))
				}
				isShortest(shown)
			}
		}),
		{ numRuns: 400 },
	)
})
