import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** One page back; without history, to the parent screen. */
export function useBack(
	home: '/' | '/MeetingList' | '/MeetingList/Personal' | '/MeetingList/Personal/help' | '/publicMeeting' = '/',
): () => void {
	const router = useRouter()
	const canGoBack = useCanGoBack()
	return () => (canGoBack ? router.history.back() : void router.navigate({ to: home, replace: true }))
}

/** To one screen, wherever a person came from: one page back where that is it, else in place of this one. */
export function useBackTo(screen: '/MeetingList' | '/MeetingList/Personal'): () => void {
	const router = useRouter()
	const back = useBack(screen)
	// While a screen is rendered for the first time, this still is the one before.
	const [isBefore] = useState(() => router.state.resolvedLocation?.pathname === screen)
	return () => (isBefore ? back() : void router.navigate({ to: screen, replace: true }))
}
