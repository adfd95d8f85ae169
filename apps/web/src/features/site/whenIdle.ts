/** Runs something in a quiet moment; engines without one get a moment after the first paint. */
export function runWhenIdle(act: () => void): () => void {
	if (typeof window.requestIdleCallback === 'function') {
		const handle = window.requestIdleCallback(act, { timeout: 4_000 })
		return () => window.cancelIdleCallback(handle)
	}
	const timer = setTimeout(act, 1_200)
	return () => clearTimeout(timer)
}
