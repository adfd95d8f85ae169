import { meeting as calls, type MeetingPage } from '@parley/api'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ApiFailure, callApi, reachability } from '../api/index.ts'
import { aMeeting, aPage } from '../testing/aMeeting.ts'
import { createQueryClient, keepUnusedMs, QueryProvider, refetchShown } from './QueryProvider.tsx'
import { useCallInfiniteQuery, useCallQuery } from './useCallQuery.ts'

vi.mock('../api/index.ts', async original => ({ ...(await original<object>()), callApi: vi.fn() }))

interface Request {
	page: number
	signal: AbortSignal
	succeed(topic?: string): Promise<void>
	fail(refusal: ApiFailure['refusal']): Promise<void>
}

const requests: Request[] = []
const lastRequest = () => requests.at(-1) as Request
const requestedPages = () => requests.map(({ page }) => page)
let lastPage = 3

/** A list whose pages are answered by hand. The topic of its one meeting is the number of the page, where nothing else is named. */
function mockList() {
	vi.mocked(callApi).mockImplementation(
		(_, input, options) =>
			new Promise(resolve => {
				const { page } = input as { page: number }
				const settle = (result: unknown) =>
					act(async () => {
						resolve(result as never)
						await new Promise(settled => setImmediate(settled))
					})
				requests.push({
					page,
					signal: options?.signal as AbortSignal,
					succeed: (topic = String(page)) =>
						settle({ ok: true, value: aPage([aMeeting({ topic })], { page, hasMore: page < lastPage }) }),
					fail: refusal => settle({ ok: false, failure: { refusal } }),
				})
			}),
	)
}

/** Renders a component that observes the list; a second one may observe it with the same client. */
function observeList(client = createQueryClient()) {
	const wrapper = ({ children }: { children: ReactNode }) => (
		<QueryClientProvider client={client}>{children}</QueryClientProvider>
	)
	const { result, unmount } = renderHook(
		() =>
			useCallInfiniteQuery(
				calls.all,
				{ type: 1, pageSize: 10 },
				{ hasNextPage: ({ meetings }: MeetingPage) => meetings.hasMore },
			),
		{ wrapper },
	)
	const state = () => {
		const { pages, fetching, failed } = result.current
		const topics = pages?.map(page => page.meetings.meetings[0]?.topic)
		return { topics, fetching, failed: failed && { part: failed.part, refusal: failed.failure.refusal } }
	}
	const start = (method: 'refetch' | 'refresh' | 'fetchNextPage') =>
		act(async () => {
			void result.current[method]()
		})
	return {
		client,
		wrapper,
		unmount,
		state,
		failed: () => result.current.failed,
		refetch: () => start('refetch'),
		refresh: () => start('refresh'),
		fetchNextPage: () => start('fetchNextPage'),
		fetchNextPageTwice: () =>
			act(async () => {
				void result.current.fetchNextPage()
				void result.current.fetchNextPage()
			}),
	}
}

const showPage = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))
const reachServerAgain = () =>
	act(async () => {
		reachability.set(false)
		reachability.set(true)
	})

beforeEach(() => {
	requests.length = 0
	lastPage = 3
	mockList()
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
})

test('a component that begins to observe fetches the first page, and renders when it has come', async () => {
	const list = observeList()
	expect(list.state()).toEqual({ topics: undefined, fetching: 'all', failed: undefined })
	await lastRequest().succeed()
	expect(list.state()).toEqual({ topics: ['1'], fetching: undefined, failed: undefined })
	expect(requestedPages()).toEqual([1])
})

test('[PAGE-08] [PAGE-17] more is appended, one page after the other, until there is no more', async () => {
	const list = observeList()
	await lastRequest().succeed()
	await list.fetchNextPageTwice()
	expect(list.state().fetching).toBe('next')
	await lastRequest().succeed()
	await list.fetchNextPage()
	await lastRequest().succeed()
	expect(list.state().topics).toEqual(['1', '2', '3'])
	await list.fetchNextPage()
	expect(requestedPages()).toEqual([1, 2, 3])
})

test('[PAGE-16] a newer fetch cancels the older one, whose answer changes nothing', async () => {
	const list = observeList()
	await lastRequest().succeed()
	await list.fetchNextPage()
	await list.refetch()
	const [, older, newer] = requests
	expect([older?.signal.aborted, newer?.signal.aborted]).toEqual([true, false])
	await older?.succeed()
	expect(list.state()).toMatchObject({ topics: ['1'], fetching: 'all' })
	await newer?.succeed('10')
	expect(list.state()).toMatchObject({ topics: ['10'], fetching: undefined })
})

test('[PAGE-07] a refresh keeps the first page alone, and fetches no other', async () => {
	const list = observeList()
	await lastRequest().succeed()
	await list.fetchNextPage()
	await lastRequest().succeed()
	await list.refresh()
	expect(list.state().topics).toEqual(['1'])
	await lastRequest().succeed()
	expect(list.state().topics).toEqual(['1'])
	expect(requestedPages()).toEqual([1, 2, 1])
})

test('refetching fetches all the pages there are, and shows them when the last has come', async () => {
	const list = observeList()
	await lastRequest().succeed()
	await list.fetchNextPage()
	await lastRequest().succeed()
	await list.refetch()
	await lastRequest().succeed('11')
	expect(list.state().topics).toEqual(['1', '2'])
	await lastRequest().succeed('12')
	expect(list.state().topics).toEqual(['11', '12'])
	expect(requestedPages()).toEqual([1, 2, 1, 2])
})

