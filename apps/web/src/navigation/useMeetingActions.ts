import type { Meeting } from '@parley/api'
import type { MeetingPassword } from '@parley/core'
import { useNavigate } from '@tanstack/react-router'
import { useJoinFromList } from '../features/joining/index.ts'
import type { DayViewProps, MeetingReader } from '../features/meeting/index.ts'
import { isLaptop, loadFailure } from '../ui/index.ts'
import { useOngoingMeetingId } from './globalOverlay.ts'

/** Actions of the buttons of a meeting card on the screens of a day's list. */
export function useMeetingActions(reader: MeetingReader): DayViewProps['actions'] {
	const navigate = useNavigate()
	const edit = useEditNavigation()
	const { joiningId, join } = useJoinFromList(reader, {
		onSignInNeeded: meetingId =>
			void navigate({
				to: '/Login',
				search: { meetingId, publicJoin: 'true', hasPwd: 'false', needLogin: 'true' },
			}),
	})
	return {
		joiningId,
		join,
		ongoingId: useOngoingMeetingId(),
		returnToCall: ({ meetingId }) => void navigate({ to: '/room/$meetingId', params: { meetingId } }),
		// In two panes the list stays where it is scrolled to.
		showDetail: ({ meetingId }) =>
			void navigate({ to: '/detail/$meetingId', params: { meetingId }, resetScroll: !isLaptop() }),
		edit,
		preview: ({ meetingId }) => void navigate({ to: '/preview', search: { from: 'meetingList', meetingId } }),
		openDesk: ({ meetingId }) => void navigate({ to: '/liveDesk/$meetingId', params: { meetingId } }),
	}
}

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** The edit form starts at this password of the meeting. */
		startsAtPassword?: MeetingPassword | undefined
	}
}

/** Opens the edit form of a meeting. The code for its address is loaded with the tap: few people who see a meeting may edit it. */
export function useEditNavigation(): (
	meeting: Meeting,
	state?: { startsAtPassword: MeetingPassword | undefined },
) => void {
	const navigate = useNavigate()
	return (meeting, state = { startsAtPassword: undefined }) =>
		void import('../features/scheduling/index.ts').then(
			// ROUTE-39: the fields of the meeting are in the address.
			({ toEditSearch }) => navigate({ to: '/MeetingList/EditMeeting', search: toEditSearch(meeting), state }),
			() => loadFailure.report(),
		)
}
