import type { TalkItem } from './talkItem.ts'

/** What is shown at once, and how much of what arrives in a second (CHAT-18, CHAT-19). */
const shownItems = 100
const itemsPerSecond = 5
/** More than this waits for nobody: the oldest of it is left out. */
const waitingItems = 200

export interface TalkFeed {
	/** The newest last, at most 100. */
	readonly shown: readonly TalkItem[]
	/** In the order in which they were written; each with the time from which it may be shown. */
	readonly waiting: readonly { item: TalkItem; from: number }[]
}

export const emptyTalkFeed: TalkFeed = { shown: [], waiting: [] }

const byId = (items: readonly TalkItem[]): TalkItem[] =>
	[...new Map(items.map(item => [item.id, item])).values()].sort((one, other) => one.id - other.id)

/** Messages from before: shown at once, in their place. */
export const withHistory = (feed: TalkFeed, items: readonly TalkItem[]): TalkFeed => ({
	...feed,
	shown: byId([...items, ...feed.shown]).slice(-shownItems),
})

/** The oldest of both, as many as are shown: what one sees after going back. */
export const itemsPage = (older: readonly TalkItem[], shown: readonly TalkItem[]): readonly TalkItem[] =>
	byId([...older, ...shown]).slice(0, shownItems)

/** Shown now, whatever waits: one's own. */
export const withShown = (feed: TalkFeed, item: TalkItem): TalkFeed => ({
	shown: byId([...feed.shown, item]).slice(-shownItems),
	waiting: feed.waiting.filter(entry => entry.item.id !== item.id),
})

/** Adds what arrived; it is shown by {@link release}, from `showFrom` on. */
export function withArrived(
	feed: TalkFeed,
	items: readonly TalkItem[],
	showFrom: (item: TalkItem) => number,
): TalkFeed {
	const known = new Set([...feed.shown, ...feed.waiting.map(({ item }) => item)].map(({ id }) => id))
	const added = items.filter(({ id }) => !known.has(id)).map(item => ({ item, from: showFrom(item) }))
	return { ...feed, waiting: [...feed.waiting, ...added].slice(-waitingItems) }
}

/** To be called once a second: moves up to five of what is due to what is shown. */
export function release(feed: TalkFeed, now: number): TalkFeed {
	const due = feed.waiting.filter(({ from }) => from <= now).slice(0, itemsPerSecond)
	if (!due.length) return feed
	return {
		shown: byId([...feed.shown, ...due.map(({ item }) => item)]).slice(-shownItems),
		waiting: feed.waiting.filter(entry => !due.includes(entry)),
	}
}

/** Takes a revoked message away, wherever it is. */
export const without = (feed: TalkFeed, id: number): TalkFeed => ({
	shown: feed.shown.filter(item => item.id !== id),
	waiting: feed.waiting.filter(({ item }) => item.id !== id),
})
