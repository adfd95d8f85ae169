import { keepReaching, type ReachingOutside } from './reaching.ts'

export interface HealOutside extends Omit<ReachingOutside, 'knock' | 'isMissing'> {
	/** One quiet request: whether the server answered it. */
	knock(signal: AbortSignal): Promise<boolean>
	/** When a page was loaded anew for this last, in this tab; not a number where it never was. */
	healedAt(): number
	now(): number
	reload(): void
}

export const healAgainMs = 30_000

/**
 * Loads the page anew once the server answers: what did not come is fetched then. Not again and again, should it be
 * missing there too.
 */
export function heal({ knock, healedAt, now, reload, ...outside }: HealOutside): () => void {
	let isStopped = false

	async function look(signal: AbortSignal) {
		if (now() - healedAt() < healAgainMs) return
		if ((await knock(signal)) && !isStopped) reload()
	}

	const first = new AbortController()
	void look(first.signal)
	const stop = keepReaching({ ...outside, knock: look, isMissing: () => true })
	return () => {
		isStopped = true
		first.abort()
		stop()
	}
}
