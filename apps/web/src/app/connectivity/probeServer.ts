export interface ProbeDeps {
	/** One request without error messages; the API client records whether the server answered. */
	probe(signal: AbortSignal): Promise<unknown>
	isUnreachable(): boolean
	/** A hidden page sends nothing. */
	isHidden(): boolean
	/** Subscribes to the `online` event. */
	onOnline(act: () => void): () => void
	every(ms: number, act: () => void): () => void
}

export const probeIntervalMs = 5_000

/** Probes a server that could not be reached: every 5 s, and at once when the browser is online again. Returns how to stop. */
export function probeServer({ probe, isUnreachable, isHidden, onOnline, every }: ProbeDeps): () => void {
	let current: AbortController | undefined

	async function sendProbe() {
		const controller = new AbortController()
		current = controller
		await probe(controller.signal)
		if (current === controller) current = undefined
	}

	const stops = [
		onOnline(() => {
			// A request on the old network may never be answered.
			current?.abort()
			void sendProbe()
		}),
		every(probeIntervalMs, () => {
			if (!current && isUnreachable() && !isHidden()) void sendProbe()
		}),
	]
	return () => {
		for (const stop of stops) stop()
		current?.abort()
	}
}
