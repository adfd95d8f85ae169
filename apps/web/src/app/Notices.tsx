import { site as calls } from '@parley/api'
import { useEffect } from 'react'
import { callApi, reachability, useReachable } from '../api/index.ts'
import { m, useLanguage } from '../locales/index.ts'
import { loadFailure, OfflineNotice, ToastHost, toast } from '../ui/index.ts'
import { keepReaching } from './reaching.ts'
import { useOnline } from './useOnline.ts'

export const sayTimeout = () => toast.show(m.net_timeout(), { tone: 'error' })
loadFailure.report = sayTimeout

/** What any screen may be told in passing. */
export function Notices() {
	useLanguage()
	const reachable = useReachable()
	const online = useOnline()
	useEffect(reachAgain, [])
	return (
		<>
			<OfflineNotice offline={!reachable || !online} text={m.net_offline()} />
			<ToastHost />
		</>
	)
}

const reachAgain = () =>
	keepReaching({
		knock: signal => callApi(calls.serverTime, {}, { quiet: true, handles401: true, signal }),
		isMissing: () => !reachability.get() || navigator.onLine === false,
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
