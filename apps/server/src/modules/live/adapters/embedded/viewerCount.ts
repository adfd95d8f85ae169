/** A viewer requests a playlist at least this often. */
const viewerMs = 10_000
/** Viewers beyond this are not distinguished, which bounds the memory. */
const maxViewers = 50_000

/** Estimates how many viewers request the playlists of a stream. */
export class ViewerCount {
	readonly #until = new Map<string, number>()

	get size(): number {
		return this.#until.size
	}

	/** @param key distinguishes viewers */
	note(key: string, now: number, forMs = viewerMs) {
		if (this.#until.size < maxViewers || this.#until.has(key)) this.#until.set(key, now + forMs)
	}

	/** Stops counting viewers without recent requests. */
	forget(now: number) {
		for (const [key, until] of this.#until) if (now > until) this.#until.delete(key)
	}
}
