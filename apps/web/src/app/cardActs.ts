import type { Meeting } from '@parley/api'
import type { useNavigate } from '@tanstack/react-router'
import { callApi } from '../api/index.ts'
import { type FromList, joinFromList, seen } from '../features/joining/index.ts'
import type { Viewer } from '../features/meeting/index.ts'
import { editSearch } from '../features/scheduling/index.ts'
import { m } from '../locales/index.ts'
import { toast } from '../ui/index.ts'

// What the cards of a list lead to. It comes behind the list.

type Navigate = ReturnType<typeof useNavigate>

/** The meeting is looked at anew first (JOIN-29 to JOIN-33). */
export const look = ({ meetingId }: Meeting, viewer: Viewer): Promise<FromList> =>
	joinFromList(meetingId, viewer, callApi)

/** Goes where joining leads; where there is nothing to join the list is asked for again. */
export function follow(way: FromList, navigate: Navigate, refresh: () => Promise<void>): unknown {
	switch (way.at) {
		case 'join': {
			seen.keep(way.meeting)
			const { meetingId } = way.meeting
			return navigate({
				to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
				params: { meetingId, hasPwd: way.hasPwd },
			})
		}
		case 'login':
			return navigate({
				to: '/Login',
				search: { meetingId: way.meetingId, publicJoin: 'true', hasPwd: 'false', needLogin: 'true' },
			})
		case 'unreachable':
			return toast.show(m.net_timeout(), { tone: 'error' })
		case 'over':
			toast.show(m.meeting_over_toast())
			return refresh()
		case 'gone':
			toast.show(m.meeting_not_found_toast(), { tone: 'error' })
			return refresh()
	}
}

/** The edit screen, with what is known of the meeting (ROUTE-39). */
export const edit = (meeting: Meeting, navigate: Navigate) =>
	navigate({ to: '/MeetingList/EditMeeting', search: editSearch(meeting) })
