import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import {
	createMetricsServer,
	measureCertificate,
	measureDatabase,
	measureJobs,
	measureLive,
	measureMedia,
	measureMessaging,
	measureRooms,
	measureSmsBudgets,
	measureSweeps,
	serveMetrics,
} from './http/index.ts'
import type { EmbeddedEngine } from './modules/room/adapters/index.ts'
import type { Modules } from './modules.ts'
import type { Config } from './platform/config.ts'
import type { OpenDatabase } from './platform/database.ts'
import type { JobRecord } from './platform/jobs.ts'

export interface MeasuredParts {
	modules: Modules
	database: OpenDatabase
	engine: EmbeddedEngine
	live: Parameters<typeof measureLive>[1]
	certificate: Parameters<typeof measureCertificate>[1]
	jobRecords: () => ReadonlyMap<string, JobRecord>
	now: () => number
}

/** Measures everything docs/metrics.md names beside requests, calls and limits. */
export function measureServer(registry: Registry, parts: MeasuredParts) {
	const { sites, sweeps, smsBudget, messaging, rooms } = parts.modules
	measureSweeps(registry, sweeps.list, async () => (await sites.all()).map(({ id }) => id))
	measureSmsBudgets(registry, smsBudget.list)
	measureMessaging(registry, messaging.service)
	measureLive(registry, parts.live)
	measureRooms(registry, rooms.counts)
	measureMedia(registry, parts.engine.stats)
	measureJobs(registry, parts.jobRecords)
	measureDatabase(registry, parts.database)
	measureCertificate(registry, parts.certificate, parts.now)
}

/** Metrics on a port of their own, beside the calls with a token, or not at all. */
export function openMetrics(app: FastifyInstance, registry: Registry, { metrics: { listen, token } }: Config) {
	if (listen === undefined) {
		if (token !== undefined) serveMetrics(app, registry, token)
		return { async listen() {}, close() {} }
	}
	const server = createMetricsServer(registry, token)
	return {
		async listen() {
			server.listen(listen)
			await once(server, 'listening')
		},
		close: () => void server.close().closeAllConnections(),
	}
}
