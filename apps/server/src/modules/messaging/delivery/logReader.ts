import type { ImAppId } from '@parley/im'
import { LRUCache } from 'lru-cache'
import type { Timers } from '../../../platform/timers.ts'
import type { ConversationId } from '../model/conversation.ts'
import type { LoggedEvent } from '../model/event.ts'
import type { MessagingStore } from '../store/store.ts'

const pageSize = 100
/** Number of cached pages, of about 30 kB each. */
const maxPages = 1_000
/** Longest time a message revoked on another node without a node message is still shown. */
const maxAgeMs = 10_000

interface Page {
	/** Position up to which the log was read, or the end of the page. */
	upTo: number
	events: LoggedEvent[]
	readAt: number
}

interface Reading {
	page: Promise<Page>
	upTo: number
	isStale: boolean
}

/** Identifies a log, by conversation and epoch. */
export interface LogName {
	appId: ImAppId
	id: ConversationId
	epoch: string
}

/** Returns the index of the first event after a position; most requests are for the last few events of a page. */
function indexAfter(events: readonly LoggedEvent[], position: number): number {
	let index = events.length
	while (index > 0 && (events[index - 1] as LoggedEvent).hisId > position) index--
	return index
}

/**
 * Reads logs in whole pages and caches them: events do not change, except when a message is revoked. When thousands
 * return to a room at once, each of its pages is read once.
 */
export function createLogReader({ store, timers }: { store: Pick<MessagingStore, 'readEvents'>; timers: Timers }) {
	const pages = new LRUCache<string, Page>({ maxSize: maxPages, sizeCalculation: () => 1 })
	const readings = new Map<string, Reading>()

	const pageOf = (hisId: number) => Math.floor((hisId - 1) / pageSize)
	const pageKey = ({ appId, id, epoch }: LogName, index: number) => `${appId} ${id} ${epoch} ${index}`

	/** Reads only the newer events of a recently read page; all of it if a message was revoked meanwhile. */
	async function readPage(log: LogName, index: number, upTo: number, kept?: Page): Promise<Page> {
		const begin = index * pageSize
		const before = [...(kept?.events ?? [])]
		const range = { before: begin + pageSize + 1, limit: pageSize, from: 'oldest' } as const
		const after = Math.max(begin, kept?.upTo ?? 0)
		const added = await store.readEvents(log.appId, log.id, { ...range, after })
		if (kept && added.some(({ name }) => name === 'messageRevoked')) return readPage(log, index, upTo)
		const events = [...before, ...added]
		return { upTo: Math.max(upTo, events.at(-1)?.hisId ?? 0), events, readAt: kept?.readAt ?? timers.now() }
	}

	/** Returns the page with all its events up to `upTo`. */
	async function getPage(log: LogName, index: number, upTo: number): Promise<Page> {
		const key = pageKey(log, index)
		const found = pages.get(key)
		const kept = found && timers.now() - found.readAt < maxAgeMs ? found : undefined
		if (kept && kept.upTo >= upTo) return kept
		const running = readings.get(key)
		if (running && running.upTo >= upTo && !running.isStale) return running.page
		const reading: Reading = { page: readPage(log, index, upTo, kept), upTo, isStale: false }
		readings.set(key, reading)
		try {
			const page = await reading.page
			if (!reading.isStale) pages.set(key, page)
			return page
		} finally {
			if (readings.get(key) === reading) readings.delete(key)
		}
	}

	return {
		/**
		 * Returns the events from `from` to `to`, both included and not after the known end of the log. Deleted events are
		 * missing.
		 */
		async read(log: LogName, { from, to }: { from: number; to: number }): Promise<LoggedEvent[]> {
			if (to < from) return []
			const indexes = Array.from({ length: pageOf(to) - pageOf(from) + 1 }, (_, index) => pageOf(from) + index)
			const found = await Promise.all(indexes.map(index => getPage(log, index, Math.min(to, (index + 1) * pageSize))))
			return found.flatMap(({ events }) => events.slice(indexAfter(events, from - 1), indexAfter(events, to)))
		},
		/** Adds just stored events, in order of position: the newest page grows instead of being read again. */
		append(log: LogName, events: readonly LoggedEvent[]): void {
			for (const event of events) {
				const page = pages.peek(pageKey(log, pageOf(event.hisId)))
				if (page?.upTo !== event.hisId - 1) continue
				page.events.push(event)
				page.upTo = event.hisId
			}
		},
		/** Drops the cached copy of a revoked message. */
		forget(log: LogName, hisId: number): void {
			const key = pageKey(log, pageOf(hisId))
			pages.delete(key)
			const reading = readings.get(key)
			if (reading) reading.isStale = true
		},
	}
}

export type LogReader = ReturnType<typeof createLogReader>
