import { Gauge, Histogram, type Registry } from 'prom-client'
import type { MessagingCounters } from './model/counters.ts'
import type { Messaging } from './service.ts'

const messagingMetrics: Record<keyof MessagingCounters, { name: string; help: string }> = {
	connections: { name: 'parley_im_connections', help: 'Open connections of messaging' },
	sessions: { name: 'parley_im_sessions', help: 'People logged in on a connection of messaging' },
	pushes: { name: 'parley_im_pushes', help: 'Pushes put on connections, since the start' },
	skipped: { name: 'parley_im_skipped', help: 'Messages left out of the pushes of busy rooms, since the start' },
	gaps: { name: 'parley_im_gaps', help: 'Holes in what was heard of a log and read from the store, since the start' },
	resumes: { name: 'parley_im_resumes', help: 'Listeners that continued after a position of theirs, since the start' },
	lagging: { name: 'parley_im_lagging', help: 'Connections whose rooms had to wait, since the start' },
	tooSlow: { name: 'parley_im_too_slow', help: 'Connections closed because they took too slowly, since the start' },
	lagMs: { name: 'parley_im_lag_ms', help: 'Milliseconds from a commit to its pushes, of the newest one' },
}

/** Metrics of messaging on this node. */
export function measureMessaging(
	registry: Registry,
	{ counters, measureCommits }: Pick<Messaging, 'counters' | 'measureCommits'>,
) {
	const commits = new Histogram({
		name: 'parley_im_commit_seconds',
		help: 'Time from a write of messaging being decided to its being stored, before it is answered and told to others',
		buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
		registers: [registry],
	})
	measureCommits(waitedMs => commits.observe(waitedMs / 1_000))
	for (const [key, metric] of Object.entries(messagingMetrics)) {
		const gauge: Gauge = new Gauge({
			...metric,
			registers: [registry],
			collect: () => void gauge.set(counters()[key as keyof MessagingCounters]),
		})
	}
}
