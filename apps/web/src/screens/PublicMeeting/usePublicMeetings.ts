import { meeting as calls, type Meeting, type MeetingPage } from '@parley/api'
import { limits } from '@parley/core'
import { useAnswers } from '../../answers/index.ts'
import { type ApiFailure, callApi } from '../../api/index.ts'

/** The list as the screen shows it. What was loaded once stays in sight (LIST-43). */
export type PublicList =
	| { at: 'loading' | 'empty' | 'failed' }
	| { at: 'shown'; meetings: readonly Meeting[]; tail: 'more' | 'loading' | 'end' | 'failed' }

const hasNext = ({ meetings: { meetings, hasMore } }: MeetingPage) => hasMore && meetings.length > 0

/** Today's meetings that anybody may join, page by page (OP-073, OP-074, OP-144). */
export function usePublicMeetings(today: string) {
	const { pages, asking, failed, refresh, more } = useAnswers<MeetingPage, ApiFailure<typeof calls.all>>(
		`meeting public ${today}`,
		{
			ask: (page, signal) =>
				// Asked as nobody: whoever looks after a company sees the public ones here too.
				callApi(
					calls.all,
					{ page, pageSize: limits.pageSize, type: 1 },
					{ quiet: true, handles401: true, unauth: true, signal },
				),
			hasNext,
		},
	)
	return { list: listOf(), isRefreshing: pages !== undefined && asking === 'whole', refresh, more }

	function listOf(): PublicList {
		const meetings = pages?.flatMap(page => page.meetings.meetings)
		if (!meetings) return { at: failed ? 'failed' : 'loading' }
		if (meetings.length === 0) return { at: failed ? 'failed' : 'empty' }
		return { at: 'shown', meetings, tail: tailOf() }
	}

	function tailOf() {
		if (asking === 'next') return 'loading'
		if (failed?.part === 'next') return 'failed'
		const last = pages?.at(-1)
		return last && hasNext(last) ? 'more' : 'end'
	}
}
