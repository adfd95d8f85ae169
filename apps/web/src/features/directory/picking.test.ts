import type { DirectoryPerson } from '@parley/api'
import { expect, test, vi } from 'vitest'
import { aColleague, aDepartment } from '../../testing/aDirectory.ts'
import { attendeesOf, createPicking, selectionOf } from './picking.ts'
import { type Item, nobody } from './selection.ts'

const a = aColleague('a', '1')
const b = aColleague('b', '2')
const c = aColleague('c', '2')
const lists: Record<string, DirectoryPerson[]> = { '1': [a], '2': [b, c] }
const one = (person: DirectoryPerson): Item => ({ kind: 'person', id: person.id, name: person.displayName })
const all: Item = { kind: 'department', number: '1' }

function aPicking(peopleOf = async (number: string): Promise<DirectoryPerson[] | undefined> => lists[number]) {
	const keep = vi.fn()
	const asked = vi.fn(peopleOf)
	const picking = createPicking(nobody, { peopleOf: asked, keep })
	picking.learnDepartments([aDepartment('1'), aDepartment('2', '1')])
	return { ...picking, keep, asked, said: () => attendeesOf(picking.store.getState().selection) }
}

test('[MEMB-11] people nobody has looked at are asked for before a department is taken apart', async () => {
	const { choose, learnFound, unchoose, asked, said } = aPicking()
	choose([all])
	learnFound([b])
	expect(await unchoose([one(b)])).toEqual({ at: 'done' })
	expect(asked.mock.calls.flat()).toEqual(['1', '2'])
	expect(said()).toEqual({
		people: [
			{ id: 'a', name: 'Person a' },
			{ id: 'c', name: 'Person c' },
		],
		departments: [],
	})
})

test('[MEMB-11] without an answer nothing changes', async () => {
	const { choose, learnFound, unchoose, said, store } = aPicking(async number => (number === '1' ? [a] : undefined))
	choose([all])
	learnFound([b])
	expect(await unchoose([one(b)])).toEqual({ at: 'unreached' })
	expect(said().departments).toEqual([{ number: '1', name: 'Department 1' }])
	expect(store.getState().waiting).toBe(0)
})

test('what is tapped while people are asked for counts', async () => {
	const { choose, learnFound, unchoose, said } = aPicking()
	choose([all])
	learnFound([b])
	const outcome = unchoose([one(b)])
	choose([one(aColleague('x'))])
	await outcome
	expect(said().people.map(({ id }) => id)).toEqual(['x', 'a', 'c'])
})

test('every change is kept, and what is learnt makes it shorter', () => {
	const { choose, learnList, keep, said } = aPicking()
	choose([one(b), one(c)])
	expect(said().people).toHaveLength(2)
	learnList('2', [b, c])
	expect(said()).toEqual({ people: [], departments: [{ number: '2', name: 'Department 2' }] })
	expect(attendeesOf(keep.mock.lastCall?.[0])).toEqual(said())
})

test('a draft is taken as it is, names or none', () => {
	const draft = { people: [{ id: a.id }, { id: b.id, name: 'B' }], departments: [{ number: '7' }] }
	expect(attendeesOf(selectionOf(draft))).toEqual(draft)
})
