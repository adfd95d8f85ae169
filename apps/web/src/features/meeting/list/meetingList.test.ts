import { expect, test } from 'vitest'
import { aMeeting, aPage } from '../../../testing/aMeeting.ts'
import {
	hasNextPage,
	isOnlyFirstPage,
	type ListSnapshot,
	listKey,
	type MeetingListQuery,
	tailOf,
	toListState,
} from './meetingList.ts'

const snapshot = (fields: Partial<ListSnapshot> = {}): ListSnapshot => ({
	pages: [],
	failure: null,
	tail: 'end',
	...fields,
})
const one = aMeeting({ meetingId: '100000001' as never })
const two = aMeeting({ meetingId: '100000002' as never })

test('before the first answer the list is loading', () => {
	expect(toListState(snapshot({ pages: undefined }))).toEqual({ at: 'loading' })
})

test('[LIST-12] a day without meetings is empty', () => {
	expect(toListState(snapshot({ pages: [aPage([])] }))).toEqual({ at: 'empty' })
})

test('[PAGE-08] a further page is appended', () => {
	const list = toListState(snapshot({ pages: [aPage([one]), aPage([two])], tail: 'more' }))
	expect(list).toEqual({ at: 'shown', meetings: [one, two], tail: 'more' })
})

test('an entry that slid onto the next page stands once, a room that comes twice a day stands twice', () => {
	const again = { ...one, startTime: '2026-11-21 16:00:00' }
	const list = toListState(snapshot({ pages: [aPage([one, two]), aPage([two, again])] }))
	expect(list).toMatchObject({ meetings: [one, two, again] })
})

test.each(['offline', 'timeout'] as const)('[LIST-43] [PAGE-15] no answer (%s) is the network panel', refusal => {
	expect(toListState(snapshot({ pages: undefined, failure: { refusal } }))).toEqual({ at: 'unreachable' })
})

test.each(['broken', 'unknown', 'tooMany', 'signedOut'] as const)(
	'[LIST-42] an answer that is no list (%s) is another trouble',
	refusal => {
		expect(toListState(snapshot({ pages: undefined, failure: { refusal } }))).toEqual({ at: 'refused' })
	},
)

test('[LIST-43] what was loaded stays in sight when loading it again fails', () => {
	const list = toListState(snapshot({ pages: [aPage([one])], failure: { refusal: 'offline' } }))
	expect(list).toEqual({ at: 'shown', meetings: [one], tail: 'end', trouble: 'unreachable' })
})

test('an empty day that cannot be looked at again does not claim to be empty', () => {
	expect(toListState(snapshot({ pages: [aPage([])], failure: { refusal: 'offline' } }))).toEqual({ at: 'unreachable' })
})

test('[PAGE-09] [PAGE-10] the server says whether there is more; an empty page is the end, even where it promises more', () => {
	expect(hasNextPage(aPage([one], { hasMore: true }))).toBe(true)
	expect(hasNextPage(aPage([one], { hasMore: false }))).toBe(false)
	expect(hasNextPage(aPage([], { hasMore: true }))).toBe(false)
})

test('[PAGE-08] the end of the list says what is to be expected there', () => {
	const pages = [aPage([one], { hasMore: true })]
	const known = { pages, asking: undefined, failed: undefined }
	const failed = { part: 'next', failure: {} } as const
	expect(tailOf(known)).toBe('more')
	expect(tailOf({ ...known, pages: [...pages, aPage([two])] })).toBe('end')
	expect(tailOf({ ...known, failed })).toBe('failed')
	expect(tailOf({ ...known, failed, asking: 'next' })).toBe('loading')
	expect(tailOf({ ...known, failed: { ...failed, part: 'whole' }, asking: 'whole' })).toBe('more')
})

test('[PAGE-11] only an empty second page says that the first is all there is', () => {
	expect(isOnlyFirstPage([aPage([one]), aPage([])])).toBe(true)
	expect(isOnlyFirstPage([aPage([one])])).toBe(false)
	expect(isOnlyFirstPage([aPage([one]), aPage([two])])).toBe(false)
	expect(isOnlyFirstPage([aPage([one]), aPage([two]), aPage([])])).toBe(false)
})

test('[PAGE-02] [PAGE-06] another list, company, day or other words are kept apart', () => {
	const list: MeetingListQuery = { scope: 'own', userId: 'u', companyId: 'c', today: '2026-11-21', keywords: '' }
	const others: Partial<MeetingListQuery>[] = [
		{ scope: 'all' },
		{ userId: 'v' },
		{ companyId: 'd' },
		{ day: '2026-11-22' },
		{ keywords: 'x' },
	]
	const keys = [list, ...others.map(other => ({ ...list, ...other }))].map(listKey)
	expect(new Set(keys).size).toBe(keys.length)
	expect(listKey({ ...list, day: '2026-11-21' })).toBe(listKey(list))
})
