import { Outlet } from '@tanstack/react-router'
import { ChallengeRequest } from './ChallengeRequest.tsx'
import { Notifications } from './Notifications.tsx'
import { useOverScreens } from './overScreens.ts'

/** Around every screen. */
export function Root() {
	const { Component: OverScreens } = useOverScreens()
	return (
		<>
			<Notifications />
			<ChallengeRequest />
			{OverScreens && <OverScreens />}
			<Outlet />
		</>
	)
}
