import type { Timers } from '../../../platform/timers.ts'
import type { MessagingCounters } from '../model/counters.ts'
import { nextBacklog } from './backlog.ts'
import type { Feeds } from './feeds.ts'
import type { Subscribers } from './subscribers.ts'

interface BacklogWatchDeps {
	subscribers: Pick<Subscribers, 'all'>
	feeds: Pick<Feeds, 'of'>
	timers: Pick<Timers, 'now'>
	counters: Pick<MessagingCounters, 'lagging' | 'tooSlow'>
}

/** Looks at what waits on each connection: pauses the rooms of slow ones, and ends the sessions of those that stay slow. */
export function watchBacklogs({ subscribers, feeds, timers, counters }: BacklogWatchDeps): void {
	const now = timers.now()
	for (const subscriber of subscribers.all()) {
		const before = subscriber.backlog
		const next = nextBacklog(before, subscriber.connection.pendingBytes(), now)
		if (next === before) continue
		subscriber.backlog = next
		const after = next.status
		if (before.status === after) continue
		if (after === 'lagging') counters.lagging++
		if (after === 'flowing') for (const feed of feeds.of(subscriber)) if (feed.isRoom) feed.resume(subscriber)
		if (after !== 'tooSlow') continue
		counters.tooSlow++
		subscriber.session.giveUp()
	}
}
