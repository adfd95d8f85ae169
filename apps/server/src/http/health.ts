import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Clock } from '../platform/clock.ts'

export interface HealthParts {
	/** Rejects where the database does not answer. */
	database: () => Promise<void>
	/** Whether the data folder takes writes. */
	disk: () => Promise<boolean>
	media: () => Promise<{ ok: boolean; detail?: string }>
	clock: Clock
}

/** `/healthz`: the process is alive. `/readyz`: it can serve. `/metrics`: for Prometheus. */
export function serveHealth(app: FastifyInstance, { database, disk, media }: HealthParts) {
	const registry = new Registry()
	collectDefaultMetrics({ register: registry })
	const requests = new Histogram({
		name: 'parley_http_request_seconds',
		help: 'Time to answer, by route and status class',
		labelNames: ['route', 'status'],
		buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
		registers: [registry],
	})
	app.addHook('onResponse', async (request, reply) => {
		const route = `${request.method} ${request.routeOptions.url ?? 'page'}`
		requests.observe({ route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000)
	})

	app.get('/healthz', async () => ({ status: 'ok' }))
	app.get('/readyz', async (_, reply) => {
		const [databaseOk, diskOk, mediaHealth] = await Promise.all([
			database().then(
				() => true,
				() => false,
			),
			disk(),
			media().catch(() => ({ ok: false })),
		])
		// Meetings can be scheduled while the media engine restarts, so only what keeps them decides.
		const isReady = databaseOk && diskOk
		reply.code(isReady ? 200 : 503)
		return { status: isReady ? 'ready' : 'not ready', database: databaseOk, disk: diskOk, media: mediaHealth.ok }
	})
	app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
