import { useCanGoBack, useRouter } from '@tanstack/react-router'

/** One page back; where the page was opened at its address, to the screen it belongs to. */
export function useBack(
	home: '/' | '/MeetingList' | '/MeetingList/Personal' | '/MeetingList/Personal/help' | '/publicMeeting' = '/',
): () => void {
	const router = useRouter()
	const canGoBack = useCanGoBack()
	return () => (canGoBack ? router.history.back() : void router.navigate({ to: home, replace: true }))
}
