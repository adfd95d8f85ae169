import type { Clock } from './clock.ts'
import type { Timers } from './timers.ts'

/** Does not keep the process running. */
export const realTimers = ({ now }: Clock): Timers => ({
	now,
	after(ms, act) {
		if (ms <= 0) {
			// A timer would take a millisecond and wake the process for it. An unreferenced immediate would run after the
			// next event: half a second later if nothing else happens.
			const soon = setImmediate(act)
			return () => clearImmediate(soon)
		}
		const timer = setTimeout(act, ms)
		timer.unref()
		return () => clearTimeout(timer)
	},
})
