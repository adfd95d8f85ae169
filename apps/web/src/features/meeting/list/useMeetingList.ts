import { meeting as calls, type MeetingPage } from '@parley/api'
import { delays, limits } from '@parley/core'
import { useEffect } from 'react'
import { useAnswers } from '../../../answers/index.ts'
import { callApi } from '../../../api/index.ts'
import {
	hasNextPage,
	isOnlyFirstPage,
	type ListFailure,
	listErrorKind,
	listKey,
	type MeetingListQuery,
	tailOf,
	toListState,
} from './meetingList.ts'

/** The meetings of a day, page by page (PAGE-02, PAGE-06 to PAGE-12, PAGE-16, PAGE-17). */
export function useMeetingList(list: MeetingListQuery, told: { refused(): void; onlyFirstPage(): void }) {
	const { day, keywords } = list
	const asked = { type: 1, pageSize: limits.pageSize, ...(day && { day }), ...(keywords && { keywords }) }
	const answers = useAnswers<MeetingPage, ListFailure>(listKey(list), {
		ask: (page, signal) =>
			callApi(list.scope === 'own' ? calls.own : calls.all, { ...asked, page }, { quiet: true, signal }),
		hasNext: hasNextPage,
	})
	const { pages, asking, failed } = answers

	// biome-ignore lint/correctness/useExhaustiveDependencies: each failure is told once, whoever listens
	useEffect(() => {
		if (failed && listErrorKind(failed.failure) === 'refused') told.refused()
	}, [failed])

	const isFirstAll = pages !== undefined && isOnlyFirstPage(pages)
	// biome-ignore lint/correctness/useExhaustiveDependencies: told when that turns out, whoever listens
	useEffect(() => {
		if (!isFirstAll) return
		const timer = setTimeout(told.onlyFirstPage, delays.scrollToTopMs)
		return () => clearTimeout(timer)
	}, [isFirstAll])

	return {
		list: toListState({ pages, failure: failed?.part === 'whole' ? failed.failure : null, tail: tailOf(answers) }),
		isRefreshing: pages !== undefined && asking === 'whole',
		/** When the server says it is, as a wire time. */
		serverTime: pages?.at(-1)?.serverTime,
		/** Asks for the first page alone, which then is the whole list (PAGE-07). */
		refresh: answers.refresh,
		loadMore: answers.more,
	}
}
