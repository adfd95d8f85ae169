import { callRatings as ratings } from '@parley/api'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { VisitEvent } from '../room/index.ts'
import type { Rating } from './visitStore.ts'

const seconds = [0.25, 0.5, 1, 2, 3, 5, 10, 30]

/** Counts what pages report about their lines, and how people rate calls. */
export function createReportMetrics() {
	const joined = { join: [] as ((s: number) => void)[], frame: [] as ((s: number) => void)[] }
	const totals = { freezeMs: 0, concealedMs: 0, reconnects: 0, reports: 0 }
	const rated: Record<Rating, number> = { poor: 0, ok: 0, great: 0 }
	return {
		countVisit(event: VisitEvent): void {
			if (event.type !== 'reported') return
			const { joinMs, firstFrameMs, freezeMs, concealedMs, reconnects } = event.report
			totals.reports++
			totals.freezeMs += freezeMs
			totals.concealedMs += concealedMs
			totals.reconnects += reconnects
			if (joinMs !== null) for (const observe of joined.join) observe(joinMs / 1_000)
			if (firstFrameMs !== null) for (const observe of joined.frame) observe(firstFrameMs / 1_000)
		},
		countRating: (rating: Rating): void => void rated[rating]++,
		measure(registry: Registry): void {
			const registers = [registry]
			const join = new Histogram({
				name: 'parley_room_join_seconds',
				help: 'Time from joining until audio and video are connected, as pages report it',
				buckets: seconds,
				registers,
			})
			const frame = new Histogram({
				name: 'parley_room_first_frame_seconds',
				help: 'Time from joining until the first picture of another participant, as pages report it',
				buckets: seconds,
				registers,
			})
			joined.join.push(value => join.observe(value))
			joined.frame.push(value => frame.observe(value))
			const counter = (name: string, help: string, count: () => number) =>
				new Counter({
					name,
					help,
					registers,
					collect() {
						this.reset()
						this.inc(count())
					},
				})
			counter('parley_room_reports_total', 'Reports of pages about their line', () => totals.reports)
			counter(
				'parley_room_freeze_seconds_total',
				'Time for which pictures stood still, as pages report it',
				() => totals.freezeMs / 1_000,
			)
			counter(
				'parley_room_concealed_seconds_total',
				'Sound that did not arrive, as pages report it',
				() => totals.concealedMs / 1_000,
			)
			counter('parley_room_reconnects_total', 'Lost connections that pages have replaced', () => totals.reconnects)
			new Counter({
				name: 'parley_room_ratings_total',
				help: 'Visits whose call was rated, by their first rating',
				labelNames: ['rating'],
				registers,
				collect() {
					this.reset()
					for (const rating of ratings) this.inc({ rating }, rated[rating])
				},
			})
		},
	}
}
