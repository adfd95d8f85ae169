import { Outlet } from '@tanstack/react-router'
import { ChallengeRequest } from './ChallengeRequest.tsx'
import { Notifications } from './Notifications.tsx'

/** Around every screen. */
export function Root() {
	return (
		<>
			<Notifications />
			<ChallengeRequest />
			<Outlet />
		</>
	)
}
