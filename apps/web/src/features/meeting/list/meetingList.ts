import type { meeting as calls, Meeting, MeetingPage } from '@parley/api'
import { limits } from '@parley/core'
import type { Answers } from '../../../answers/index.ts'
import type { ApiFailure } from '../../../api/index.ts'

export type ListFailure = ApiFailure<typeof calls.own>

/** The list of a day. Each state says what there is to show; the screen owns the words. */
export type MeetingListState =
	| { at: 'loading' }
	| { at: 'empty' }
	| { at: ListErrorKind }
	| { at: 'shown'; meetings: readonly Meeting[]; tail: ListTail; trouble?: ListErrorKind }

export type ListErrorKind = 'unreachable' | 'refused'
export type ListTail = 'more' | 'loading' | 'end' | 'failed'

/** What is known of the list at one moment. */
export interface ListSnapshot {
	pages: readonly MeetingPage[] | undefined
	/** Why the last loading of the list, not of a further page, came to nothing. */
	failure: Pick<ListFailure, 'refusal'> | null
	tail: ListTail
}

/** What was loaded once stays in sight, whatever comes after it (LIST-43). */
export function toListState({ pages, failure, tail }: ListSnapshot): MeetingListState {
	const trouble = failure ? listErrorKind(failure) : undefined
	const meetings = pages && withoutDuplicates(pages.flatMap(page => page.meetings.meetings))
	if (meetings && meetings.length > 0) return { at: 'shown', meetings, tail, ...(trouble && { trouble }) }
	if (trouble) return { at: trouble }
	return { at: meetings ? 'empty' : 'loading' }
}

/** No answer is one thing, an answer that is no list another (LIST-42, LIST-43). */
export const listErrorKind = ({ refusal }: Pick<ListFailure, 'refusal'>): ListErrorKind =>
	refusal === 'offline' || refusal === 'timeout' ? 'unreachable' : 'refused'

/** An empty page is the end, whatever the server promised (PAGE-09, PAGE-10). */
export const hasNextPage = ({ meetings: { meetings, hasMore } }: MeetingPage): boolean => hasMore && meetings.length > 0

/** What stands at the end of the pages that are here. */
export function tailOf({ pages, asking, failed }: Answers<MeetingPage, unknown>): ListTail {
	if (asking === 'next') return 'loading'
	if (failed?.part === 'next') return 'failed'
	const last = pages?.at(-1)
	return last && hasNextPage(last) ? 'more' : 'end'
}

/** PAGE-11: the second page came empty, so the first is all there is. */
export const isOnlyFirstPage = (pages: readonly MeetingPage[]): boolean =>
	pages.length === limits.firstPage + 1 && pages[limits.firstPage]?.meetings.meetings.length === 0

/** A page repeats what moved down from the one before when somebody scheduled something earlier meanwhile. */
function withoutDuplicates(meetings: readonly Meeting[]): Meeting[] {
	const seen = new Set<string>()
	return meetings.filter(meeting => {
		const key = occurrenceKey(meeting)
		return !seen.has(key) && seen.add(key)
	})
}

/** What tells one entry of the day from another: a room may stand on it more than once. */
export const occurrenceKey = ({ meetingId, startTime }: Pick<Meeting, 'meetingId' | 'startTime'>): string =>
	`${meetingId} ${startTime}`

/** How the keys of everybody's kept lists begin. */
export const listKeyPrefix = (userId: string | undefined): string => `meeting list ${userId}`

/** The list a person sees; another company, another day or other words are another list. */
export interface MeetingListQuery {
	/** Their own, or all of the company (OP-073). */
	scope: 'own' | 'all'
	userId: string
	companyId: string | undefined
	/** `YYYY-MM-DD` by the server's clock. */
	today: string
	/** Another day than today. */
	day?: string | undefined
	/** What is searched for; empty for everything. */
	keywords: string
}

/** What is typed comes last, so that it cannot be taken for something else. */
export const listKey = ({ scope, userId, companyId, today, day, keywords }: MeetingListQuery): string =>
	`${listKeyPrefix(userId)} ${scope} ${companyId} ${day ?? today} ${keywords}`
