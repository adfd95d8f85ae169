import { Outlet } from '@tanstack/react-router'
import { useGlobalOverlay } from '../navigation/globalOverlay.ts'
import { ChallengeRequest } from './ChallengeRequest.tsx'
import { Calls } from './calls/Calls.tsx'
import { Notifications } from './Notifications.tsx'

/** Around every screen. */
export function Root() {
	const { Component: Overlay } = useGlobalOverlay()
	return (
		<>
			<Notifications />
			<ChallengeRequest />
			<Calls />
			{Overlay && <Overlay />}
			<Outlet />
		</>
	)
}
