import type { JoinParameters } from '@parley/api'
import { useNavigate } from '@tanstack/react-router'
import { getMetaContent } from '../../api/index.ts'
import { createAppUrl, createOpenAppDeps, openApp } from '../../features/joining/index.ts'
import { useAction } from '../../ui/index.ts'

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** The invitation is shown because the app did not open, not because a person was invited. */
		isAppMissing?: boolean
	}
}

/** Opens the app from a browser without a shell; where there is no app, the page to download it follows (LINK-14). */
export function useOpenApp() {
	const navigate = useNavigate()
	// Does not navigate if the user has left the screen.
	const [open, isOpening] = useAction(
		(parameters: JoinParameters) => {
			const url = createAppUrl(parameters, getMetaContent('app-scheme'), window.location.origin)
			return openApp(url, createOpenAppDeps())
		},
		outcome =>
			outcome === 'notOpened' ? navigate({ to: '/invite', search: {}, state: { isAppMissing: true } }) : undefined,
	)

	return { isOpening, open }
}
