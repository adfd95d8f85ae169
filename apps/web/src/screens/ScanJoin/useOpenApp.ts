import type { JoinParameters } from '@parley/api'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { getMetaContent } from '../../api/index.ts'
import { createAppUrl, createOpenAppDeps, openApp } from '../../features/joining/index.ts'

declare module '@tanstack/react-router' {
	interface HistoryState {
		/** The invitation is shown because the app did not open, not because a person was invited. */
		isAppMissing?: boolean
	}
}

/** Opens the app from a browser without a shell; where there is no app, the page to download it follows (LINK-14). */
export function useOpenApp() {
	const navigate = useNavigate()
	const [isOpening, setOpening] = useState(false)

	async function open(parameters: JoinParameters) {
		setOpening(true)
		const url = createAppUrl(parameters, getMetaContent('app-scheme'), window.location.origin)
		const outcome = await openApp(url, createOpenAppDeps())
		setOpening(false)
		if (outcome === 'notOpened') await navigate({ to: '/invite', search: {}, state: { isAppMissing: true } })
	}

	return { isOpening, open }
}
