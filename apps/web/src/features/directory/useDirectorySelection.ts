import type { Department, DirectoryPerson } from '@parley/api'
import { parseFlag } from '@parley/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useAnswers } from '../../answers/index.ts'
import { type ApiFailure, callApi } from '../../api/index.ts'
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

/** The tree of departments, asked for whenever a screen of members is opened. */
export function useDepartments({ owner, store }: DirectorySelection): DirectoryQuery {
	return useLearnt(
		`directory departments ${owner.who} ${owner.isOa}`,
		signal => callApi(getDirectoryCalls(owner.isOa).departments, {}, { quiet: true, handles401: true, signal }),
		(departments: Department[]) => store.addDepartments(departments),
	)
}

/** People of a department itself. */
export function usePeople({ owner, store }: DirectorySelection, departmentNumber: string): DirectoryQuery {
	return useLearnt(
		`directory people ${owner.who} ${owner.isOa} ${departmentNumber}`,
		signal =>
			callApi(getDirectoryCalls(owner.isOa).people, { departmentNumber }, { quiet: true, handles401: true, signal }),
		(people: DirectoryPerson[]) => store.addPeople(departmentNumber, people),
	)
}

type Answered<T> = { ok: true; value: T } | { ok: false; failure: ApiFailure }

function useLearnt<T>(
	key: string,
	question: (signal: AbortSignal) => Promise<Answered<T>>,
	learn: (answer: T) => void,
) {
	const { pages, failed, asking, again } = useAnswers<T, ApiFailure>(key, { ask: (_, signal) => question(signal) })
	const answer = pages?.[0]
	// Before it is painted: the ticks go by what is learnt.
	// biome-ignore lint/correctness/useExhaustiveDependencies: one answer is learnt once
	useLayoutEffect(() => {
		if (answer !== undefined) learn(answer)
	}, [answer])
	return {
		at: stateOf(answer !== undefined, failed?.failure.refusal),
		isFetching: asking !== undefined,
		retry: () => void again(),
	}
}

function stateOf(isThere: boolean, refusal: ApiFailure['refusal'] | undefined): DirectoryQuery['at'] {
	if (refusal === 'forbidden') return 'closed'
	if (refusal === 'signedOut') return 'login'
	if (isThere) return 'shown'
	return refusal === undefined ? 'loading' : 'unreachable'
}
