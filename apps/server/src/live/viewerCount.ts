/** A viewer asks for a playlist at least so often. */
const viewerMs = 10_000
/** More are not told apart, which bounds the memory. */
const maxViewers = 50_000

/** About how many viewers ask for the playlists of a stream. */
export class ViewerCount {
	readonly #askedAt = new Map<string, number>()

	get size(): number {
		return this.#askedAt.size
	}

	/** @param key tells viewers apart */
	note(key: string, now: number) {
		if (this.#askedAt.size < maxViewers || this.#askedAt.has(key)) this.#askedAt.set(key, now)
	}

	/** Those who ask no more count no more. */
	forget(now: number) {
		for (const [key, at] of this.#askedAt) if (now - at > viewerMs) this.#askedAt.delete(key)
	}
}
