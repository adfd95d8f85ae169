import type { Call, OutputOf } from '@parley/api'
import { parseFlag } from '@parley/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { type CallQuery, useCallQuery } from '../../query/index.ts'
import {
	type DraftKind,
	getDraftAttendees as invitedTo,
	parseDraftKind,
	saveDraftAttendees,
	useClearDraftOnLeave,
} from '../scheduling/index.ts'
import { getPersonScope, useSession } from '../session/index.ts'
import { getDirectoryCalls } from './directoryCalls.ts'
import { type CheckStates, getCheckStates } from './selection.ts'
import { type SelectionState, type SelectionStore, toAttendees } from './selectionStore.ts'
import { clearSelection, getSelectionStore, type SelectionOwner } from './storedSelection.ts'

/** Where somebody stands who chooses members: for which draft, in whose directory, and what is chosen so far. */
export interface DirectorySelection extends SelectionState {
	draftKind: DraftKind
	owner: SelectionOwner
	store: SelectionStore
	checkStates: CheckStates
	/** Writes what is chosen into the draft. */
	confirm(): void
}

const screens = ['/selectMembers', '/searchMembers', '/members']

/** What is being chosen; the screens of members share it, and leaving them forgets it. */
export function useDirectorySelection({
	from,
	isOA,
}: {
	from?: string | undefined
	isOA?: string | undefined
}): DirectorySelection {
	const router = useRouter()
	const draft = parseDraftKind(from)
	const who = getPersonScope(useSession())
	const of = useMemo(() => ({ from: draft, who, isOa: parseFlag(isOA) }), [draft, who, isOA])
	const picking = getSelectionStore(of, () => invitedTo(draft))
	const picked = useStore(picking.store)
	const marks = useMemo(() => getCheckStates(picked.known, picked.selection), [picked.known, picked.selection])
	useClearDraftOnLeave(draft)

	useEffect(
		() => () => {
			if (!screens.includes(router.state.location.pathname)) clearSelection(of)
		},
		[router, of],
	)
	return {
		...picked,
		draftKind: draft,
		owner: of,
		store: picking,
		checkStates: marks,
		confirm: () => saveDraftAttendees(draft, toAttendees(picking.store.getState().selection)),
	}
}

/** How an answer of the directory stands. What came once stays in sight. */
export interface DirectoryQuery {
	at: 'loading' | 'shown' | 'closed' | 'login' | 'unreachable'
	isFetching: boolean
	retry(): void
}

/** The tree of departments, fetched whenever a screen of members is opened. */
export function useDepartments({ owner, store }: DirectorySelection): DirectoryQuery {
	const query = useCallQuery(getDirectoryCalls(owner.isOa).departments, {}, { scope: [owner.who], handles401: true })
	return useStored(query, departments => store.addDepartments(departments))
}

/** The people of a department, without those of the departments below it. */
export function usePeople({ owner, store }: DirectorySelection, departmentNumber: string): DirectoryQuery {
	const options = { scope: [owner.who], handles401: true }
	const query = useCallQuery(getDirectoryCalls(owner.isOa).people, { departmentNumber }, options)
	return useStored(query, people => store.addPeople(departmentNumber, people))
}

function useStored<C extends Call>(query: CallQuery<C>, store: (answer: OutputOf<C>) => void): DirectoryQuery {
	const { data, failure, isFetching, refetch } = query
	// Before it is painted: which rows are ticked depends on it.
	// biome-ignore lint/correctness/useExhaustiveDependencies: each answer is stored once
	useLayoutEffect(() => {
		if (data !== undefined) store(data)
	}, [data])
	return { at: stateOf(data !== undefined, failure?.refusal), isFetching, retry: () => void refetch() }
}

function stateOf(isThere: boolean, refusal: string | undefined): DirectoryQuery['at'] {
	if (refusal === 'forbidden') return 'closed'
	if (refusal === 'signedOut') return 'login'
	if (isThere) return 'shown'
	return refusal === undefined ? 'loading' : 'unreachable'
}
