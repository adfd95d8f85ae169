import { meeting as calls, type Meeting, type MeetingPage } from '@parley/api'
import { delays, limits } from '@parley/core'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isNetworkFailure } from '../../../api/index.ts'
import { callQueryKey, type QueryPart, useCallInfiniteQuery } from '../../../query/index.ts'

/** The list a person sees; another company, another day or other keywords are another list. */
export interface MeetingListQuery {
	/** Their own meetings, or all of the company (OP-073). */
	scope: 'own' | 'company'
	userId: string
	companyId: string | undefined
	/** `YYYY-MM-DD` by the server's clock. */
	today: string
	/** Another day than today. */
	day?: string | undefined
	/** The search text; empty for all meetings. */
	keywords: string
}

/** The view of a list of meetings; the component chooses the texts. */
export type MeetingListState =
	| { status: 'loading' | 'empty' | ListErrorKind }
	| { status: 'loaded'; meetings: readonly Meeting[]; tail: ListTail; error?: ListErrorKind }

/** `offline`: the server could not be reached. `failed`: it answered, but not with a list (LIST-42, LIST-43). */
export type ListErrorKind = 'offline' | 'failed'
export type ListTail = 'more' | 'loading' | 'end' | 'failed'

/** The state of {@link useCallInfiniteQuery} for one of the calls that list meetings. */
export interface PagesQuery {
	pages: readonly MeetingPage[] | undefined
	fetching: QueryPart | undefined
	failed: { part: QueryPart; failure: { refusal: string } } | undefined
}

/** Meetings that were loaded once stay, whatever fails after them (LIST-43). */
export function toListState(query: PagesQuery): MeetingListState {
	const { pages, failed } = query
	const error = failed?.part === 'all' ? listErrorKind(failed.failure) : undefined
	const meetings = pages && withoutDuplicates(pages.flatMap(page => page.meetings.meetings))
	if (meetings && meetings.length > 0) {
		return { status: 'loaded', meetings, tail: listTail(query), ...(error && { error }) }
	}
	return { status: error ?? (meetings ? 'empty' : 'loading') }
}

const listErrorKind = (failure: { refusal: string }): ListErrorKind =>
	isNetworkFailure(failure) ? 'offline' : 'failed'

/** An empty page is the last, even if the server reports more (PAGE-09, PAGE-10). */
export const hasNextPage = ({ meetings: { meetings, hasMore } }: MeetingPage): boolean => hasMore && meetings.length > 0

function listTail({ pages, fetching, failed }: PagesQuery): ListTail {
	if (fetching === 'next') return 'loading'
	if (failed?.part === 'next') return 'failed'
	const last = pages?.at(-1)
	return last && hasNextPage(last) ? 'more' : 'end'
}

/** PAGE-11: the second page came empty, so the first is all there is. */
export const isOnlyFirstPage = (pages: readonly MeetingPage[]): boolean =>
	pages.length === limits.firstPage + 1 && pages[limits.firstPage]?.meetings.meetings.length === 0

/** A page repeats the last entries of the one before when something earlier was scheduled meanwhile. */
function withoutDuplicates(meetings: readonly Meeting[]): Meeting[] {
	const seen = new Set<string>()
	return meetings.filter(meeting => {
		const key = occurrenceKey(meeting)
		return !seen.has(key) && seen.add(key)
	})
}

/** Identifies an entry of the list: a series may have several occurrences on a day. */
export const occurrenceKey = ({ meetingId, startTime }: Pick<Meeting, 'meetingId' | 'startTime'>): string =>
	`${meetingId} ${startTime}`

/** The call for a list, its input without the page, and what else the answer depends on. */
export function listRequest({ scope, userId, companyId, today, day = today, keywords }: MeetingListQuery) {
	return {
		call: scope === 'own' ? calls.own : calls.all,
		// A search is over all days (PAGE-06).
		input: { type: 1, pageSize: limits.pageSize, ...(keywords ? { keywords } : day !== today && { day }) },
		scope: [userId, companyId, keywords ? today : day],
	}
}

/** The meetings of a day, page by page (PAGE-02, PAGE-06 to PAGE-12, PAGE-16, PAGE-17). */
export function useMeetingList(list: MeetingListQuery, handlers: { onFailed(): void; onOnlyFirstPage(): void }) {
	const { call, input, scope } = listRequest(list)
	const query = useCallInfiniteQuery(call, input, { scope, hasNextPage, keepsPrevious: list.keywords !== '' })
	const { pages, fetching, failed } = query

	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure, whatever the handlers
	useEffect(() => {
		// HTTP-09: a refused session redirects and shows a message there.
		if (failed && failed.failure.refusal !== 'signedOut' && listErrorKind(failed.failure) === 'failed')
			handlers.onFailed()
	}, [failed])

	const isOnlyPage = pages !== undefined && isOnlyFirstPage(pages)
	// biome-ignore lint/correctness/useExhaustiveDependencies: once when it becomes so, whatever the handlers
	useEffect(() => {
		if (!isOnlyPage) return
		const timer = setTimeout(handlers.onOnlyFirstPage, delays.scrollToTopMs)
		return () => clearTimeout(timer)
	}, [isOnlyPage])

	return {
		list: toListState(query),
		isRefreshing: (pages ?? failed) !== undefined && fetching === 'all',
		/** The server's clock, as a wire time. */
		serverTime: pages?.at(-1)?.serverTime,
		/** Fetches the first page, which then is the whole list (PAGE-07). */
		refresh: query.refresh,
		loadMore: query.fetchNextPage,
	}
}

/** A meeting that a list of this person has shown. */
export function findListedMeeting(
	client: QueryClient,
	userId: string | undefined,
	meetingId: string,
): Meeting | undefined {
	return [calls.own, calls.all]
		.flatMap(call => client.getQueriesData<InfiniteData<MeetingPage>>({ queryKey: callQueryKey(call) }))
		.filter(([key]) => key.includes(userId))
		.flatMap(([, data]) => data?.pages ?? [])
		.flatMap(page => page.meetings.meetings)
		.find(meeting => meeting.meetingId === meetingId)
}
