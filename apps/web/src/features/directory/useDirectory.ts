import type { Department, DirectoryPerson } from '@parley/api'
import { parseFlag } from '@parley/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useAnswers } from '../../answers/index.ts'
import { type ApiFailure, callApi } from '../../api/index.ts'
import { type DraftOf, draftFrom, attendeesOf as invitedTo, keepAttendees, useDraftStay } from '../scheduling/index.ts'
import { getPersonScope, useSession } from '../session/index.ts'
import { callsFor } from './calls.ts'
import { forgetPicking, type PickingOf, pickingFor } from './ownPicking.ts'
import { attendeesOf, type Picked, type Picking } from './picking.ts'
import { type Marks, marksOf } from './selection.ts'

/** Where somebody stands who chooses members: for which draft, in whose directory, and what is chosen so far. */
export interface Directory extends Picked {
	draft: DraftOf
	of: PickingOf
	picking: Picking
	marks: Marks
	/** Writes what is chosen into the draft. */
	confirm(): void
}

const screens = ['/selectMembers', '/searchMembers', '/members']

/** What is being chosen; the screens of members share it, and leaving them forgets it. */
export function useDirectory({ from, isOA }: { from?: string | undefined; isOA?: string | undefined }): Directory {
	const router = useRouter()
	const draft = draftFrom(from)
	const who = getPersonScope(useSession())
	const of = useMemo(() => ({ from: draft, who, isOa: parseFlag(isOA) }), [draft, who, isOA])
	const picking = pickingFor(of, () => invitedTo(draft))
	const picked = useStore(picking.store)
	const marks = useMemo(() => marksOf(picked.known, picked.selection), [picked.known, picked.selection])
	useDraftStay(draft)

	useEffect(
		() => () => {
			if (!screens.includes(router.state.location.pathname)) forgetPicking(of)
		},
		[router, of],
	)
	return {
		...picked,
		draft,
		of,
		picking,
		marks,
		confirm: () => keepAttendees(draft, attendeesOf(picking.store.getState().selection)),
	}
}

/** How an answer of the directory stands. What came once stays in sight. */
export interface Asked {
	at: 'loading' | 'shown' | 'closed' | 'login' | 'unreachable'
	isAsking: boolean
	again(): void
}

/** The tree of departments, asked for whenever a screen of members is opened. */
export function useDepartments({ of, picking }: Directory): Asked {
	return useLearnt(
		`directory departments ${of.who} ${of.isOa}`,
		signal => callApi(callsFor(of.isOa).departments, {}, { quiet: true, handles401: true, signal }),
		(departments: Department[]) => picking.learnDepartments(departments),
	)
}

/** People of a department itself. */
export function usePeople({ of, picking }: Directory, departmentNumber: string): Asked {
	return useLearnt(
		`directory people ${of.who} ${of.isOa} ${departmentNumber}`,
		signal => callApi(callsFor(of.isOa).people, { departmentNumber }, { quiet: true, handles401: true, signal }),
		(people: DirectoryPerson[]) => picking.learnList(departmentNumber, people),
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
		isAsking: asking !== undefined,
		again: () => void again(),
	}
}

function stateOf(isThere: boolean, refusal: ApiFailure['refusal'] | undefined): Asked['at'] {
	if (refusal === 'forbidden') return 'closed'
	if (refusal === 'signedOut') return 'login'
	if (isThere) return 'shown'
	return refusal === undefined ? 'loading' : 'unreachable'
}
