import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type DraftOf, draftFrom, forgetDraft, isUnsent } from './draftStore.ts'

const forms = { create: '/MeetingList/CreateMeeting', edit: '/MeetingList/EditMeeting' } as const
const visited = ['/frequency', '/selectMembers', '/searchMembers', '/members', '/searchHost']

/**
 * For the form and every screen one visits from it: leaving for anywhere else forgets what was written (CREATE-02,
 * STORE-08). What waits for somebody to sign in again is kept while they do.
 */
export function useDraftStay(from: DraftOf): void {
	const router = useRouter()
	useEffect(
		() => () => {
			const { pathname, search } = router.state.location
			const isVisit = visited.includes(pathname) && draftFrom((search as { from?: string }).from) === from
			const isToSignIn = pathname === '/Login' && isUnsent(from)
			if (pathname !== forms[from] && !isVisit && !isToSignIn) forgetDraft(from)
		},
		[router, from],
	)
}
