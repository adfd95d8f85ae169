import { expect, test } from 'vitest'
import { aMeeting, aPage } from '../../../testing/aMeeting.ts'
import {
	hasNextPage,
	isOnlyFirstPage,
	listRequest,
	type MeetingListQuery,
	type PagesQuery,
	toListState,
} from './useMeetingList.ts'

const query = (fields: Partial<PagesQuery> = {}): PagesQuery => ({
	pages: [],
	fetching: undefined,
	failed: undefined,
	...fields,
})
const failedWith = (refusal: string) => ({ part: 'all', failure: { refusal } }) as const
const one = aMeeting({ meetingId: '100000001' as never })
const two = aMeeting({ meetingId: '100000002' as never })

test('before the first answer the list is loading', () => {
	expect(toListState(query({ pages: undefined }))).toEqual({ status: 'loading' })
})

test('[LIST-12] a day without meetings is empty', () => {
	expect(toListState(query({ pages: [aPage([])] }))).toEqual({ status: 'empty' })
})

test('[PAGE-08] a further page is appended', () => {
	const list = toListState(query({ pages: [aPage([one]), aPage([two], { hasMore: true })] }))
	expect(list).toEqual({ status: 'loaded', meetings: [one, two], tail: 'more' })
})

test('an entry repeated by the next page is shown once, two occurrences of a series on one day are both shown', () => {
	const again = { ...one, startTime: '2026-11-21 16:00:00' }
	const list = toListState(query({ pages: [aPage([one, two]), aPage([two, again])] }))
	expect(list).toMatchObject({ meetings: [one, two, again] })
})

test.each(['offline', 'timeout'] as const)(
	'[LIST-43] [PAGE-15] without an answer (%s) the network error is shown',
	refusal => {
		expect(toListState(query({ pages: undefined, failed: failedWith(refusal) }))).toEqual({ status: 'offline' })
	},
)

test.each(['broken', 'unknown', 'tooMany', 'signedOut'] as const)(
	'[LIST-42] an answer that is no list (%s) is another error',
	refusal => {
		expect(toListState(query({ pages: undefined, failed: failedWith(refusal) }))).toEqual({ status: 'failed' })
	},
)

test('[LIST-43] what was loaded stays when loading it again fails', () => {
	const list = toListState(query({ pages: [aPage([one])], failed: failedWith('offline') }))
	expect(list).toEqual({ status: 'loaded', meetings: [one], tail: 'end', error: 'offline' })
})

test('an empty day that cannot be loaded again is not shown as empty', () => {
	expect(toListState(query({ pages: [aPage([])], failed: failedWith('offline') }))).toEqual({ status: 'offline' })
})

test('[PAGE-10] the server says whether there is more; an empty page is the end, even where it promises more', () => {
	expect(hasNextPage(aPage([one], { hasMore: true }))).toBe(true)
	expect(hasNextPage(aPage([one], { hasMore: false }))).toBe(false)
	expect(hasNextPage(aPage([], { hasMore: true }))).toBe(false)
})

test('[PAGE-08] the end of the list shows what can be expected there', () => {
	const pages = [aPage([one], { hasMore: true })]
	const loaded = query({ pages })
	const failed = { part: 'next', failure: { refusal: 'broken' } } as const
	const tailOf = (state: PagesQuery) => {
		const list = toListState(state)
		return list.status === 'loaded' && list.tail
	}
	expect(tailOf(loaded)).toBe('more')
	expect(tailOf({ ...loaded, pages: [...pages, aPage([two])] })).toBe('end')
	expect(tailOf({ ...loaded, failed })).toBe('failed')
	expect(tailOf({ ...loaded, failed, fetching: 'next' })).toBe('loading')
	expect(tailOf({ ...loaded, failed: { ...failed, part: 'all' }, fetching: 'all' })).toBe('more')
})

test('[PAGE-11] only an empty second page says that the first is all there is', () => {
	expect(isOnlyFirstPage([aPage([one]), aPage([])])).toBe(true)
	expect(isOnlyFirstPage([aPage([one])])).toBe(false)
	expect(isOnlyFirstPage([aPage([one]), aPage([two])])).toBe(false)
	expect(isOnlyFirstPage([aPage([one]), aPage([two]), aPage([])])).toBe(false)
})

test('[PAGE-02] [PAGE-06] lists of another scope, company, day or other keywords are cached separately', () => {
	const list: MeetingListQuery = { scope: 'own', userId: 'u', companyId: 'c', today: '2026-11-21', keywords: '' }
	const others: Partial<MeetingListQuery>[] = [
		{ scope: 'company' },
		{ userId: 'v' },
		{ companyId: 'd' },
		{ day: '2026-11-22' },
		{ keywords: 'x' },
	]
	const cacheKey = (query: MeetingListQuery) => {
		const { call, input, scope } = listRequest(query)
		return JSON.stringify([call.route, input, scope])
	}
	const keys = [list, ...others.map(other => ({ ...list, ...other }))].map(cacheKey)
	expect(new Set(keys).size).toBe(keys.length)
	expect(cacheKey({ ...list, day: '2026-11-21' })).toBe(cacheKey(list))
})
