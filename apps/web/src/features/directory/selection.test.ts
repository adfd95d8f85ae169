import { describe, expect, test } from 'vitest'
import { aColleague, aDepartment } from '../../testing/aDirectory.ts'
import {
	emptyDirectory,
	type KnownDirectory,
	withDepartments,
	withPeople,
	withSearchResults,
} from './knownDirectory.ts'
import {
	combineCheckStates,
	deselectItems,
	emptySelection,
	getCheckStates,
	getSelectedAncestorOfPerson,
	type Selection,
	type SelectionItem,
	selectItems,
} from './selection.ts'

/*
 * 1 ─┬─ 2 (b, c)
 *    ├─ 3 (d)
 *    └─ a
 * 4   empty
 */
const departments = [aDepartment('1'), aDepartment('2', '1'), aDepartment('3', '1'), aDepartment('4')]
const a = aColleague('a', '1')
const b = aColleague('b', '2')
const c = aColleague('c', '2')
const d = aColleague('d', '3')
const people = { '1': [a], '2': [b, c], '3': [d], '4': [] }

const treeAlone = withDepartments(emptyDirectory, departments)
const known = Object.entries(people).reduce((so, [number, list]) => withPeople(so, number, list), treeAlone)

const department = (number: string): SelectionItem => ({ kind: 'department', number })
const person = (one: typeof a): SelectionItem => ({ kind: 'person', id: one.id, name: one.displayName })
const pick = (items: SelectionItem[], so: KnownDirectory = known): Selection => selectItems(so, emptySelection, items)
const drop = (selection: Selection, items: SelectionItem[], so: KnownDirectory = known): Selection => {
	const outcome = deselectItems(so, selection, items)
	if (outcome.status !== 'done') throw new Error(JSON.stringify(outcome))
	return outcome.selection
}
const said = ({ departments: numbers, people: ids }: Selection) => [
	...[...numbers.keys()].sort(),
	...[...ids.keys()].sort(),
]

describe('selecting', () => {
	test('[MEMB-09] a department is selected with everything below it', () => {
		const selection = pick([department('1')])
		const marks = getCheckStates(known, selection)
		expect(['1', '2', '3', '4'].map(marks.department)).toEqual(['all', 'all', 'all', 'none'])
		expect([a, b, c, d].map(({ id }) => marks.person(id))).toEqual([true, true, true, true])
	})

	test('[MEMB-09] items below a selected department are left out', () => {
		const before = pick([person(b), department('3')])
		expect(said(before)).toEqual(['3', 'b'])
		expect(said(selectItems(known, before, [department('1')]))).toEqual(['1'])
	})

	test('[MEMB-10] when all items of a department are selected it is selected itself, level by level', () => {
		expect(said(pick([person(b), person(c)]))).toEqual(['2'])
		expect(said(pick([person(b), person(c), department('3')]))).toEqual(['2', '3'])
		expect(said(pick([person(a), person(b), person(c), person(d)]))).toEqual(['1'])
	})

	test('[MEMB-10] a department whose people are not loaded does not count as complete', () => {
		const found = withSearchResults(treeAlone, [b, c])
		const selection = pick([person(b), person(c), department('3')], found)
		expect(said(selection)).toEqual(['3', 'b', 'c'])
		expect(said(selectItems(withPeople(found, '2', [b, c]), selection, []))).toEqual(['2', '3'])
	})

	test('[MEMB-10] an empty department is selected only by itself, and its parent needs it', () => {
		const withEmpty = withPeople(withDepartments(known, [...departments, aDepartment('5', '3')]), '5', [])
		expect(said(pick([], withEmpty))).toEqual([])
		expect(said(pick([person(d)], withEmpty))).toEqual(['d'])
		expect(said(pick([person(d), department('5')], withEmpty))).toEqual(['3'])
	})

	test('[MEMB-12] a person of a selected department is selected through it, however they were found', () => {
		const found = withSearchResults(treeAlone, [d])
		expect(getSelectedAncestorOfPerson(found, pick([department('1')], found), d.id)).toBe('1')
		expect(said(selectItems(found, pick([department('1')], found), [person(d)]))).toEqual(['1'])
		expect(getSelectedAncestorOfPerson(found, pick([person(d)], found), d.id)).toBeUndefined()
	})

	test('a person without a department is selected alone', () => {
		const nowhere = aColleague('x')
		expect(said(pick([person(nowhere)], withSearchResults(known, [nowhere])))).toEqual(['x'])
	})
})

