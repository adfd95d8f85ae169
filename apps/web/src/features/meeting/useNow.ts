import { useSyncExternalStore } from 'react'
import { serverNow } from '../site/index.ts'

const minuteMs = 60_000
const currentMinute = () => Math.floor(serverNow() / minuteMs) * minuteMs

/** Notifies when a minute of the server's clock begins, and when the page becomes visible again. */
function subscribe(onChange: () => void) {
	let timer: ReturnType<typeof setTimeout>
	const scheduleTick = () => {
		timer = setTimeout(tick, minuteMs - (serverNow() % minuteMs))
	}
	const tick = () => {
		onChange()
		scheduleTick()
	}
	scheduleTick()
	document.addEventListener('visibilitychange', onChange)
	return () => {
		clearTimeout(timer)
		document.removeEventListener('visibilitychange', onChange)
	}
}

/** The current minute by the server's clock, as an instant; it renders again each minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, currentMinute, currentMinute)
