/** `navigator.wakeLock`; undefined in older browsers, where the screen cannot be kept on. */
export interface WakeLockApi {
	request(type: 'screen'): Promise<{ release(): Promise<void> }>
}

export interface PageVisibility {
	readonly visibilityState: DocumentVisibilityState
	addEventListener(type: 'visibilitychange', listener: () => void): void
	removeEventListener(type: 'visibilitychange', listener: () => void): void
}

/**
 * Keeps the screen on until the returned function is called (ROOM-76). The browser releases the lock when the page is
 * hidden, so it is requested again when the page is visible.
 */
export function holdWakeLock(wakeLock: WakeLockApi | undefined, page: PageVisibility): () => void {
	let lock: { release(): Promise<void> } | undefined
	let isReleased = false

	async function requestLock() {
		if (!wakeLock || isReleased || page.visibilityState !== 'visible') return
		try {
			const requested = await wakeLock.request('screen')
			if (isReleased) await requested.release()
			else lock = requested
		} catch {
			// Low battery or not allowed: the screen may go dark.
		}
	}

	page.addEventListener('visibilitychange', requestLock)
	void requestLock()
	return () => {
		isReleased = true
		page.removeEventListener('visibilitychange', requestLock)
		lock?.release().catch(() => {})
	}
}

export const holdBrowserWakeLock = (): (() => void) => holdWakeLock(navigator.wakeLock, document)
