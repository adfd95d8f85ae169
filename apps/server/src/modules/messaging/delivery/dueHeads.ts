import { encodePush } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import { chatPeople } from '../model/conversation.ts'
import type { MessagingCounters } from '../model/counters.ts'
import type { Broadcast, Connection } from '../ports/connection.ts'
import type { Feed } from './feed.ts'
import type { Feeds } from './feeds.ts'
import type { Subscriber, Subscribers } from './subscribers.ts'
import { conversationName, headKey } from './wire.ts'

interface DueHeadsDeps {
	feeds: Pick<Feeds, 'all' | 'close'>
	subscribers: Pick<Subscribers, 'of'>
	timers: Pick<Timers, 'now'>
	broadcast: Broadcast
	counters: Pick<MessagingCounters, 'pushes'>
}

/** Everyone who receives the events of a feed on this node. */
function recipientsOf(feed: Feed, subscribers: DueHeadsDeps['subscribers']): Subscriber[] {
	const people = chatPeople(feed.id) ?? []
	return [...feed.listeners(), ...people.flatMap(uid => subscribers.of(feed.appId, uid))]
}

/** Sends every session the heads of its conversations with recent events. A session behind them reads the rest. */
export function sendDueHeads({ feeds, subscribers, timers, broadcast, counters }: DueHeadsDeps): void {
	const heads = new Map<Connection, Record<string, number>>()
	for (const feed of feeds.all()) {
		if (feed.takesHeads()) {
			const { last } = feed.head()
			for (const { connection, uid } of recipientsOf(feed, subscribers)) {
				const own = heads.get(connection) ?? {}
				own[headKey(conversationName(feed.id, uid))] = last
				heads.set(connection, own)
			}
		} else if (feed.isEmpty() && !feed.isActive()) feeds.close(feed)
	}
	// Members of one group get the same push: it is encoded once.
	for (const alike of Map.groupBy(heads, ([, own]) => JSON.stringify(own)).values()) {
		const [[, own] = []] = alike
		if (!own) continue
		counters.pushes += alike.length
		broadcast(
			alike.map(([connection]) => connection),
			[encodePush('heads', { ts: timers.now(), heads: own })],
		)
	}
}
