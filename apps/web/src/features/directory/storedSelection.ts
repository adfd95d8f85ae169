import { Attendees } from '@parley/api'
import * as v from 'valibot'
import { callApi } from '../../api/index.ts'
import { readTabValue, storage } from '../../storage/index.ts'
import { getDirectoryCalls } from './directoryQueries.ts'
import type { Selection } from './selection.ts'
import { createSelectionStore, type SelectionStore, toAttendees, toSelection } from './selectionStore.ts'

/** A selection belongs to a draft, a person in a company, and a kind of directory. */
export interface SelectionOwner {
	from: string
	scope: string
	isOa: boolean
}

let current: { key: string; store: SelectionStore } | undefined

const storageKey = ({ from }: SelectionOwner) => `pickedMembers.${from}`
const ownerKey = ({ from, scope, isOa }: SelectionOwner) => [from, scope, isOa].join(' ')

/** The selection for a draft; it starts from the attendees of the draft, and survives a reload. */
export function getSelectionStore(owner: SelectionOwner, getAttendees: () => Attendees): SelectionStore {
	const key = ownerKey(owner)
	if (current?.key === key) return current.store
	const store = createSelectionStore(loadSelection(owner) ?? toSelection(getAttendees()), {
		async loadPeople(departmentNumber) {
			const result = await callApi(
				getDirectoryCalls(owner.isOa).people,
				{ departmentNumber },
				{ quiet: true, handles401: true },
			)
			return result.ok ? result.value : undefined
		},
		saveSelection: selection => saveSelection(owner, selection),
	})
	current = { key, store }
	return store
}

/** The next selection starts from the draft again. */
export function clearSelection(owner: SelectionOwner): void {
	if (current?.key === ownerKey(owner)) current = undefined
	storage.writeTabText(storageKey(owner), undefined)
}

const StoredSelection = v.object({ of: v.string(), attendees: Attendees.schema })

const saveSelection = (of: SelectionOwner, selection: Selection): void =>
	storage.writeTabText(
		storageKey(of),
		JSON.stringify({ of: ownerKey(of), attendees: Attendees.encode(toAttendees(selection)) }),
	)

function loadSelection(owner: SelectionOwner): Selection | undefined {
	const stored = readTabValue(storageKey(owner), StoredSelection)
	return stored?.of === ownerKey(owner) ? toSelection(Attendees.decode(stored.attendees)) : undefined
}
