import { site } from '@parley/api'
import { useEffect, useSyncExternalStore } from 'react'
import { callApi, reachability, useReachable } from '../api/index.ts'
import { m, useLanguage } from '../locales/index.ts'
import { OfflineNotice, ToastHost } from '../ui/index.ts'
import { probeServer } from './connectivity/probeServer.ts'

/** Toasts, and the notice that the server cannot be reached, over every screen. */
export function Notifications() {
	useLanguage()
	const isReachable = useReachable()
	const isOnline = useSyncExternalStore(subscribeToOnline, isBrowserOnline, () => true)
	useEffect(probeUntilReachable, [])
	return (
		<>
			<OfflineNotice offline={!isReachable || !isOnline} text={m.net_offline()} />
			<ToastHost />
		</>
	)
}

/** `navigator.onLine` is trusted only when it reports that the network is down. */
const isBrowserOnline = () => navigator.onLine !== false

function subscribeToOnline(onChange: () => void) {
	window.addEventListener('online', onChange)
	window.addEventListener('offline', onChange)
	return () => {
		window.removeEventListener('online', onChange)
		window.removeEventListener('offline', onChange)
	}
}

const probeUntilReachable = () =>
	probeServer({
		probe: signal => callApi(site.serverTime, {}, { quiet: true, handles401: true, signal }),
		isUnreachable: () => !reachability.get() || !isBrowserOnline(),
		isHidden: () => document.hidden,
		onOnline(act) {
			window.addEventListener('online', act)
			return () => window.removeEventListener('online', act)
		},
		every(ms, act) {
			const timer = setInterval(act, ms)
			return () => clearInterval(timer)
		},
	})
