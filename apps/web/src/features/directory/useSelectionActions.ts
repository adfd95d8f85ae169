import type { DirectoryPerson } from '@parley/api'
import { unreachable } from '@parley/core'
import { useMemo } from 'react'
import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'
import { getDepartmentName } from './departmentTree.ts'
import { getCheckStates, getSelectedAncestor, getSelectedAncestorOfPerson, type SelectionItem } from './selection.ts'
import type { SelectionStore } from './selectionStore.ts'

/** What tapping rows does, and what is said where it cannot be done. */
export interface SelectionActions {
	/** Ticks or unticks a person, wherever the tick comes from. */
	togglePerson(person: DirectoryPerson): void
	toggleDepartment(number: string): void
	/** Everything in sight at once: a department, or all of the top. */
	toggleAll(items: readonly SelectionItem[], isChosen: boolean): void
	/** In a search nothing else is in sight: whoever comes with a department is said to (MEMB-12), and stays. */
	toggleSearchResult(item: SelectionItem): void
}

export const useSelectionActions = (picking: SelectionStore): SelectionActions =>
	useMemo(() => createSelectionActions(picking), [picking])

function createSelectionActions({ store, select, deselect }: SelectionStore): SelectionActions {
	const name = (number: string) => {
		const { known, selection } = store.getState()
		return getDepartmentName(known.tree, number) ?? selection.departments.get(number) ?? number
	}

	async function deselectOrExplain(items: readonly SelectionItem[]) {
		const outcome = await deselect(items)
		switch (outcome.at) {
			case 'done':
				return
			case 'unreached':
				return void toast.show(m.directory_deselect_failed(), { tone: 'error' })
			case 'cut':
				return void toast.show(m.directory_truncated_whole({ name: name(outcome.department) }))
			default:
				return unreachable(outcome)
		}
	}

	const toggle = (item: SelectionItem, isChosen: boolean) =>
		isChosen ? void deselectOrExplain([item]) : select([item])
	const marks = () => getCheckStates(store.getState().known, store.getState().selection)
	const itemOf = ({ id, displayName }: DirectoryPerson): SelectionItem => ({ kind: 'person', id, name: displayName })

	/** The chosen department an item comes with, other than itself. */
	function getSelectedAncestorOf(item: SelectionItem): string | undefined {
		const { known, selection } = store.getState()
		if (item.kind === 'person') return getSelectedAncestorOfPerson(known, selection, item.id)
		const cover = getSelectedAncestor(known, selection, item.number)
		return cover === item.number ? undefined : cover
	}

	return {
		togglePerson: person => toggle(itemOf(person), marks().person(person.id)),
		toggleDepartment: number => toggle({ kind: 'department', number }, marks().department(number) === 'all'),
		toggleAll: (items, isChosen) => (isChosen ? void deselectOrExplain(items) : select(items)),
		toggleSearchResult(item) {
			const cover = getSelectedAncestorOf(item)
			if (cover !== undefined) {
				const who = item.kind === 'person' ? item.name : name(item.number)
				return void toast.show(m.directory_already_selected({ name: who, department: name(cover) }))
			}
			const { people, departments } = store.getState().selection
			toggle(item, item.kind === 'person' ? people.has(item.id) : departments.has(item.number))
		},
	}
}
