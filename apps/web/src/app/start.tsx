import '../ui/base.css'
import { type BridgeWindow, readyEvent } from '@parley/bridge'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { bootData } from '../api/index.ts'
import { BridgeContext, isInApp } from '../bridge/index.ts'
import { showTheme } from '../features/appearance/index.ts'
import { refreshClock, whenIdle } from '../features/site/index.ts'
import { createQueryClient } from '../query/index.ts'
import { storage } from '../storage/index.ts'
import { arrivals } from './arrivals.ts'
import { lateBridge } from './lateBridge.ts'
import { connectReactions } from './reactions.ts'
import { router } from './router.tsx'
import { listenToShell } from './shell.ts'

const clues = {
	query: new URLSearchParams(location.search).get('isInApp'),
	stored: storage.read('isInApp'),
	present: 'WebViewJavascriptBridge' in window,
	userAgent: navigator.userAgent,
}

function openBridge(inApp: boolean) {
	const signs = {
		seen: inApp,
		onSeen(act: () => void) {
			document.addEventListener(readyEvent, act, { once: true })
			const shared: Window & BridgeWindow = window
			shared.WVJBCallbacks = [...(shared.WVJBCallbacks ?? []), act]
		},
	}
	return lateBridge(signs, async () => (await import('./shellBridge.ts')).shellBridge(inApp))
}

/** Puts the parts together. The first picture stays until the first screen can take its place. */
export async function start(place: HTMLElement) {
	const bridge = openBridge(isInApp(clues))
	// OP-072: what the address says is remembered.
	if (clues.query !== null) storage.write('isInApp', clues.query)

	showTheme()
	connectReactions(router)
	arrivals(router)
	listenToShell(bridge, {
		path: () => router.state.location.pathname,
		goHome: () => void router.navigate({ to: '/' }),
		go: place => void router.navigate(place),
		signInAtWork: openid => void router.navigate({ to: '/DingTalkLogin', search: { openid } }),
		onMove: moved => void router.subscribe('onResolved', moved),
	})

	await router.load()
	createRoot(place).render(
		<StrictMode>
			<BridgeContext value={bridge}>
				<QueryClientProvider client={createQueryClient()}>
					<RouterProvider router={router} />
				</QueryClientProvider>
			</BridgeContext>
		</StrictMode>,
	)
	whenIdle(function quiet() {
		import('./behind.ts').then(
			({ runBehind }) => runBehind(router),
			() => window.addEventListener('online', quiet, { once: true }),
		)
		// HTTP-14: the page usually brings the server's clock along.
		if (bootData().serverNow === undefined) void refreshClock()
	})
}
