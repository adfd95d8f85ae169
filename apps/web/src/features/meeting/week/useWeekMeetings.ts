import { meeting as calls } from '@parley/api'
import { useEffect } from 'react'
import { useCallInfiniteQuery } from '../../../query/index.ts'
import { siteZone } from '../../site/index.ts'
import { hasNextPage, toListState } from '../list/useMeetingList.ts'
import { getWeekBounds, listedDaysOf } from './week.ts'

/** Meetings of each day in a page; a day with more needs a second request. */
const pageSize = 50

export interface WeekQuery {
	userId: string
	companyId: string | undefined
	week: readonly string[]
	/** IANA zone in which the days of the week begin. */
	zone: string
}

/** The meetings of a member in a week: the call of the list for all its days at once (PAGE-23). */
export function useWeekMeetings({ userId, companyId, week, zone }: WeekQuery) {
	const input = { type: 1, pageSize, ...listedDaysOf(getWeekBounds(week, zone), siteZone()) }
	const query = useCallInfiniteQuery(calls.own, input, { scope: [userId, companyId], hasNextPage })
	const list = toListState(query)
	const pageCount = query.pages?.length ?? 0
	const hasMore = list.status === 'loaded' && list.tail === 'more'
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that has another one after it
	useEffect(() => {
		if (hasMore) void query.fetchNextPage()
	}, [hasMore, pageCount])

	return {
		list,
		isRefreshing: (query.pages ?? query.failed) !== undefined && query.fetching === 'all',
		refresh: () => void query.refetch(),
	}
}
