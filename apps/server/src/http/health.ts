import type { FastifyInstance } from 'fastify'
import type { ReadinessCheck } from '../platform/noun.ts'

export interface HealthParts {
	/** Rejects where the database does not answer. */
	database: () => Promise<void>
	/** Whether the data folder takes writes. */
	disk: () => Promise<boolean>
	/** Without these the server is degraded, and still serves pages and calls. */
	degrading: readonly ReadinessCheck[]
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve pages and calls; where something else is missing, such as its
 * media engine, it is `degraded`, and still takes them. `/readyz/<name>`: that part works, for a load balancer that needs it.
 */
export function serveHealth(app: FastifyInstance, { database, disk, degrading }: HealthParts) {
	app.get('/healthz', async () => ({ status: 'ok' }))
	app.get('/readyz', async (_, reply) => {
		const [databaseOk, diskOk, ...others] = await Promise.all([
			database().then(
				() => true,
				() => false,
			),
			disk(),
			...degrading.map(isUp),
		])
		// Meetings can be scheduled while the media engine restarts, so only what keeps them decides.
		const isReady = databaseOk && diskOk
		reply.code(isReady ? 200 : 503)
		return {
			status: statusOf(isReady, !others.includes(false)),
			database: databaseOk,
			disk: diskOk,
			...Object.fromEntries(degrading.map(({ name }, at) => [name, others[at]])),
		}
	})
	for (const readiness of degrading)
		app.get(`/readyz/${readiness.name}`, async (_, reply) => {
			const ok = await isUp(readiness)
			reply.code(ok ? 200 : 503)
			return { status: ok ? 'ready' : 'not ready', [readiness.name]: ok }
		})
}

const isUp = ({ check }: ReadinessCheck): Promise<boolean> => check().catch(() => false)

function statusOf(isReady: boolean, isComplete: boolean): 'ready' | 'degraded' | 'not ready' {
	if (!isReady) return 'not ready'
	return isComplete ? 'ready' : 'degraded'
}
