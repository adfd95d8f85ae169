import { Outlet, useRouterState } from '@tanstack/react-router'
import { useGlobalOverlay } from '../navigation/globalOverlay.ts'
import { isPaned } from '../navigation/panes.ts'
import { ChallengeRequest } from './ChallengeRequest.tsx'
import { Calls } from './calls/Calls.tsx'
import { Notifications } from './Notifications.tsx'
import { PanedScreen } from './PanedScreen.tsx'

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

function Screen() {
	const hasPanes = useRouterState({ select: ({ matches }) => isPaned(matches.at(-1)?.staticData.screen) })
	if (!hasPanes) return <Outlet />
	return (
		<PanedScreen>
			<Outlet />
		</PanedScreen>
	)
}
