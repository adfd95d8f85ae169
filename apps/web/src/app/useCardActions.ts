import type { Meeting } from '@parley/api'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi } from '../api/index.ts'
import { findJoinDestination, type JoinDestination, shownMeeting } from '../features/joining/index.ts'
import type { CardActs, Viewer } from '../features/meeting/index.ts'
import { toEditSearch } from '../features/scheduling/index.ts'
import { m } from '../locales/index.ts'
import { toast } from '../ui/index.ts'

type Navigate = ReturnType<typeof useNavigate>

/** What the buttons of a meeting card do. A meeting is fetched again before it is joined (JOIN-29 to JOIN-33). */
export function useCardActions(viewer: Viewer): (refresh: () => Promise<void>) => Omit<CardActs, 'onRemove'> {
	const navigate = useNavigate()
	const [joiningId, setJoiningId] = useState<string>()

	async function join({ meetingId }: Meeting, refresh: () => Promise<void>) {
		if (joiningId !== undefined) return
		setJoiningId(meetingId)
		const outcome = await findJoinDestination(meetingId, viewer, callApi)
		setJoiningId(undefined)
		await openJoinOutcome(outcome, navigate, refresh)
	}

	return refresh => ({
		joiningId,
		onJoin: meeting => void join(meeting, refresh),
		onDetail: ({ meetingId }) => void navigate({ to: '/detail/$meetingId', params: { meetingId } }),
		onEdit: meeting => void openEditScreen(meeting, navigate),
	})
}

/** Opens the screen the join continues on; where there is nothing to join, the list is fetched again. */
function openJoinOutcome(outcome: JoinDestination, navigate: Navigate, refresh: () => Promise<void>): unknown {
	switch (outcome.at) {
		case 'join': {
			shownMeeting.set(outcome.meeting)
			const { meetingId } = outcome.meeting
			return navigate({
				to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
				params: { meetingId, hasPwd: outcome.hasPwd },
			})
		}
		case 'login':
			return navigate({
				to: '/Login',
				search: { meetingId: outcome.meetingId, publicJoin: 'true', hasPwd: 'false', needLogin: 'true' },
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

/** Opens the edit screen with the fields of the meeting in the address (ROUTE-39). */
export const openEditScreen = (meeting: Meeting, navigate: Navigate) =>
	navigate({ to: '/MeetingList/EditMeeting', search: toEditSearch(meeting) })
