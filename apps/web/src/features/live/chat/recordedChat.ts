import type { Room } from '@parley/im-sdk'
import { imLimits } from '@parley/im-sdk/constants'
import { createStore } from 'zustand/vanilla'
import { itemsOf } from './chatHistory.ts'
import type { ChatItem, ChatMessage } from './chatItem.ts'

/** State of one end of the loaded messages: `more` follow, `none` follow, or loading failed. */
export type Rest = 'more' | 'none' | 'loading' | 'failed'

export interface RecordedChatState {
	/** Messages were loaded. */
	isLoaded: boolean
	/** Contiguous, oldest first; never the whole of a long discussion. */
	items: readonly ChatItem[]
	earlier: Rest
	later: Rest
}

export type RecordedChat = ReturnType<typeof createRecordedChat>

/** An event at one end of what is loaded: its position in the log, and when it was stored. */
interface Edge {
	id: number
	at: number
}

/** Maximum number of messages kept at a time; the page of a phone renders all of them. */
const maxItems = 300
/** Largest distance between a sought place and the end of a page, in positions. */
const nearBy = imLimits.historyPage / 2
/** Steps of one bisection; more than the longest log of a room needs. */
const maxSteps = 24
/** Consecutive pages without messages that are skipped before the page waits for the reader to scroll. */
const maxEmptyPages = 5

/**
 * Loads the messages of one room of an ended live, in pages around the place being viewed.
 * @param room provides the history, with the rights of the reader
 */
export function createRecordedChat(room: Pick<Room, 'history'>) {
	const store = createStore<RecordedChatState>(() => ({
		isLoaded: false,
		items: [],
		earlier: 'none',
		later: 'loading',
	}))
	let first: Edge | undefined
	let last: Edge | undefined
	let wanted: number | undefined
	/** The place that was asked for last, which a retry loads. */
	let sought = 0
	let isBusy = false

	async function read(range: { before?: number; after?: number; limit?: number }) {
		const { value } = await room.history({ limit: imLimits.historyPage, ...range }).next()
		const { list = [], more = false, head = 0 } = value ?? {}
		const edges = list.map(({ hisId, ts }) => ({ id: hisId, at: ts }))
		return {
			items: itemsOf(list.filter(event => event.messageType === undefined) as readonly ChatMessage[]),
			first: edges[0],
			last: edges.at(-1),
			hasMore: more && list.length > 0,
			head,
		}
	}
	type Page = Awaited<ReturnType<typeof read>>

	const restOf = (hasMore: boolean): Rest => (hasMore ? 'more' : 'none')

	function show(page: Page, rest: Pick<RecordedChatState, 'earlier' | 'later'>) {
		first = page.first
		last = page.last
		store.setState({ isLoaded: true, items: page.items, ...rest })
	}

	/** Returns whether the messages at that time and a little later are loaded, as far as any exist. */
	function covers(at: number): boolean {
		const { isLoaded, earlier, later } = store.getState()
		if (!isLoaded) return false
		return (earlier === 'none' || (first?.at ?? 0) <= at) && (later === 'none' || (last?.at ?? 0) > at)
	}

	/** Halves the log until the place of an instant is known. */
	async function search(at: number) {
		const beginning = await read({ after: 0 })
		if (!beginning.hasMore || !beginning.last || beginning.last.at > at)
			return show(beginning, { earlier: 'none', later: restOf(beginning.hasMore) })
		// Messages up to `from` were sent by then, messages after `to` were not.
		let from = beginning.last.id
		let to = Math.max(from, beginning.head)
		for (let step = 0; step < maxSteps && to - from > nearBy; step++) {
			const middle = from + Math.floor((to - from) / 2)
			const { first: found } = await read({ after: middle, limit: 1 })
			if (found && found.at <= at) from = found.id
			else to = middle
		}
		// One more, which was sent later.
		const end = from + nearBy + 1
		const page = await read({ before: end + 1 })
		show(page, { earlier: restOf(page.hasMore), later: restOf(end < beginning.head) })
	}

	async function addLater() {
		store.setState({ later: 'loading' })
		for (let asked = 0; asked < maxEmptyPages; asked++) {
			const page = await read({ after: last?.id ?? 0 })
			last = page.last ?? last
			first ??= page.first
			append(page)
			if (page.items.length > 0 || !page.hasMore) return
		}
	}

	function append({ items: added, hasMore }: Page) {
		const { items, earlier } = store.getState()
		const all = [...items, ...added]
		const kept = all.slice(-maxItems)
		const [begin] = kept
		if (begin && kept.length < all.length) first = begin
		store.setState({ items: kept, later: restOf(hasMore), earlier: kept.length < all.length ? 'more' : earlier })
	}

	async function addEarlier() {
		store.setState({ earlier: 'loading' })
		for (let asked = 0; asked < maxEmptyPages; asked++) {
			const page = await read(first ? { before: first.id } : {})
			first = page.first ?? first
			prepend(page)
			if (page.items.length > 0 || !page.hasMore) return
		}
	}

	function prepend({ items: added, hasMore }: Page) {
		const { items, later } = store.getState()
		const all = [...added, ...items]
		const kept = all.slice(0, maxItems)
		const end = kept.at(-1)
		if (end && kept.length < all.length) last = end
		store.setState({ items: kept, earlier: restOf(hasMore), later: kept.length < all.length ? 'more' : later })
	}

	/** One request at a time; moving the slider meanwhile loads the new place next. */
	async function once(end: 'earlier' | 'later', work: () => Promise<void>) {
		if (isBusy) return
		isBusy = true
		try {
			await work()
		} catch {
			store.setState({ isLoaded: true, [end]: 'failed' })
			wanted = undefined
		} finally {
			isBusy = false
		}
		if (wanted !== undefined && !covers(wanted)) void goTo(wanted)
	}

	async function goTo(at: number) {
		sought = at
		wanted = at
		// Failed pages are retried on request.
		if (covers(at) || store.getState().later === 'failed') return
		await once('later', async () => {
			// Playback continues with the next page; any other place is searched for.
			const isNext = store.getState().later === 'more' && last !== undefined && last.at <= at
			if (isNext) await addLater()
			for (let tries = 0; tries < 3 && wanted !== undefined && !covers(wanted); tries++) await search(wanted)
			wanted = undefined
		})
	}

	async function loadLater() {
		if (store.getState().later !== 'failed' || covers(sought)) return once('later', addLater)
		store.setState({ later: last ? 'more' : 'loading' })
		return goTo(sought)
	}

	return {
		store,
		/** Loads the messages around an instant of the server's clock, in ms. */
		goTo,
		loadEarlier: () => once('earlier', addEarlier),
		loadLater,
		/** Removes a message that was revoked while shown. */
		remove(id: number) {
			const { items } = store.getState()
			if (items.some(item => item.id === id)) store.setState({ items: items.filter(item => item.id !== id) })
		},
	}
}
