/** A person counts as silent after this long. */
const silentAfterMs = 10_000

export interface ShownPage {
	/** The others on the page that is shown, in their order. */
	shown: readonly string[]
	/** Ids of the people who speak now. */
	speaking: ReadonlySet<string>
	/** When people who are silent spoke last, in ms; missing for those who never did. */
	spokeAt: ReadonlyMap<string, number>
	/** Ids of the people who keep their place: with a raised hand, or with the focus. */
	keeps: ReadonlySet<string>
}

/**
 * Returns who gives their place to a person who speaks on another page (ROOM-231): who has been silent for longest, of several
 * the last; or how long to wait until somebody counts as silent. Undefined if nobody on the page may be moved.
 */
export function findSilent(
	{ shown, speaking, spokeAt, keeps }: ShownPage,
	now: number,
): string | { waitMs: number } | undefined {
	let longest: { id: string; at: number } | undefined
	for (const id of shown) {
		if (keeps.has(id)) continue
		const at = speaking.has(id) ? now : (spokeAt.get(id) ?? Number.NEGATIVE_INFINITY)
		if (!longest || at <= longest.at) longest = { id, at }
	}
	if (!longest) return undefined
	const waitMs = longest.at + silentAfterMs - now
	return waitMs > 0 ? { waitMs } : longest.id
}
