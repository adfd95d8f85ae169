/** Clock that stands still until it is advanced. */
export interface VirtualTime {
	now(): number
	after(ms: number, act: () => void): () => void
	/** Runs all timers due within `ms`, in order, with everything they trigger. */
	advance(ms: number): Promise<void>
	/** Only the wall clock jumps; timers keep their delays. */
	jump(ms: number): void
	/** Number of running timers. */
	readonly pending: number
}

export function createVirtualTime(start = 1_800_000_000_000): VirtualTime {
	let elapsed = 0
	let offset = start
	let count = 0
	let timers: { at: number; order: number; act: () => void }[] = []
	/** Largest number of chained promises to settle. */
	async function settle() {
		for (let turn = 0; turn < 40; turn++) await Promise.resolve()
	}
	return {
		now: () => offset + elapsed,
		after(ms, act) {
			const timer = { at: elapsed + Math.max(0, ms), order: count++, act }
			timers.push(timer)
			return () => {
				timers = timers.filter(other => other !== timer)
			}
		},
		async advance(ms) {
			const end = elapsed + ms
			await settle()
			while (true) {
				const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at || a.order - b.order)
				if (!next) break
				timers = timers.filter(other => other !== next)
				elapsed = Math.max(elapsed, next.at)
				next.act()
				await settle()
			}
			elapsed = end
		},
		jump(ms) {
			offset += ms
		},
		get pending() {
			return timers.length
		},
	}
}
