import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { clearDraft, type DraftKind, isUnsent, parseDraftKind } from './draftStorage.ts'

const formPaths = { create: '/MeetingList/CreateMeeting', edit: '/MeetingList/EditMeeting' } as const
const pickerPaths = ['/frequency', '/selectMembers', '/searchMembers', '/members', '/searchHost']

/**
 * For the form and every screen one visits from it: leaving for anywhere else forgets what was written (CREATE-02,
 * STORE-08). What waits for somebody to sign in again is kept while they do.
 */
export function useClearDraftOnLeave(from: DraftKind): void {
	const router = useRouter()
	useEffect(
		() => () => {
			const { pathname, search } = router.state.location
			const isVisit = pickerPaths.includes(pathname) && parseDraftKind((search as { from?: string }).from) === from
			const isToSignIn = pathname === '/Login' && isUnsent(from)
			if (pathname !== formPaths[from] && !isVisit && !isToSignIn) clearDraft(from)
		},
		[router, from],
	)
}
