/** The part of the browser that keeps a screen on; missing in older ones, where nothing is to be done about it. */
export interface WakeLockApi {
	request(type: 'screen'): Promise<{ release(): Promise<void> }>
}

export interface PageVisibility {
	readonly visibilityState: DocumentVisibilityState
	addEventListener(type: 'visibilitychange', listener: () => void): void
	removeEventListener(type: 'visibilitychange', listener: () => void): void
}

/** Keeps the screen on until the answer is called. The browser lets go whenever the page is hidden, so it is asked again. */
export function holdWakeLock(wakeLock: WakeLockApi | undefined, page: PageVisibility): () => void {
	let lock: { release(): Promise<void> } | undefined
	let released = false

	async function hold() {
		if (!wakeLock || released || page.visibilityState !== 'visible') return
		try {
			const fresh = await wakeLock.request('screen')
			if (released) await fresh.release()
			else lock = fresh
		} catch {
			// Low battery or not allowed: the meeting goes on with a screen that may go dark.
		}
	}

	page.addEventListener('visibilitychange', hold)
	void hold()
	return () => {
		released = true
		page.removeEventListener('visibilitychange', hold)
		lock?.release().catch(() => {})
	}
}

export const holdBrowserWakeLock = (): (() => void) => holdWakeLock(navigator.wakeLock, document)