test('[MEMB-09] who has left a department is no longer selected with it', () => {
	const left = withPeople(known, '2', [c])
	const marks = getCheckStates(left, pick([department('2')], left))
	expect([b, c].map(({ id }) => marks.person(id))).toEqual([false, true])
	expect(said(drop(pick([department('2')], left), [department('2')], left))).toEqual([])
})

describe('deselecting', () => {
	test('[MEMB-11] deselecting one item of a selected department leaves the others selected', () => {
		expect(said(drop(pick([department('2')]), [person(b)]))).toEqual(['c'])
		expect(said(drop(pick([department('1')]), [department('2')]))).toEqual(['3', 'a'])
	})

	test('[MEMB-11] the same at any depth', () => {
		expect(said(drop(pick([department('1')]), [person(b)]))).toEqual(['3', 'a', 'c'])
	})

	test('[MEMB-11] people who are not loaded are needed first, those on the path and no others', () => {
		const selection = pick([department('1')], treeAlone)
		expect(deselectItems(treeAlone, selection, [department('2')])).toEqual({
			status: 'needsPeople',
			departments: ['1'],
		})
		const found = withSearchResults(treeAlone, [b])
		expect(deselectItems(found, selection, [person(b)])).toEqual({ status: 'needsPeople', departments: ['1', '2'] })
		expect(said(drop(pick([department('2')], treeAlone), [department('2')], treeAlone))).toEqual([])
	})

	test('[MEMB-11] a department with more people than are listed stays selected', () => {
		const crowd = Array.from({ length: 1_000 }, (_, at) => aColleague(`x${at}`, '4'))
		const crowded = withPeople(known, '4', crowd)
		const selection = pick([department('4')], crowded)
		expect(deselectItems(crowded, selection, [{ kind: 'person', id: crowd[0]?.id ?? a.id, name: '' }])).toEqual({
			status: 'truncated',
			department: '4',
		})
		expect(said(drop(selection, [department('4')], crowded))).toEqual([])
		expect(pick(crowd.map(person), crowded).departments.size).toBe(0)
	})

	test('[MEMB-11] somebody in two chosen departments leaves both', () => {
		const both = withPeople(known, '3', [d, b])
		const selection = selectItems(both, emptySelection, [department('2'), department('3')])
		expect(said(drop(selection, [person(b)], both))).toEqual(['c', 'd'])
	})

	test('[MEMB-11] a department is left by people who were in it and beside it', () => {
		const twice = withPeople(known, '1', [a, d])
		expect(said(drop(pick([department('1')], twice), [department('3')], twice))).toEqual(['2', 'a'])
	})
})

describe('ticks', () => {
	test('[MEMB-02] a department is half ticked where some of it is chosen', () => {
		const marks = getCheckStates(known, pick([person(b)]))
		expect(['1', '2', '3'].map(marks.department)).toEqual(['some', 'some', 'none'])
	})

	test('[MEMB-02] the tick over everything knows all, some and none', () => {
		const sight = [department('2'), department('3'), person(a)]
		const over = (items: SelectionItem[]) => combineCheckStates(getCheckStates(known, pick(items)), sight)
		expect(over([])).toBe('none')
		expect(over([person(b)])).toBe('some')
		expect(over([department('3')])).toBe('some')
		expect(over(sight)).toBe('all')
		expect(combineCheckStates(getCheckStates(known, emptySelection), [])).toBe('none')
	})

	test('a department whose people all come with others is not taken for chosen, and can be', () => {
		const both = withPeople(known, '4', [b])
		const selection = pick([department('2')], both)
		expect(said(selection)).toEqual(['2'])
		expect(getCheckStates(both, selection).department('4')).toBe('some')
		expect(getCheckStates(both, selectItems(both, selection, [department('4')])).department('4')).toBe('all')
	})
})
