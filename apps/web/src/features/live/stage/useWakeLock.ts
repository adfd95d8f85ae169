import { useEffect } from 'react'

/** The screen stays on while something plays; browsers release the lock when the page is hidden, so it is requested again. */
export function useWakeLock(isPlaying: boolean) {
	useEffect(() => {
		if (!isPlaying || !('wakeLock' in navigator)) return
		let lock: WakeLockSentinel | undefined
		let isOver = false
		async function ask() {
			if (document.visibilityState !== 'visible') return
			// Refused on a low battery: the screen then turns off as usual.
			const given = await navigator.wakeLock.request('screen').catch(() => undefined)
			if (isOver) void given?.release()
			else lock = given
		}
		void ask()
		const again = () => void ask()
		document.addEventListener('visibilitychange', again)
		return () => {
			isOver = true
			document.removeEventListener('visibilitychange', again)
			void lock?.release()
		}
	}, [isPlaying])
}
