import type { Call, InputOf, OutputOf } from '@parley/api'
import type { Result } from '@parley/core'
import {
	hashKey,
	type InfiniteData,
	keepPreviousData,
	type QueryClient,
	useInfiniteQuery,
	useQuery,
	useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiFailure, type CallOptions, callApi } from '../api/index.ts'

/** Thrown inside a query function only, so that TanStack Query keeps the failure; the hooks unwrap it. */
class ApiFailureError extends Error {
	readonly failure: ApiFailure
	readonly part: QueryPart

	constructor(failure: ApiFailure, part: QueryPart) {
		super(failure.refusal)
		this.failure = failure
		this.part = part
	}
}

/** Which pages a fetch is about: all that are there (the first, where none is), or the one after the last. */
export type QueryPart = 'all' | 'next'

export interface CallQueryOptions<C extends Call, T = OutputOf<C>> extends Pick<CallOptions, 'handles401' | 'unauth'> {
	/** Dependencies of the result besides the input: the person, the company, today's date. */
	scope?: readonly unknown[]
	/** Selects the part of the result the component needs. */
	select?: (output: OutputOf<C>) => T
	enabled?: boolean
	/** Asks again so long after each answer, while the page is visible. */
	everyMs?: number
	/** Returns whether a failure stays as it is; after such a one, only `refetch` asks again. */
	isFinal?(failure: ApiFailure<C>): boolean
	/** Called with each result when it arrives, not when it is read from the cache. */
	onResult?(result: Result<OutputOf<C>, ApiFailure<C>>): void
}

export interface CallQuery<C extends Call, T = OutputOf<C>> {
	/** The last answer; it stays while a later fetch is under way or has failed. */
	data: T | undefined
	/** Why the last fetch failed; a new object for each failure. */
	failure: ApiFailure<C> | undefined
	isFetching: boolean
	/** Fetches again, cancelling a fetch that is under way. It never rejects. */
	refetch(): Promise<void>
}

/** The key of all results of a call, for any input: `queryClient.getQueriesData({ queryKey })`. */
export const callQueryKey = (call: Call, input?: unknown, scope?: readonly unknown[]): readonly unknown[] =>
	input === undefined ? [call.route] : [call.route, input, ...(scope ?? [])]

/** A call of the contract whose answer is cached. Its failures are data: nothing is thrown or toasted. */
export function useCallQuery<C extends Call, T = OutputOf<C>>(
	call: C,
	input: InputOf<C>,
	{ scope, select, enabled, everyMs, isFinal = () => false, onResult, ...options }: CallQueryOptions<C, T> = {},
): CallQuery<C, T> {
	const { data, error, isFetching, refetch } = useQuery<OutputOf<C>, ApiFailureError, T>({
		queryKey: callQueryKey(call, input, scope),
		queryFn: ({ signal }) => fetchCall(call, input, { ...options, signal }, 'all', onResult),
		...(select && { select }),
		...(enabled !== undefined && { enabled }),
		...(everyMs !== undefined && {
			refetchInterval: ({ state: { error } }) => !(error && isFinal(error.failure as ApiFailure<C>)) && everyMs,
		}),
	})
	return {
		data,
		failure: (error?.failure as ApiFailure<C> | undefined) ?? undefined,
		isFetching,
		refetch: async () => void (await refetch()),
	}
}

/** A call that answers page by page; the pages are counted from 1. */
type PagedCall = Call<{ page?: number }>

export interface CallInfiniteQueryOptions<C extends Call>
	extends Pick<CallQueryOptions<C>, 'scope' | 'handles401' | 'unauth'> {
	/** Keeps the result of the previous input until the first response. */
	keepsPrevious?: boolean
	/** Returns whether a page comes after this one. */
	hasNextPage(last: OutputOf<C>): boolean
}

