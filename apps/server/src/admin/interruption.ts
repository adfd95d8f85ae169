const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a work that would leave something behind where it is killed. A signal that ends the process ends it still, after
 * `clearUp`, which may not wait for anything, and the `signal` of the work.
 */
export async function whenInterrupted<T>(clearUp: () => void, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const controller = new AbortController()
	const stop = (signal: NodeJS.Signals) => {
		forget()
		controller.abort()
		clearUp()
		// Whoever waits for the process reads why it ended.
		process.kill(process.pid, signal)
	}
	const forget = () => {
		for (const signal of signals) process.off(signal, stop)
	}
	for (const signal of signals) process.on(signal, stop)
	try {
		return await work(controller.signal)
	} finally {
		forget()
	}
}
