import type { DirectoryPerson } from '@parley/api'
import { unreachable } from '@parley/core'
import { useMemo } from 'react'
import { m } from '../../locales/index.ts'
import { toast } from '../../ui/index.ts'
import { getDepartmentName } from './departmentTree.ts'
import { getCheckStates, getSelectedAncestor, getSelectedAncestorOfPerson, type SelectionItem } from './selection.ts'
import type { SelectionStore } from './selectionStore.ts'

/** Handles taps on rows; a toast explains why a tap has no effect. */
export interface SelectionActions {
	/** Deselects also a person who is selected through a department. */
	togglePerson(person: DirectoryPerson): void
	toggleDepartment(number: string): void
	/** All rows of a level at once. */
	toggleAll(items: readonly SelectionItem[], isChosen: boolean): void
	/** In search results: a person or department that is selected through another department stays so (MEMB-12). */
	toggleSearchResult(item: SelectionItem): void
}

export const useSelectionActions = (store: SelectionStore): SelectionActions =>
	useMemo(() => createSelectionActions(store), [store])

function createSelectionActions({ state, select, deselect }: SelectionStore): SelectionActions {
	const departmentName = (number: string) => {
		const { known, selection } = state.getState()
		return getDepartmentName(known.tree, number) ?? selection.departments.get(number) ?? number
	}

	async function deselectOrExplain(items: readonly SelectionItem[]) {
		const outcome = await deselect(items)
		switch (outcome.status) {
			case 'done':
				return
			case 'failed':
				return void toast.show(m.directory_deselect_failed(), { tone: 'error' })
			case 'truncated':
				return void toast.show(m.directory_truncated_whole({ name: departmentName(outcome.department) }))
			default:
				return unreachable(outcome)
		}
	}

	const toggle = (item: SelectionItem, isChosen: boolean) =>
		isChosen ? void deselectOrExplain([item]) : select([item])
	const marks = () => getCheckStates(state.getState().known, state.getState().selection)
	const itemOf = ({ id, displayName }: DirectoryPerson): SelectionItem => ({ kind: 'person', id, name: displayName })

	/** The selected department an item is in, other than itself. */
	function getSelectedAncestorOf(item: SelectionItem): string | undefined {
		const { known, selection } = state.getState()
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
				const who = item.kind === 'person' ? item.name : departmentName(item.number)
				return void toast.show(m.directory_already_selected({ name: who, department: departmentName(cover) }))
			}
			const { people, departments } = state.getState().selection
			toggle(item, item.kind === 'person' ? people.has(item.id) : departments.has(item.number))
		},
	}
}
