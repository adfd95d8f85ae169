const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Calls a listener at the first signal that would end the process, instead; the second one ends it. Returns how to forget it. */
export function onInterrupt(listener: (signal: NodeJS.Signals) => void): () => void {
	const interrupted = (signal: NodeJS.Signals) => {
		forget()
		listener(signal)
	}
	const forget = () => {
		for (const signal of signals) process.off(signal, interrupted)
	}
	for (const signal of signals) process.on(signal, interrupted)
	return forget
}

/**
 * Runs a work that would leave something behind where it is killed. A signal that ends the process ends it still, after
 * `clearUp`, which may not wait for anything, and the `signal` of the work.
 */
export async function whenInterrupted<T>(clearUp: () => void, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const controller = new AbortController()
	const forget = onInterrupt(signal => {
		controller.abort()
		clearUp()
		// Whoever waits for the process reads why it ended.
		process.kill(process.pid, signal)
	})
	try {
		return await work(controller.signal)
	} finally {
		forget()
	}
}
