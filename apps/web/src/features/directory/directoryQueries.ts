import { directory as calls } from '@parley/api'
import { useLayoutEffect } from 'react'
import { type ApiFailure, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../api/index.ts'
import { type CallQuery, useCallQuery } from '../../query/index.ts'
import type { SelectionStore } from './selectionStore.ts'

/** OP-099, MEMB-14: sites of the OA kind use the calls under `/auth`, all others those under `/corp`. */
export const getDirectoryCalls = (isOa: boolean) =>
	isOa
		? { departments: calls.oaDepartments, people: calls.oaPeople, search: calls.oaSearch }
		: { departments: calls.departments, people: calls.people, search: calls.search }

/** Dependencies of directory queries, and the cache of their results. */
interface QueryOptions {
	owner: { scope: string; isOa: boolean }
	store: SelectionStore
}

/** The state of a query of the directory. Loaded entries stay shown while a later fetch fails. */
export interface DirectoryQuery {
	status: 'loading' | 'loaded' | 'forbidden' | 'loginRequired' | 'failed'
	isFetching: boolean
	retry(): void
}

/** The tree of departments, fetched whenever a screen of the selection is opened. */
export function useDepartments({ owner, store }: QueryOptions): DirectoryQuery {
	const query = useCallQuery(getDirectoryCalls(owner.isOa).departments, {}, { scope: [owner.scope], handles401: true })
	return useStored(query, departments => store.addDepartments(departments))
}

/** The people of a department, without those of the departments below it. */
export function usePeople({ owner, store }: QueryOptions, departmentNumber: string): DirectoryQuery {
	const options = { scope: [owner.scope], handles401: true }
	const query = useCallQuery(getDirectoryCalls(owner.isOa).people, { departmentNumber }, options)
	return useStored(query, people => store.addPeople(departmentNumber, people))
}

type DirectoryCall = ReturnType<typeof getDirectoryCalls>['departments' | 'people']

interface StoredQueryInput<T> extends Pick<CallQuery<DirectoryCall>, 'failure' | 'isFetching' | 'refetch'> {
	data: T | undefined
}

function useStored<T>(
	{ data, failure, isFetching, refetch }: StoredQueryInput<T>,
	storeAnswer: (answer: T) => void,
): DirectoryQuery {
	// Before it is painted: which rows are checked depends on it.
	// biome-ignore lint/correctness/useExhaustiveDependencies: each answer is stored once
	useLayoutEffect(() => {
		if (data !== undefined) storeAnswer(data)
	}, [data])
	const status = failure ? toFailedStatus(failure) : data === undefined ? 'loading' : 'loaded'
	return {
		status: status === 'failed' && data !== undefined ? 'loaded' : status,
		isFetching,
		retry: () => void refetch(),
	}
}

const failedStatuses: RefusalTable<DirectoryCall, DirectoryQuery['status'], GeneralRefusal> = {
	forbidden: 'forbidden',
	signedOut: 'loginRequired',
	missing: 'failed',
	staleToken: 'failed',
	invalidInput: 'failed',
	tooMany: 'failed',
	phoneNeeded: 'failed',
	profileNeeded: 'failed',
	broken: 'failed',
	unknown: 'failed',
}

const toFailedStatus = (failure: Pick<ApiFailure<DirectoryCall>, 'refusal'>) =>
	valueOfFailure(failure, failedStatuses, 'failed')
