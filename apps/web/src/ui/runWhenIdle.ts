/** Runs `act` when the browser is idle; without `requestIdleCallback` shortly after the first paint. Returns a cancel function. */
export function runWhenIdle(act: () => void): () => void {
	if (typeof window.requestIdleCallback === 'function') {
		const handle = window.requestIdleCallback(act, { timeout: 4_000 })
		return () => window.cancelIdleCallback(handle)
	}
	const timer = setTimeout(act, 1_200)
	return () => clearTimeout(timer)
}
