import type { JoinParameters } from '@parley/api'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { getMetaContent } from '../../api/index.ts'

/** Opens the app from a plain browser; where none answers, the page that tells how to get it follows (LINK-14). */
export function useApp() {
	const navigate = useNavigate()
	const [isOpening, setOpening] = useState(false)

	async function open(parameters: JoinParameters) {
		setOpening(true)
		const { createAppUrl, createOpenAppDeps, openApp } = await import('./app.ts')
		const address = createAppUrl(parameters, getMetaContent('app-scheme'), window.location.origin)
		const how = await openApp(address, createOpenAppDeps())
		setOpening(false)
		if (how === 'stayed') await navigate({ to: '/invite', search: {} })
	}

	return { isOpening, open }
}
