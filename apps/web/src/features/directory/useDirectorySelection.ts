import { parseFlag } from '@parley/core'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import {
	type DraftKind,
	getDraftAttendees,
	parseDraftKind,
	saveDraftAttendees,
	useClearDraftOnLeave,
} from '../scheduling/index.ts'
import { getPersonScope, useSession } from '../session/index.ts'
import { type CheckStates, getCheckStates } from './selection.ts'
import { type SelectionState, type SelectionStore, toAttendees } from './selectionStore.ts'
import { clearSelection, getSelectionStore, type SelectionOwner } from './storedSelection.ts'

/** The attendees being selected for a draft, and the directory they are selected from. */
export interface DirectorySelection extends SelectionState {
	draftKind: DraftKind
	owner: SelectionOwner
	store: SelectionStore
	checkStates: CheckStates
	/** Saves the selection in the draft. */
	confirm(): void
}

/** The query that the screens of the selection hand on. */
interface MembersQuery {
	from?: string | undefined
	isOA?: string | undefined
}

const selectionScreens = ['/selectMembers', '/searchMembers', '/members']

/** The selection of attendees, shared by its three screens; leaving them discards it. */
export function useDirectorySelection({ from, isOA }: MembersQuery): DirectorySelection {
	const router = useRouter()
	const draftKind = parseDraftKind(from)
	const scope = getPersonScope(useSession())
	const owner = useMemo(() => ({ from: draftKind, scope, isOa: parseFlag(isOA) }), [draftKind, scope, isOA])
	const store = getSelectionStore(owner, () => getDraftAttendees(draftKind))
	const state = useStore(store.state)
	const checkStates = useMemo(() => getCheckStates(state.known, state.selection), [state.known, state.selection])
	useClearDraftOnLeave(draftKind)

	useEffect(
		() => () => {
			if (!selectionScreens.includes(router.state.location.pathname)) clearSelection(owner)
		},
		[router, owner],
	)
	return {
		...state,
		draftKind,
		owner,
		store,
		checkStates,
		confirm: () => saveDraftAttendees(draftKind, toAttendees(store.state.getState().selection)),
	}
}

/** Back from a screen beside the selection; where it was opened at its address, to the selection. */
export function useBackToSelection({ from, isOA }: MembersQuery): () => void {
	const router = useRouter()
	const canGoBack = useCanGoBack()
	return () =>
		canGoBack
			? router.history.back()
			: void router.navigate({ to: '/selectMembers', search: { from, isOA }, replace: true })
}
