import { Outlet } from '@tanstack/react-router'
import { ChallengeRequest } from './ChallengeRequest.tsx'
import { useGlobalOverlay } from './globalOverlay.ts'
import { Notifications } from './Notifications.tsx'

/** Around every screen. */
export function Root() {
	const { Component: Overlay } = useGlobalOverlay()
	return (
		<>
			<Notifications />
			<ChallengeRequest />
			{Overlay && <Overlay />}
			<Outlet />
		</>
	)
}
