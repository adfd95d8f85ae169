import type { Attendees, Department, DirectoryPerson } from '@parley/api'
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
	emptyDirectory,
	type KnownDirectory,
	withDepartments,
	withPeople,
	withSearchResults,
} from './knownDirectory.ts'
import { deselectItems, normalizeSelection, type Selection, type SelectionItem, selectItems } from './selection.ts'

/** The selection, and the part of the directory known so far. */
export interface SelectionState {
	known: KnownDirectory
	selection: Selection
	/** Number of deselections waiting for people of departments. */
	pendingRequests: number
}

export type DeselectOutcome = { status: 'done' | 'failed' } | { status: 'truncated'; department: string }

export interface SelectionDeps {
	/** The people of a department, without those below it; undefined where the call failed. */
	loadPeople(number: string): Promise<readonly DirectoryPerson[] | undefined>
	/** Called with every change, so that the selection survives a reload. */
	saveSelection(selection: Selection): void
}

export interface SelectionStore {
	state: StoreApi<SelectionState>
	addDepartments(departments: readonly Department[]): void
	addPeople(number: string, people: readonly DirectoryPerson[]): void
	addSearchResults(people: readonly DirectoryPerson[]): void
	select(items: readonly SelectionItem[]): void
	/** MEMB-11: the people who stay selected are loaded first; where that fails nothing changes. */
	deselect(items: readonly SelectionItem[]): Promise<DeselectOutcome>
}

export function createSelectionStore(initial: Selection, { loadPeople, saveSelection }: SelectionDeps): SelectionStore {
	const store = createStore<SelectionState>(() => ({ known: emptyDirectory, selection: initial, pendingRequests: 0 }))
	const { getState: get, setState: set } = store

	function setSelection(selection: Selection) {
		set({ selection })
		saveSelection(selection)
	}

	function setKnown(known: KnownDirectory) {
		set({ known })
		setSelection(normalizeSelection(known, get().selection))
	}

	const addPeople = (number: string, people: readonly DirectoryPerson[]) =>
		setKnown(withPeople(get().known, number, people))

	/** Returns whether all of them were loaded. */
	async function loadDepartments(departments: readonly string[]): Promise<boolean> {
		set({ pendingRequests: get().pendingRequests + 1 })
		const lists = await Promise.all(departments.map(async number => ({ number, people: await loadPeople(number) })))
		for (const { number, people } of lists) if (people) addPeople(number, people)
		set({ pendingRequests: get().pendingRequests - 1 })
		return lists.every(({ people }) => people !== undefined)
	}

	async function unchoose(items: readonly SelectionItem[]): Promise<DeselectOutcome> {
		for (;;) {
			// Anew each time: the selection may have changed while people were loading.
			const outcome = deselectItems(get().known, get().selection, items)
			switch (outcome.status) {
				case 'done':
					setSelection(outcome.selection)
					return { status: 'done' }
				case 'truncated':
					return outcome
				case 'needsPeople':
					if (!(await loadDepartments(outcome.departments))) return { status: 'failed' }
			}
		}
	}

	return {
		state: store,
		addDepartments: departments => setKnown(withDepartments(get().known, departments)),
		addPeople: addPeople,
		addSearchResults: people => setKnown(withSearchResults(get().known, people)),
		select: items => setSelection(selectItems(get().known, get().selection, items)),
		deselect: unchoose,
	}
}

/** The selection in the form a draft has it. */
export const toAttendees = ({ people, departments }: Selection): Attendees => ({
	people: [...people].map(([id, name]) => ({ id, ...(name !== undefined && { name }) })),
	departments: [...departments].map(([number, name]) => ({ number, ...(name !== undefined && { name }) })),
})

export const toSelection = ({ people, departments }: Attendees): Selection => ({
	people: new Map(people.map(({ id, name }) => [id, name])),
	departments: new Map(departments.map(({ number, name }) => [number, name])),
})
