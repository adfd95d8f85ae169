import { useEffect } from 'react'

/** Parts of `navigator` that installed apps have in some browsers. */
interface Badging {
	setAppBadge?(count: number): Promise<void>
	clearAppBadge?(): Promise<void>
}

/** Shows on the icon of the installed app how much wants attention, while the page is hidden and until it is left (ROOM-188). */
export function useAppBadge(count: number): void {
	useEffect(() => {
		const app: Badging = navigator
		const clear = () => void app.clearAppBadge?.().catch(() => {})
		function show() {
			if (document.visibilityState === 'hidden' && count > 0) void app.setAppBadge?.(count).catch(() => {})
			else clear()
		}
		show()
		document.addEventListener('visibilitychange', show)
		return () => {
			document.removeEventListener('visibilitychange', show)
			clear()
		}
	}, [count])
}
