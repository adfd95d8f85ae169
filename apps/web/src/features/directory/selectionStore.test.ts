import type { DirectoryPerson } from '@parley/api'
import { expect, test, vi } from 'vitest'
import { aColleague, aDepartment } from '../../testing/aDirectory.ts'
import { emptySelection, type SelectionItem } from './selection.ts'
import { createSelectionStore, toAttendees, toSelection } from './selectionStore.ts'

const a = aColleague('a', '1')
const b = aColleague('b', '2')
const c = aColleague('c', '2')
const lists: Record<string, DirectoryPerson[]> = { '1': [a], '2': [b, c] }
const one = (person: DirectoryPerson): SelectionItem => ({ kind: 'person', id: person.id, name: person.displayName })
const all: SelectionItem = { kind: 'department', number: '1' }

function aPicking(peopleOf = async (number: string): Promise<DirectoryPerson[] | undefined> => lists[number]) {
	const keep = vi.fn()
	const asked = vi.fn(peopleOf)
	const picking = createSelectionStore(emptySelection, { loadPeople: asked, saveSelection: keep })
	picking.addDepartments([aDepartment('1'), aDepartment('2', '1')])
	return { ...picking, keep, asked, said: () => toAttendees(picking.state.getState().selection) }
}

test('[MEMB-11] people who are not loaded are loaded before a department is split', async () => {
	const { select, addSearchResults, deselect, asked, said } = aPicking()
	select([all])
	addSearchResults([b])
	expect(await deselect([one(b)])).toEqual({ status: 'done' })
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
	const { select, addSearchResults, deselect, said, state } = aPicking(async number =>
		number === '1' ? [a] : undefined,
	)
	select([all])
	addSearchResults([b])
	expect(await deselect([one(b)])).toEqual({ status: 'failed' })
	expect(said().departments).toEqual([{ number: '1', name: 'Department 1' }])
	expect(state.getState().pendingRequests).toBe(0)
})

test('selecting while people are loading is not lost', async () => {
	const { select, addSearchResults, deselect, said } = aPicking()
	select([all])
	addSearchResults([b])
	const outcome = deselect([one(b)])
	select([one(aColleague('x'))])
	await outcome
	expect(said().people.map(({ id }) => id)).toEqual(['x', 'a', 'c'])
})

test('every change is saved, and loaded people shorten the selection', () => {
	const { select, addPeople, keep, said } = aPicking()
	select([one(b), one(c)])
	expect(said().people).toHaveLength(2)
	addPeople('2', [b, c])
	expect(said()).toEqual({ people: [], departments: [{ number: '2', name: 'Department 2' }] })
	expect(toAttendees(keep.mock.lastCall?.[0])).toEqual(said())
})

test('attendees of a draft become a selection, with or without names', () => {
	const draft = { people: [{ id: a.id }, { id: b.id, name: 'B' }], departments: [{ number: '7' }] }
	expect(toAttendees(toSelection(draft))).toEqual(draft)
})
