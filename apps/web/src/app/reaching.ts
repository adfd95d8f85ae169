/** Everything outside that looking for the server touches. */
export interface ReachingOutside {
	/** One quiet request; whoever makes it notes whether the server answered. */
	knock(signal: AbortSignal): Promise<unknown>
	/** Whether the person is being told that there is no network. */
	isMissing(): boolean
	/** Nobody is looking: nothing is asked. */
	isHidden(): boolean
	/** The browser says that the network is back. */
	onOnline(act: () => void): () => void
	every(ms: number, act: () => void): () => void
}

export const knockEveryMs = 5_000

/** Looks for a server that could not be reached: at once when the network comes back, and again and again until then. */
export function keepReaching({ knock, isMissing, isHidden, onOnline, every }: ReachingOutside): () => void {
	let current: AbortController | undefined

	async function reach() {
		const mine = new AbortController()
		current = mine
		await knock(mine.signal)
		if (current === mine) current = undefined
	}

	const stops = [
		onOnline(() => {
			// What was asked of the old network may never be answered.
			current?.abort()
			void reach()
		}),
		every(knockEveryMs, () => {
			if (!current && isMissing() && !isHidden()) void reach()
		}),
	]
	return () => {
		for (const stop of stops) stop()
		current?.abort()
	}
}
