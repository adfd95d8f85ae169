import type { Instant } from '@parley/core'
import type { Timers } from '../../../platform/timers.ts'

export interface ManualTimers extends Timers {
	/** Runs timers due within `ms`, in order of time, and lets promises settle in between. */
	advance(ms: number): Promise<void>
	/** Number of waiting timers. */
	size(): number
}

/** Settles pending promises. */
export const settled = async (): Promise<void> => {
	for (let turn = 0; turn < 200; turn++) await Promise.resolve()
}

/** Clock that only moves when a test advances it. */
export function createManualTimers(startsAt: Instant = 1_000_000): ManualTimers {
	let now = startsAt
	let count = 0
	const waiting = new Map<number, { at: number; act: () => void }>()

	const next = (until: number) =>
		[...waiting].filter(([, { at }]) => at <= until).sort(([a, x], [b, y]) => x.at - y.at || a - b)[0]

	return {
		now: () => now,
		after(ms, act) {
			const id = ++count
			waiting.set(id, { at: now + Math.max(0, ms), act })
			return () => void waiting.delete(id)
		},
		async advance(ms) {
			const until = now + ms
			await settled()
			for (let due = next(until); due; due = next(until)) {
				const [id, { at, act }] = due
				waiting.delete(id)
				now = at
				act()
				await settled()
			}
			now = until
		},
		size: () => waiting.size,
	}
}
