import { useEffect } from 'react'

/** The screen stays on while something plays; browsers give the lock back when the page is hidden, so it is asked for again. */
export function useWakeLock(isPlaying: boolean) {
	useEffect(() => {
		if (!isPlaying || !('wakeLock' in navigator)) return
		let lock: WakeLockSentinel | undefined
		let isOver = false
		async function ask() {
			if (document.visibilityState !== 'visible') return
			// Refused where the battery is low: the screen then goes dark as it always does.
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
