import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useWoken } from './useWoken.ts'

const Notices = lazy(async () => ({ default: (await import('./Notices.tsx')).Notices }))

/** What stands around every screen. Notices come with the first touch, so that they listen before there is one. */
export function Root() {
	const woken = useWoken()
	return (
		<>
			{woken && (
				<Suspense>
					<Notices />
				</Suspense>
			)}
			<Outlet />
		</>
	)
}
