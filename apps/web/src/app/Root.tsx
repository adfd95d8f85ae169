import { Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useWoken } from './useWoken.ts'

// Without a network they may not come; the screen in front of the person must not fall with them.
const Notices = lazy<ComponentType>(() =>
	import('./Notices.tsx').then(
		({ Notices }) => ({ default: Notices }),
		() => ({ default: () => null }),
	),
)

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
