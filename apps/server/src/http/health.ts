import type { FastifyInstance } from 'fastify'
import type { Clock } from '../platform/clock.ts'

export interface HealthParts {
	/** Rejects where the database does not answer. */
	database: () => Promise<void>
	/** Whether the data folder takes writes. */
	disk: () => Promise<boolean>
	media: () => Promise<{ ok: boolean; detail?: string }>
	clock: Clock
}

/** `/healthz`: the process is alive. `/readyz`: it can serve. */
export function serveHealth(app: FastifyInstance, { database, disk, media }: HealthParts) {
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
}
