const everyMs = 2_000

export interface Progress {
	/** Adds to the number of finished items. */
	advance(count: number): void
}

/** Prints the progress of a long command every two seconds, with the estimated remaining time. */
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
