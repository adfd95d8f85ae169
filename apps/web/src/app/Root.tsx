import { Outlet } from '@tanstack/react-router'
import { Notifications } from './Notifications.tsx'

/** Around every screen. */
export function Root() {
	return (
		<>
			<Notifications />
			<Outlet />
		</>
	)
}
