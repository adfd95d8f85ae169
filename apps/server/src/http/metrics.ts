import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { SiteId } from '@parley/core'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { SweepAlarm } from '../modules/alarm/index.ts'
import type { LiveCounters } from '../modules/live/adapters/index.ts'
import type { Messaging, MessagingCounters } from '../modules/messaging/index.ts'
import type { SmsBudget } from '../modules/sms/index.ts'
import { isEqualInConstantTime } from '../platform/constantTime.ts'
import { connectionLimits, serverOptions } from './connectionLimits.ts'
import { notStored } from './headers.ts'

/** Measures every request of the app, for Prometheus. */
export function measureRequests(app: FastifyInstance): Registry {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	const requests = new Histogram({
		name: 'parley_http_request_seconds',
		help: 'Time to answer, by route and status class',
		labelNames: ['route', 'status'],
		buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
		registers: [registry],
	})
	app.addHook('onResponse', (request, reply, done) => {
		const route = `${request.method} ${request.routeOptions.url ?? 'page'}`
		requests.observe({ route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000)
		done()
	})
	return registry
}

/**
 * Lookups of meeting ids that do not exist, and whether the alarm of a site is on.
 * @param siteIds of all sites: those where nothing happened yet are at 0
 */
export function measureSweeps(registry: Registry, list: SweepAlarm['list'], siteIds: () => Promise<SiteId[]>) {
	const measured = async () => {
		const happened = list()
		// Without the database what was told before stays as it was.
		const all = await siteIds().catch(() => [])
		const quiet = all.filter(id => !happened.some(({ siteId }) => siteId === id))
		return [...happened, ...quiet.map(siteId => ({ siteId, unknownIds: 0, isOn: false }))]
	}
	const alarm = new Gauge({
		name: 'parley_sweep_alarm',
		help: '1 while meeting ids are tried from many addresses, by site',
		labelNames: ['site'],
		registers: [registry],
		async collect() {
			for (const { siteId, isOn } of await measured()) alarm.set({ site: siteId }, isOn ? 1 : 0)
		},
	})
	const unknownIds = new Gauge({
		name: 'parley_unknown_meeting_ids',
		help: 'Lookups of meeting ids that do not exist, since the start, by site',
		labelNames: ['site'],
		registers: [registry],
		async collect() {
			for (const site of await measured()) unknownIds.set({ site: site.siteId }, site.unknownIds)
		},
	})
}

/** Text messages of the last 24 hours, and the most a site sends in them. */
export function measureSmsBudgets(registry: Registry, list: SmsBudget['list']) {
	const sent = new Gauge({
		name: 'parley_sms_sent_24h',
		help: 'Text messages sent in the last 24 hours, by site',
		labelNames: ['site'],
		registers: [registry],
		async collect() {
			for (const site of await list()) sent.set({ site: site.siteId }, site.sent)
		},
	})
	const budget = new Gauge({
		name: 'parley_sms_budget_24h',
		help: 'Most text messages that are sent in 24 hours (smsPerDay), by site',
		labelNames: ['site'],
		registers: [registry],
		async collect() {
			for (const { siteId, perDay } of await list()) budget.set({ site: siteId }, perDay)
		},
	})
}

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

/** What messaging does on this node. */
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

const liveMetrics: Record<keyof Omit<LiveCounters, 'streams'>, { name: string; help: string }> = {
	publishers: { name: 'parley_live_publishers', help: 'Publishers connected to broadcasts' },
	viewers: { name: 'parley_live_viewers', help: 'Viewers of broadcasts in the last ten seconds, about' },
	receivedBytes: { name: 'parley_live_received_bytes', help: 'Bytes publishers sent, since the start' },
	sentBytes: { name: 'parley_live_sent_bytes', help: 'Bytes of playlists and media for viewers, since the start' },
	droppedTags: { name: 'parley_live_dropped_tags', help: 'Tags of publishers that were left out, since the start' },
	diskBytes: { name: 'parley_live_disk_bytes', help: 'Bytes of broadcasts and recordings on disk' },
	diskFull: { name: 'parley_live_disk_full', help: 'Broadcasts whose newest segments the disk did not take' },
}

/** Broadcasts through the engine of this server. */
export function measureLive(
	registry: Registry,
	live: { counters(): LiveCounters; observeParts(observer: (waitedMs: number) => void): void },
) {
	const parts = new Histogram({
		name: 'parley_live_part_seconds',
		help: 'Time from a part being there to the answer for a viewer who waited for it having left',
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

const answersWithinMs = 3_000

/**
 * All metrics as text. A family whose source fails or does not answer in time is left out, and counted: what is measured
 * matters most while the database is down.
 */
export async function readMetrics(registry: Registry, withinMs = answersWithinMs): Promise<string> {
	const tooLate = delay(withinMs, undefined, { ref: false })
	const families = await Promise.all(
		registry
			.getMetricsAsArray()
			.map(({ name }) => Promise.race([registry.getSingleMetricAsString(name), tooLate]).catch(() => undefined)),
	)
	const answered = families.filter(family => family !== undefined)
	const own = new Registry()
	new Gauge({
		name: 'parley_metrics_left_out',
		help: 'Metrics missing from this answer because their source failed or took too long',
		registers: [own],
	}).set(families.length - answered.length)
	return [...answered, await own.metrics()].join('\n\n')
}

/** `/metrics` beside the calls, for whoever has the token: it tells how many people use what. */
export function serveMetrics(app: FastifyInstance, registry: Registry, token: string) {
	app.get('/metrics', async ({ headers }, reply) => {
		reply.header('cache-control', notStored)
		if (!hasToken(headers.authorization, token)) return reply.code(401).header('www-authenticate', 'Bearer').send()
		return reply.type(registry.contentType).send(await readMetrics(registry))
	})
}

/** `/metrics` on a port of its own; with a token where one is set. It listens when it is told to. */
export function createMetricsServer(registry: Registry, token: string | undefined): Server {
	return createServer(serverOptions(connectionLimits), async (request, response) => {
		if (request.url !== '/metrics') return response.writeHead(404).end()
		if (token !== undefined && !hasToken(request.headers.authorization, token))
			return response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
		return response.writeHead(200, { 'content-type': registry.contentType }).end(await readMetrics(registry))
	})
}

const hasToken = (authorization: string | undefined, token: string): boolean =>
	isEqualInConstantTime(authorization ?? '', `Bearer ${token}`)
