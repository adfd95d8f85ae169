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

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve pages and calls; without its media engine it is `degraded`, and
 * still takes them. `/readyz/media`: meetings can be held here.
 */
export function serveHealth(app: FastifyInstance, { database, disk, media }: HealthParts) {
	const isMediaUp = async () => (await media().catch(() => ({ ok: false }))).ok
	app.get('/healthz', async () => ({ status: 'ok' }))
	app.get('/readyz', async (_, reply) => {
		const [databaseOk, diskOk, mediaOk] = await Promise.all([
			database().then(
				() => true,
				() => false,
			),
			disk(),
			isMediaUp(),
		])
		// Meetings can be scheduled while the media engine restarts, so only what keeps them decides.
		const isReady = databaseOk && diskOk
		reply.code(isReady ? 200 : 503)
		return { status: statusOf(isReady, mediaOk), database: databaseOk, disk: diskOk, media: mediaOk }
	})
	app.get('/readyz/media', async (_, reply) => {
		const mediaOk = await isMediaUp()
		reply.code(mediaOk ? 200 : 503)
		return { status: mediaOk ? 'ready' : 'not ready', media: mediaOk }
	})
}

function statusOf(isReady: boolean, isMediaUp: boolean): 'ready' | 'degraded' | 'not ready' {
	if (!isReady) return 'not ready'
	return isMediaUp ? 'ready' : 'degraded'
}
