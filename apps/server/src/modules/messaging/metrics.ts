import { Gauge, Histogram, type Registry } from 'prom-client'
import type { MessagingCounters } from './model/counters.ts'
import type { Messaging } from './service.ts'

const messagingMetrics: Record<keyof MessagingCounters, { name: string; help: string }> = {
	connections: { name: 'parley_im_connections', help: 'Open messaging connections' },
	sessions: { name: 'parley_im_sessions', help: 'Logged-in messaging sessions' },
	pushes: { name: 'parley_im_pushes', help: 'Pushes queued on connections since the start' },
	skipped: { name: 'parley_im_skipped', help: 'Messages skipped in pushes of busy rooms since the start' },
	gaps: { name: 'parley_im_gaps', help: 'Gaps in received logs that were filled from the store since the start' },
	resumes: { name: 'parley_im_resumes', help: 'Listeners that resumed from their own position since the start' },
	lagging: { name: 'parley_im_lagging', help: 'Connections whose rooms were paused since the start' },
	tooSlow: { name: 'parley_im_too_slow', help: 'Connections closed as too slow since the start' },
	lagMs: { name: 'parley_im_lag_ms', help: 'Milliseconds from the newest commit to its pushes' },
}

/** Metrics of messaging on this node. */
export function measureMessaging(
	registry: Registry,
	{ counters, measureCommits }: Pick<Messaging, 'counters' | 'measureCommits'>,
) {
	const commits = new Histogram({
		name: 'parley_im_commit_seconds',
		help: 'Time from deciding a messaging write to storing it, before it is answered and announced',
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
