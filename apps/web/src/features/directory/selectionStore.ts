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

/** What somebody is choosing, and what has been learnt of the directory on the way. */
export interface SelectionState {
	known: KnownDirectory
	selection: Selection
	/** How many taps wait for people they cannot do without. */
	pendingRequests: number
}

export type DeselectOutcome = { at: 'done' | 'unreached' } | { at: 'cut'; department: string }

/** Everything outside that picking touches. */
export interface SelectionDeps {
	/** People of a department itself; nothing without an answer. */
	loadPeople(number: string): Promise<readonly DirectoryPerson[] | undefined>
	/** Hears of every change, so that it outlives a reload. */
	saveSelection(selection: Selection): void
}

export interface SelectionStore {
	store: StoreApi<SelectionState>
	addDepartments(departments: readonly Department[]): void
	addPeople(number: string, people: readonly DirectoryPerson[]): void
	addSearchResults(people: readonly DirectoryPerson[]): void
	select(items: readonly SelectionItem[]): void
	/** MEMB-11: what has to be known of what stays chosen is asked for first; without it nothing changes. */
	deselect(items: readonly SelectionItem[]): Promise<DeselectOutcome>
}

export function createSelectionStore(start: Selection, { loadPeople, saveSelection }: SelectionDeps): SelectionStore {
	const store = createStore<SelectionState>(() => ({ known: emptyDirectory, selection: start, pendingRequests: 0 }))
	const { getState: get, setState: set } = store

	function become(selection: Selection) {
		set({ selection })
		saveSelection(selection)
	}

	function learn(known: KnownDirectory) {
		set({ known })
		become(normalizeSelection(known, get().selection))
	}

	const learnList = (number: string, people: readonly DirectoryPerson[]) =>
		learn(withPeople(get().known, number, people))

	/** Says whether all of them answered. */
	async function askFor(departments: readonly string[]): Promise<boolean> {
		set({ pendingRequests: get().pendingRequests + 1 })
		const lists = await Promise.all(departments.map(async number => ({ number, people: await loadPeople(number) })))
		for (const { number, people } of lists) if (people) learnList(number, people)
		set({ pendingRequests: get().pendingRequests - 1 })
		return lists.every(({ people }) => people !== undefined)
	}

	async function unchoose(items: readonly SelectionItem[]): Promise<DeselectOutcome> {
		for (;;) {
			// Whatever was tapped while it was asked for counts.
			const outcome = deselectItems(get().known, get().selection, items)
			switch (outcome.at) {
				case 'done':
					become(outcome.selection)
					return { at: 'done' }
				case 'cut':
					return outcome
				case 'missing':
					if (!(await askFor(outcome.departments))) return { at: 'unreached' }
			}
		}
	}

	return {
		store,
		addDepartments: departments => learn(withDepartments(get().known, departments)),
		addPeople: learnList,
		addSearchResults: people => learn(withSearchResults(get().known, people)),
		select: items => become(selectItems(get().known, get().selection, items)),
		deselect: unchoose,
	}
}

/** Who is invited, as a draft says it. */
export const toAttendees = ({ people, departments }: Selection): Attendees => ({
	people: [...people].map(([id, name]) => ({ id, ...(name !== undefined && { name }) })),
	departments: [...departments].map(([number, name]) => ({ number, ...(name !== undefined && { name }) })),
})

export const toSelection = ({ people, departments }: Attendees): Selection => ({
	people: new Map(people.map(({ id, name }) => [id, name])),
	departments: new Map(departments.map(({ number, name }) => [number, name])),
})
