import type { Clock } from './clock.ts'
import type { Timers } from './timers.ts'

/** They keep no process running. */
export const realTimers = ({ now }: Clock): Timers => ({
	now,
	after(ms, act) {
		if (ms <= 0) {
			// A timer would take a millisecond, and wake the process for it. Without a reference Node would call it after the next
			// event: half a second later, where nothing else happens.
			const soon = setImmediate(act)
			return () => clearImmediate(soon)
		}
		const timer = setTimeout(act, ms)
		timer.unref()
		return () => clearTimeout(timer)
	},
})
