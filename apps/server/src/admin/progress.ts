const everyMs = 2_000

export interface Progress {
	/** So many more are done. */
	advance(count: number): void
}

/** Says every two seconds how far a long command is, and how long it will take yet at this pace. */
export function createProgress(total: number, report: (line: string) => void, now = () => performance.now()): Progress {
	const startedAt = now()
	let reportedAt = startedAt
	let done = 0
	return {
		advance(count) {
			done += count
			const at = now()
			if (at - reportedAt < everyMs || done >= total) return
			reportedAt = at
			const leftMs = ((at - startedAt) / done) * (total - done)
			report(`${done} of ${total} (${Math.floor((100 * done) / total)} %), ${timeLeft(leftMs)} left`)
		},
	}
}

function timeLeft(ms: number): string {
	const seconds = Math.ceil(ms / 1_000)
	return seconds < 90 ? `about ${seconds} s` : `about ${Math.ceil(seconds / 60)} min`
}
