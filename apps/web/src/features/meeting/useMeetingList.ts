import { meeting as calls, type MeetingPage } from '@parley/api'
import { limits, waits } from '@parley/core'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'

import { useEffect } from 'react'
import { ask } from '../../api/index.ts'
import { isOnlyFirstPage, type ListFailure, listOf, type MeetingList, nextPage } from './list.ts'
import { orThrow, type Unanswered } from './unanswered.ts'

/** The list a person sees; another company or another day is another list. */
export interface ListOf {
	userId: string | undefined
	companyId: string | undefined
	/** `YYYY-MM-DD` by the server's clock. */
	today: string
}

type Pages = InfiniteData<MeetingPage, number>

export const listKey = ({ userId, companyId, today }: ListOf) => ['meeting', 'own', userId, companyId, today] as const

/** Today's meetings, page by page (PAGE-07 to PAGE-12, PAGE-16, PAGE-17). */
export function useMeetingList(of: ListOf, told: { refused(): void; onlyFirstPage(): void }) {
	const client = useQueryClient()
	const queryKey = listKey(of)
	const query = useInfiniteQuery<MeetingPage, Unanswered<ListFailure>, Pages, ReturnType<typeof listKey>, number>({
		queryKey,
		enabled: of.userId !== undefined,
		initialPageParam: limits.firstPage,
		// A newer request calls off the older one, so a late answer never overwrites a fresh one (PAGE-16).
		queryFn: async ({ pageParam: page, signal }) =>
			orThrow(await ask(calls.own, { page, pageSize: limits.pageSize, type: 1 }, { quiet: true, signal })),
		getNextPageParam: (last, _, page) => nextPage(last, page),
		retry: false,
		staleTime: 0,
	})

	const { data, error, isFetchNextPageError } = query
	const list: MeetingList = listOf({
		pages: data?.pages,
		failure: isFetchNextPageError ? null : (error?.failure ?? null),
		more: query.isFetchingNextPage ? 'loading' : isFetchNextPageError ? 'failed' : query.hasNextPage ? 'more' : 'end',
	})

	const isRefused = error !== null && error.failure.refusal !== 'offline' && error.failure.refusal !== 'timeout'
	// biome-ignore lint/correctness/useExhaustiveDependencies: each failure is told once, whoever listens
	useEffect(() => {
		if (isRefused) told.refused()
	}, [isRefused, query.errorUpdatedAt])

	// biome-ignore lint/correctness/useExhaustiveDependencies: told when the pages change, whoever listens
	useEffect(() => {
		if (!data || !isOnlyFirstPage(data.pages)) return
		const timer = setTimeout(told.onlyFirstPage, waits.scrollToTopMs)
		return () => clearTimeout(timer)
	}, [data])

	return {
		list,
		isRefreshing: query.isRefetching,
		/** When the server says it is, as a wire time. */
		serverTime: data?.pages.at(-1)?.serverTime,
		/** Asks for the first page alone, which then is the whole list (PAGE-07). */
		refresh() {
			client.setQueryData<Pages>(queryKey, firstPageOf)
			return query.refetch()
		},
		loadMore: () => query.fetchNextPage(),
	}
}

const firstPageOf = (kept: Pages | undefined): Pages | undefined =>
	kept && { pages: kept.pages.slice(0, 1), pageParams: kept.pageParams.slice(0, 1) }
