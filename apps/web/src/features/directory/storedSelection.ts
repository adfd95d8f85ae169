import { Attendees } from '@parley/api'
import * as v from 'valibot'
import { callApi } from '../../api/index.ts'
import { readTabValue, storage } from '../../storage/index.ts'
import { getDirectoryCalls } from './directoryCalls.ts'
import type { Selection } from './selection.ts'
import { createSelectionStore, type SelectionStore, toAttendees, toSelection } from './selectionStore.ts'

/** Whose picking it is: the one before is not taken on by somebody else, or for another draft. */
export interface SelectionOwner {
	from: string
	who: string
	isOa: boolean
}

let current: { key: string; picking: SelectionStore } | undefined

const storageKey = ({ from }: SelectionOwner) => `pickedMembers.${from}`
const ownerKey = ({ from, who, isOa }: SelectionOwner) => [from, who, isOa].join(' ')

/** What is being chosen for a draft; begins with whom the draft invites, and outlives a reload. */
export function getSelectionStore(of: SelectionOwner, invited: () => Attendees): SelectionStore {
	const key = ownerKey(of)
	if (current?.key === key) return current.picking
	const picking = createSelectionStore(loadSelection(of) ?? toSelection(invited()), {
		async loadPeople(departmentNumber) {
			const answer = await callApi(
				getDirectoryCalls(of.isOa).people,
				{ departmentNumber },
				{ quiet: true, handles401: true },
			)
			return answer.ok ? answer.value : undefined
		},
		saveSelection: selection => keep(of, selection),
	})
	current = { key, picking }
	return picking
}

/** Whoever comes next begins with the draft again. */
export function clearSelection(of: SelectionOwner): void {
	if (current?.key === ownerKey(of)) current = undefined
	storage.writeTabText(storageKey(of), undefined)
}

const StoredSelection = v.object({ of: v.string(), attendees: Attendees.schema })

const keep = (of: SelectionOwner, selection: Selection): void =>
	storage.writeTabText(
		storageKey(of),
		JSON.stringify({ of: ownerKey(of), attendees: Attendees.encode(toAttendees(selection)) }),
	)

function loadSelection(of: SelectionOwner): Selection | undefined {
	const found = readTabValue(storageKey(of), StoredSelection)
	return found?.of === ownerKey(of) ? toSelection(Attendees.decode(found.attendees)) : undefined
}
