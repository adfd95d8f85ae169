const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Calls a listener at the first signal instead of ending the process; the second one ends it. Returns a function that removes it. */
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
 * Runs a task that would leave files behind if killed. A signal still ends the process, after `clearUp`, which must not wait
 * for anything, and after the `signal` of the task.
 */
export async function whenInterrupted<T>(clearUp: () => void, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const controller = new AbortController()
	const forget = onInterrupt(signal => {
		controller.abort()
		clearUp()
		// The parent process sees the signal that ended it.
		process.kill(process.pid, signal)
	})
	try {
		return await work(controller.signal)
	} finally {
		forget()
	}
}
