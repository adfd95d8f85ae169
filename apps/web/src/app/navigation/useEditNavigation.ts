import type { Meeting } from '@parley/api'
import { useNavigate } from '@tanstack/react-router'
import { loadFailure } from '../../ui/index.ts'

/** Opens the edit form of a meeting. What fills its address is loaded with the tap: few who see a meeting may edit it. */
export function useEditNavigation(): (meeting: Meeting) => void {
	const navigate = useNavigate()
	return meeting =>
		void import('../../features/scheduling/index.ts').then(
			// ROUTE-39: the fields of the meeting are in the address.
			({ toEditSearch }) => navigate({ to: '/MeetingList/EditMeeting', search: toEditSearch(meeting) }),
			() => loadFailure.report(),
		)
}
