import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** One page back; without history, to the parent screen. */
export function useBack(
	home: '/' | '/MeetingList' | '/MeetingList/Personal' | '/MeetingList/Personal/help' | '/publicMeeting' = '/',
): () => void {
	const router = useRouter()
	const canGoBack = useCanGoBack()
	return () => (canGoBack ? router.history.back() : void router.navigate({ to: home, replace: true }))
}