export interface CallInfiniteQuery<C extends Call> {
	/** The pages so far; undefined before the first answer. */
	pages: readonly OutputOf<C>[] | undefined
	/** The last failure, a new object each time; the pages from before stay, and so does it while it is tried again. */
	failed: { part: QueryPart; failure: ApiFailure<C> } | undefined
	/** The part being fetched. */
	fetching: QueryPart | undefined
	/** Fetches all pages that are there again. */
	refetch(): Promise<void>
	/** Drops all pages but the first and fetches that one again (PAGE-07). */
	refresh(): Promise<void>
	/** Fetches the page after the last, unless it is being fetched or does not exist (PAGE-08, PAGE-17). */
	fetchNextPage(): Promise<void>
}

/**
 * A call whose pages are cached together. A newer fetch cancels the one under way, so no late answer overwrites a fresh
 * one (PAGE-16).
 * @param input the input of the call without its page
 */
export function useCallInfiniteQuery<C extends PagedCall>(
	call: C,
	input: Omit<InputOf<C>, 'page'>,
	{ scope, hasNextPage, keepsPrevious, ...options }: CallInfiniteQueryOptions<C>,
): CallInfiniteQuery<C> {
	type Pages = InfiniteData<OutputOf<C>, number>
	const client = useQueryClient()
	const queryKey = callQueryKey(call, input, scope)
	const query = useInfiniteQuery<OutputOf<C>, ApiFailureError, Pages, readonly unknown[], number>({
		queryKey,
		queryFn: ({ pageParam: page, signal }) =>
			fetchCall(call, { ...input, page } as InputOf<C>, { ...options, signal }, partOf(client, queryKey, page)),
		initialPageParam: 1,
		...(keepsPrevious && { placeholderData: keepPreviousData }),
		getNextPageParam: (last, _, page) => (hasNextPage(last) ? page + 1 : undefined),
	})
	const { data, error, isFetching, isFetchingNextPage } = query
	const refetch = async () => void (await query.refetch())
	const failed = useLastError(error, data === undefined && isFetching, queryKey)

	return {
		pages: data?.pages,
		failed: failed as { part: QueryPart; failure: ApiFailure<C> } | undefined,
		fetching: isFetchingNextPage ? 'next' : isFetching ? 'all' : undefined,
		refetch,
		refresh() {
			client.setQueryData<Pages>(
				queryKey,
				pages => pages && { pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) },
			)
			return refetch()
		},
		async fetchNextPage() {
			// Not what this render knows: two taps in a row are of the same render.
			const fetchUnderWay = () => {
				const state = client.getQueryState<Pages>(queryKey)
				if (state?.fetchStatus !== 'fetching') return undefined
				return state.fetchMeta?.fetchMore?.direction === 'forward' ? 'next' : 'all'
			}
			// The next page would cancel it, and the pages shown would stay as old as they are: so it waits.
			if (fetchUnderWay() === 'all' && (await query.refetch({ cancelRefetch: false })).isError) return
			if (fetchUnderWay()) return
			const state = client.getQueryState<Pages>(queryKey)
			const last = state?.data?.pages.at(-1)
			if (last !== undefined && hasNextPage(last)) await query.fetchNextPage()
		},
	}
}

/** TanStack Query forgets the error of a query without data as soon as it is tried again. */
function useLastError(error: ApiFailureError | null, isTriedAgain: boolean, queryKey: readonly unknown[]) {
	const key = hashKey(queryKey)
	const [last, setLast] = useState<{ key: string; error: ApiFailureError }>()
	if (error && error !== last?.error) setLast({ key, error })
	return error ?? (isTriedAgain && last?.key === key ? last.error : undefined)
}

async function fetchCall<C extends Call>(
	call: C,
	input: InputOf<C>,
	options: CallOptions,
	part: QueryPart,
	onResult?: CallQueryOptions<C>['onResult'],
) {
	const result = await callApi(call, input, { ...options, quiet: true })
	onResult?.(result)
	if (!result.ok) throw new ApiFailureError(result.failure as ApiFailure, part)
	return result.value
}

/** A page beyond those in the cache is the next one; the part of a failure stays what it was while all are refetched. */
function partOf(client: QueryClient, queryKey: readonly unknown[], page: number): QueryPart {
	const known = client.getQueryData<InfiniteData<unknown>>(queryKey)?.pages.length ?? 0
	return known > 0 && page > known ? 'next' : 'all'
}
