import { useSyncExternalStore } from 'react'
import { serverNow } from '../site/index.ts'

const minuteMs = 60_000
const minute = () => Math.floor(serverNow() / minuteMs) * minuteMs

/** Renders again when a minute of the server's clock begins, and when the page comes back to the front. */
function subscribe(changed: () => void) {
	let timer: ReturnType<typeof setTimeout>
	const wait = () => {
		timer = setTimeout(tick, minuteMs - (serverNow() % minuteMs))
	}
	const tick = () => {
		changed()
		wait()
	}
	wait()
	document.addEventListener('visibilitychange', changed)
	return () => {
		clearTimeout(timer)
		document.removeEventListener('visibilitychange', changed)
	}
}

/** The minute it is by the server's clock. */
export const useNow = (): number => useSyncExternalStore(subscribe, minute, minute)
