import type { ChatItem } from './chatItem.ts'

/** Number of items shown at once, and arriving items shown per second (CHAT-18, CHAT-19). */
export const maxShown = 100
const itemsPerSecond = 5
/** A longer queue drops its oldest items. */
const waitingItems = 200

export interface PacedItems {
	/** Newest last, at most 100. */
	readonly shown: readonly ChatItem[]
	/** In the order in which they were written; each with the time from which it may be shown. */
	readonly waiting: readonly { item: ChatItem; from: number }[]
}

export const noItems: PacedItems = { shown: [], waiting: [] }

const byId = (items: readonly ChatItem[]): ChatItem[] =>
	[...new Map(items.map(item => [item.id, item])).values()].sort((one, other) => one.id - other.id)

/** Adds history: shown at once, in order. */
export const withHistory = (paced: PacedItems, items: readonly ChatItem[]): PacedItems => ({
	...paced,
	shown: byId([...items, ...paced.shown]).slice(-maxShown),
})

/** The oldest of both lists, up to the limit: shown after scrolling back. */
export const itemsPage = (older: readonly ChatItem[], shown: readonly ChatItem[]): readonly ChatItem[] =>
	byId([...older, ...shown]).slice(0, maxShown)

/** Shows the user's own message at once, regardless of the queue. */
export const withShown = (paced: PacedItems, item: ChatItem): PacedItems => ({
	shown: byId([...paced.shown, item]).slice(-maxShown),
	waiting: paced.waiting.filter(entry => entry.item.id !== item.id),
})

/** Adds what arrived; it is shown by {@link release}, from `showFrom` on. */
export function withArrived(
	paced: PacedItems,
	items: readonly ChatItem[],
	showFrom: (item: ChatItem) => number,
): PacedItems {
	const known = new Set([...paced.shown, ...paced.waiting.map(({ item }) => item)].map(({ id }) => id))
	const added = items.filter(({ id }) => !known.has(id)).map(item => ({ item, from: showFrom(item) }))
	return { ...paced, waiting: [...paced.waiting, ...added].slice(-waitingItems) }
}

/** Shows up to five due messages; to be called once a second. */
export function release(paced: PacedItems, now: number): PacedItems {
	const due = paced.waiting.filter(({ from }) => from <= now).slice(0, itemsPerSecond)
	if (!due.length) return paced
	return {
		shown: byId([...paced.shown, ...due.map(({ item }) => item)]).slice(-maxShown),
		waiting: paced.waiting.filter(entry => !due.includes(entry)),
	}
}

/** Removes a revoked message, whether shown or waiting. */
export const without = (paced: PacedItems, id: number): PacedItems => ({
	shown: paced.shown.filter(item => item.id !== id),
	waiting: paced.waiting.filter(({ item }) => item.id !== id),
})
