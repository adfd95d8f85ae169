import type { Scheduler } from '../scheduler.ts'

/** Replaces the timers and the clock of the process by those of a run; returns a function that undoes this. */
export function useVirtualTimers({ now, after }: Scheduler): () => void {
	const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
	const dateNow = Date.now
	const cancel = (timer?: unknown) => {
		if (typeof timer === 'function') timer()
	}
	Object.assign(globalThis, {
		setTimeout: (act: () => void, ms = 0) => after(ms, act),
		clearTimeout: cancel,
		setInterval(act: () => void, ms = 0) {
			let stop = () => {}
			const next = () => {
				stop = after(ms, () => {
					next()
					act()
				})
			}
			next()
			return () => stop()
		},
		clearInterval: cancel,
	})
	Date.now = now
	return () => {
		Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval })
		Date.now = dateNow
	}
}
