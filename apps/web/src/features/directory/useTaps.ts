import type { DirectoryPerson } from '@parley/api'
import { unreachable } from '@parley/core'
import { useMemo } from 'react'
import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'
import type { Picking } from './picking.ts'
import { comesWith, coveredBy, type Item, marksOf } from './selection.ts'
import { nameOf } from './tree.ts'

/** What tapping rows does, and what is said where it cannot be done. */
export interface Taps {
	/** Ticks or unticks a person, wherever the tick comes from. */
	person(person: DirectoryPerson): void
	department(number: string): void
	/** Everything in sight at once: a department, or all of the top. */
	all(items: readonly Item[], isChosen: boolean): void
	/** In a search nothing else is in sight: whoever comes with a department is said to (MEMB-12), and stays. */
	found(item: Item): void
}

export const useTaps = (picking: Picking): Taps => useMemo(() => tapsOn(picking), [picking])

function tapsOn({ store, choose, unchoose }: Picking): Taps {
	const name = (number: string) => {
		const { known, selection } = store.getState()
		return nameOf(known.tree, number) ?? selection.departments.get(number) ?? number
	}

	async function drop(items: readonly Item[]) {
		const outcome = await unchoose(items)
		switch (outcome.at) {
			case 'done':
				return
			case 'unreached':
				return void toast.show(m.directory_unreached(), { tone: 'error' })
			case 'cut':
				return void toast.show(m.directory_cut_whole({ name: name(outcome.department) }))
			default:
				return unreachable(outcome)
		}
	}

	const toggle = (item: Item, isChosen: boolean) => (isChosen ? void drop([item]) : choose([item]))
	const marks = () => marksOf(store.getState().known, store.getState().selection)
	const itemOf = ({ id, displayName }: DirectoryPerson): Item => ({ kind: 'person', id, name: displayName })

	/** The chosen department an item comes with, other than itself. */
	function coverOf(item: Item): string | undefined {
		const { known, selection } = store.getState()
		if (item.kind === 'person') return comesWith(known, selection, item.id)
		const cover = coveredBy(known, selection, item.number)
		return cover === item.number ? undefined : cover
	}

	return {
		person: person => toggle(itemOf(person), marks().person(person.id)),
		department: number => toggle({ kind: 'department', number }, marks().department(number) === 'all'),
		all: (items, isChosen) => (isChosen ? void drop(items) : choose(items)),
		found(item) {
			const cover = coverOf(item)
			if (cover !== undefined) {
				const who = item.kind === 'person' ? item.name : name(item.number)
				return void toast.show(m.directory_already({ name: who, department: name(cover) }))
			}
			const { people, departments } = store.getState().selection
			toggle(item, item.kind === 'person' ? people.has(item.id) : departments.has(item.number))
		},
	}
}
