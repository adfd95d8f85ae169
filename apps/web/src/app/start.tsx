import { isBackEntry } from '../ui/back/backEntry.ts'
import { runWhenIdle } from '../ui/index.ts'
import '../ui/base.css'
import { type Bridge, type BridgeWindow, readyEvent } from '@parley/bridge'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readBootData } from '../api/index.ts'
import { BridgeContext, isInApp } from '../bridge/index.ts'
import { applyTheme } from '../features/appearance/index.ts'
import { syncWithOtherTabs } from '../features/session/index.ts'
import { refreshClock } from '../features/site/index.ts'
import { useGlobalOverlay } from '../navigation/globalOverlay.ts'
import { keptCallKey, storage } from '../storage/index.ts'
import { connectApiReactions } from './apiReactions.ts'
import { prefetchStyleSheet, replaceCriticalStyles } from './initial/criticalStyles.ts'
import { startNavigationEffects } from './router/navigationEffects.ts'
import { router } from './router/router.tsx'
import { createLazyBridge } from './shell/lazyBridge.ts'
import { handleShellCommands } from './shell/shellCommands.ts'

const appHints = {
	query: new URLSearchParams(location.search).get('isInApp'),
	stored: storage.read('isInApp'),
	present: 'WebViewJavascriptBridge' in window,
	userAgent: navigator.userAgent,
}

function openBridge(inApp: boolean) {
	const detection = {
		isDetected: inApp,
		onDetected(act: () => void) {
			document.addEventListener(readyEvent, act, { once: true })
			const bridgeWindow: Window & BridgeWindow = window
			bridgeWindow.WVJBCallbacks = [...(bridgeWindow.WVJBCallbacks ?? []), act]
		},
	}
	return createLazyBridge(detection, async () => {
		const { connectBridge } = await import('../bridge/connectBridge.ts')
		return connectBridge({ window, inApp })
	})
}

/** The page was reloaded while back would have closed something. */
const removeLeftEntry = async () => (await import('../ui/back/backHandlers.ts')).backHandlers.settle()

/** The page was reloaded while a call went on behind another screen. */
const returnToCall = async (bridge: Bridge) => (await import('../navigation/roomBar.ts')).showKeptCall(router, bridge)

/** Wires the app and renders it. The initial HTML stays until the first screen is loaded. */
export async function start(container: HTMLElement) {
	const inApp = isInApp(appHints)
	if (inApp) document.documentElement.dataset.app = ''
	const bridge = openBridge(inApp)
	// OP-072: the query is remembered.
	if (appHints.query !== null) storage.write('isInApp', appHints.query)

	applyTheme()
	replaceCriticalStyles()
	connectApiReactions(router)
	startNavigationEffects(router)
	handleShellCommands(bridge, {
		path: () => router.state.location.pathname,
		goHome: () => void router.navigate({ to: '/' }),
		go: place => void router.navigate(place),
		openWorkplaceSignIn: openid => void router.navigate({ to: '/DingTalkLogin', search: { openid } }),
		onNavigate: act => void router.subscribe('onResolved', act),
	})

	await router.load()
	createRoot(container).render(
		<StrictMode>
			<BridgeContext value={bridge}>
				<RouterProvider router={router} />
			</BridgeContext>
		</StrictMode>,
	)
	// At once: the place is kept for some seconds only.
	if (storage.readTabText(keptCallKey) !== undefined) void returnToCall(bridge).catch(() => {})
	runWhenIdle(() => {
		prefetchStyleSheet()
		if (isBackEntry(history.state)) void removeLeftEntry().catch(() => {})
		syncWithOtherTabs({
			path: () => router.state.location.pathname,
			isInRoom: () => useGlobalOverlay.getState().isOngoing?.() ?? false,
			onNavigate: listener => router.subscribe('onResolved', listener),
			reload: () => location.reload(),
		})
		// HTTP-14: the server's clock usually comes with the page.
		if (readBootData().serverNow === undefined) void refreshClock()
	})
}
