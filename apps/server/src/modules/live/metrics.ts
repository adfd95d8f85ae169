import { Gauge, Histogram, type Registry } from 'prom-client'
import type { LiveCounters } from './counters.ts'

const liveMetrics: Record<keyof Omit<LiveCounters, 'streams'>, { name: string; help: string }> = {
	publishers: { name: 'parley_live_publishers', help: 'Connected publishers of broadcasts' },
	viewers: { name: 'parley_live_viewers', help: 'Approximate number of broadcast viewers in the last ten seconds' },
	receivedBytes: { name: 'parley_live_received_bytes', help: 'Bytes received from publishers since the start' },
	sentBytes: { name: 'parley_live_sent_bytes', help: 'Bytes of playlists and media sent to viewers since the start' },
	droppedTags: { name: 'parley_live_dropped_tags', help: 'Dropped tags of publishers since the start' },
	diskBytes: { name: 'parley_live_disk_bytes', help: 'Bytes of broadcasts and recordings on disk' },
	diskFull: { name: 'parley_live_disk_full', help: 'Broadcasts whose newest segments the disk refused' },
}

/** Broadcasts through the engine of this server. */
export function measureLive(
	registry: Registry,
	live: { counters(): LiveCounters; observeParts(observer: (waitedMs: number) => void): void },
) {
	const parts = new Histogram({
		name: 'parley_live_part_seconds',
		help: 'Time from the arrival of a part to the answer to a viewer who waited for it',
		buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
		registers: [registry],
	})
	live.observeParts(waitedMs => parts.observe(waitedMs / 1_000))
	const streams = new Gauge({
		name: 'parley_live_streams',
		help: 'Broadcasts by phase: waiting, publishing, silent, gone, ended',
		labelNames: ['phase'],
		registers: [registry],
		collect() {
			for (const [phase, count] of Object.entries(live.counters().streams)) streams.set({ phase }, count)
		},
	})
	for (const [key, metric] of Object.entries(liveMetrics)) {
		const gauge: Gauge = new Gauge({
			...metric,
			registers: [registry],
			collect: () => void gauge.set(live.counters()[key as keyof typeof liveMetrics]),
		})
	}
}