test('[PAGE-16] the next page waits for a fetch of all pages, so that those are as fresh as it is', async () => {
	const list = observeList()
	await lastRequest().succeed()
	await list.refetch()
	await list.fetchNextPageTwice()
	expect(requestedPages()).toEqual([1, 1])
	await lastRequest().succeed('11')
	expect(list.state()).toMatchObject({ topics: ['11'], fetching: 'next' })
	await lastRequest().succeed('12')
	expect(list.state().topics).toEqual(['11', '12'])
	expect(requestedPages()).toEqual([1, 1, 2])

	await list.refetch()
	await list.fetchNextPage()
	await lastRequest().fail('offline')
	expect(list.state()).toMatchObject({ topics: ['11', '12'], fetching: undefined, failed: { part: 'all' } })
	expect(requestedPages()).toEqual([1, 1, 2, 1])
})

test('refetching ends where the list has become shorter', async () => {
	const list = observeList()
	await lastRequest().succeed()
	await list.fetchNextPage()
	await lastRequest().succeed()
	await list.refetch()
	lastPage = 1
	await lastRequest().succeed('9')
	expect(list.state().topics).toEqual(['9'])
	expect(requestedPages()).toEqual([1, 2, 1])
})

test('[LIST-43] pages stay when fetching them again fails, and each failure says what failed', async () => {
	const list = observeList()
	await lastRequest().succeed()
	await list.fetchNextPage()
	await lastRequest().fail('offline')
	const first = list.failed()
	expect(list.state()).toMatchObject({ topics: ['1'], failed: { part: 'next', refusal: 'offline' } })
	await list.refetch()
	expect(list.failed()).toBe(first)
	await lastRequest().fail('offline')
	expect(list.state()).toMatchObject({ topics: ['1'], failed: { part: 'all', refusal: 'offline' } })
	await list.refetch()
	await lastRequest().succeed()
	expect(list.failed()).toBeUndefined()
})

test('without any page, the failure stays while it is tried again, and goes with the answer', async () => {
	const list = observeList()
	await lastRequest().fail('offline')
	await list.refetch()
	expect(list.state()).toMatchObject({
		topics: undefined,
		fetching: 'all',
		failed: { part: 'all', refusal: 'offline' },
	})
	await lastRequest().succeed()
	expect(list.state()).toMatchObject({ topics: ['1'], failed: undefined })
})

test('when the page becomes visible it is fetched again, unless that is under way', async () => {
	observeList()
	await showPage()
	expect(requestedPages()).toEqual([1])
	await lastRequest().succeed()
	await showPage()
	expect(requestedPages()).toEqual([1, 1])
})

test('once the server can be reached again, an observed query that failed is fetched again, and nothing else', async () => {
	const successful = observeList()
	await lastRequest().succeed()
	await reachServerAgain()
	expect(requestedPages()).toEqual([1])
	successful.unmount()

	const failed = observeList()
	await lastRequest().fail('offline')
	await reachServerAgain()
	expect(requestedPages()).toEqual([1, 1, 1])
	await lastRequest().fail('offline')
	failed.unmount()
	await reachServerAgain()
	expect(requestedPages()).toEqual([1, 1, 1])
})

test('leaving cancels a fetch; coming back shows what was there while it is fetched again', async () => {
	const { client, refetch, unmount } = observeList()
	await lastRequest().succeed()
	await refetch()
	unmount()
	expect(lastRequest().signal.aborted).toBe(true)
	const again = observeList(client)
	expect(again.state()).toEqual({ topics: ['1'], fetching: 'all', failed: undefined })
	expect(requestedPages()).toEqual([1, 1, 1])
})

test('what nobody observes is forgotten after five minutes', async () => {
	const { client, unmount } = observeList()
	await lastRequest().succeed()
	vi.useFakeTimers()
	unmount()
	vi.advanceTimersByTime(keepUnusedMs - 1)
	expect(client.getQueryCache().getAll()).toHaveLength(1)
	vi.advanceTimersByTime(1)
	expect(client.getQueryCache().getAll()).toHaveLength(0)
	expect(keepUnusedMs).toBe(5 * 60_000)
})

test('a call without pages gives what is selected of its answer, and the failure of a later fetch beside it', async () => {
	const { wrapper } = observeList()
	const { result } = renderHook(
		() =>
			useCallQuery(
				calls.all,
				{ type: 1, page: 1, pageSize: 5 },
				{ select: ({ meetings }) => meetings.meetings.length },
			),
		{ wrapper },
	)
	expect(result.current).toMatchObject({ data: undefined, failure: undefined, isFetching: true })
	await lastRequest().succeed()
	expect(result.current).toMatchObject({ data: 1, failure: undefined, isFetching: false })
	await act(async () => void result.current.refetch())
	await lastRequest().fail('forbidden')
	expect(result.current).toMatchObject({ data: 1, failure: { refusal: 'forbidden' }, isFetching: false })
})

test('what is shown is fetched again after something outside the screens has changed it, and what is shown no more is not', async () => {
	const { result, unmount } = renderHook(() => useCallQuery(calls.all, { type: 1, page: 7, pageSize: 5 }), {
		wrapper: QueryProvider,
	})
	await lastRequest().succeed('before')
	act(() => refetchShown())
	await lastRequest().succeed('after')
	expect(result.current.data?.meetings.meetings).toMatchObject([{ topic: 'after' }])
	unmount()
	act(() => refetchShown())
	expect(requestedPages()).toEqual([7, 7])
})
