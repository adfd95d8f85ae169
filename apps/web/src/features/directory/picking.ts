import type { Attendees, Department, DirectoryPerson } from '@parley/api'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Known, nothingKnown, withDepartments, withFound, withList } from './known.ts'
import { chosen, type Item, type Selection, settled, unchosen } from './selection.ts'

/** What somebody is choosing, and what has been learnt of the directory on the way. */
export interface Picked {
	known: Known
	selection: Selection
	/** How many taps wait for people they cannot do without. */
	waiting: number
}

export type TapOutcome = { at: 'done' | 'unreached' } | { at: 'cut'; department: string }

/** Everything outside that picking touches. */
export interface PickingOutside {
	/** People of a department itself; nothing without an answer. */
	peopleOf(number: string): Promise<readonly DirectoryPerson[] | undefined>
	/** Hears of every change, so that it outlives a reload. */
	keep(selection: Selection): void
}

export interface Picking {
	store: StoreApi<Picked>
	learnDepartments(departments: readonly Department[]): void
	learnList(number: string, people: readonly DirectoryPerson[]): void
	learnFound(people: readonly DirectoryPerson[]): void
	choose(items: readonly Item[]): void
	/** MEMB-11: what has to be known of what stays chosen is asked for first; without it nothing changes. */
	unchoose(items: readonly Item[]): Promise<TapOutcome>
}

export function createPicking(start: Selection, { peopleOf, keep }: PickingOutside): Picking {
	const store = createStore<Picked>(() => ({ known: nothingKnown, selection: start, waiting: 0 }))
	const { getState: get, setState: set } = store

	function become(selection: Selection) {
		set({ selection })
		keep(selection)
	}

	function learn(known: Known) {
		set({ known })
		become(settled(known, get().selection))
	}

	const learnList = (number: string, people: readonly DirectoryPerson[]) => learn(withList(get().known, number, people))

	/** Says whether all of them answered. */
	async function askFor(departments: readonly string[]): Promise<boolean> {
		set({ waiting: get().waiting + 1 })
		const lists = await Promise.all(departments.map(async number => ({ number, people: await peopleOf(number) })))
		for (const { number, people } of lists) if (people) learnList(number, people)
		set({ waiting: get().waiting - 1 })
		return lists.every(({ people }) => people !== undefined)
	}

	async function unchoose(items: readonly Item[]): Promise<TapOutcome> {
		for (;;) {
			// Whatever was tapped while it was asked for counts.
			const outcome = unchosen(get().known, get().selection, items)
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
		learnDepartments: departments => learn(withDepartments(get().known, departments)),
		learnList,
		learnFound: people => learn(withFound(get().known, people)),
		choose: items => become(chosen(get().known, get().selection, items)),
		unchoose,
	}
}

/** Who is invited, as a draft says it. */
export const attendeesOf = ({ people, departments }: Selection): Attendees => ({
	people: [...people].map(([id, name]) => ({ id, ...(name !== undefined && { name }) })),
	departments: [...departments].map(([number, name]) => ({ number, ...(name !== undefined && { name }) })),
})

export const selectionOf = ({ people, departments }: Attendees): Selection => ({
	people: new Map(people.map(({ id, name }) => [id, name])),
	departments: new Map(departments.map(({ number, name }) => [number, name])),
})
