import { useNavigate } from '@tanstack/react-router'
import { useJoinFromList } from '../features/joining/index.ts'
import type { DayViewProps, Viewer } from '../features/meeting/index.ts'
import { useEditNavigation } from './navigation/useEditNavigation.ts'

/** What the buttons of a meeting card do on the screens of a day's list. */
export function useMeetingActions(viewer: Viewer): DayViewProps['actions'] {
	const navigate = useNavigate()
	const edit = useEditNavigation()
	const { joiningId, join } = useJoinFromList(viewer, {
		onSignInNeeded: meetingId =>
			void navigate({
				to: '/Login',
				search: { meetingId, publicJoin: 'true', hasPwd: 'false', needLogin: 'true' },
			}),
	})
	return {
		joiningId,
		join,
		showDetail: ({ meetingId }) => void navigate({ to: '/detail/$meetingId', params: { meetingId } }),
		edit,
	}
}
