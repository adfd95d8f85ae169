import { Outlet, useRouterState } from '@tanstack/react-router'
import { useGlobalOverlay } from '../navigation/globalOverlay.ts'
import { isPaned } from '../navigation/panes.ts'
import { lazyComponent, useIsLaptop } from '../ui/index.ts'
import { ChallengeRequest } from './ChallengeRequest.tsx'
import { Calls } from './calls/Calls.tsx'
import { Notifications } from './Notifications.tsx'

// Phones never load it.
const MeetingPanes = lazyComponent(async () => (await import('../screens/MeetingList/MeetingPanes.tsx')).MeetingPanes, {
	fallback: () => <Outlet />,
})

/** Around every screen. */
export function Root() {
	const { Component: Overlay } = useGlobalOverlay()
	return (
		<>
			<Notifications />
			<ChallengeRequest />
			<Calls />
			{Overlay && <Overlay />}
			<Screen />
		</>
	)
}

/** A laptop has room for the list of meetings and one of them (LAYOUT-09). */
function Screen() {
	const isLaptop = useIsLaptop()
	const hasPanes = useRouterState({ select: ({ matches }) => isPaned(matches.at(-1)?.staticData.screen) })
	if (!isLaptop || !hasPanes) return <Outlet />
	return (
		<MeetingPanes>
			<Outlet />
		</MeetingPanes>
	)
}
