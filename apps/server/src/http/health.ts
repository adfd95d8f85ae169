import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ComponentCheck } from '../platform/noun.ts'

export interface HealthParts {
	/** Rejects if the database does not answer. */
	database: () => Promise<void>
	/** Returns whether the data folder is writable. */
	disk: () => Promise<boolean>
	/** If one of these is down, the server is degraded but still serves pages and calls. */
	components: readonly ComponentCheck[]
}

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve pages and calls; `degraded` if another part, such as the
 * media engine, is down. `/readyz/<name>`: that part works, for load balancers that need it.
 */
export function serveHealth(app: FastifyInstance, { database, disk, components }: HealthParts) {
	app.get('/healthz', async () => ({ status: 'ok' }))
	app.get('/readyz', async (_, reply) => {
		const [databaseOk, diskOk, ...others] = await Promise.all([
			database().then(
				() => true,
				() => false,
			),
			disk(),
			...components.map(isUp),
		])
		// Meetings can be scheduled while the media engine restarts, so only database and disk decide.
		const isReady = databaseOk && diskOk
		reply.code(isReady ? 200 : 503)
		return {
			status: statusOf(isReady, !others.includes(false)),
			database: databaseOk,
			disk: diskOk,
			...Object.fromEntries(components.map(({ name }, at) => [name, others[at]])),
		}
	})
	for (const component of components)
		app.get(`/readyz/${component.name}`, async (_, reply) => {
			const ok = await isUp(component)
			reply.code(ok ? 200 : 503)
			return { status: ok ? 'ready' : 'not ready', [component.name]: ok }
		})
}

export const isHealthCheck = ({ routeOptions: { url = '' } }: FastifyRequest): boolean =>
	url === '/healthz' || url === '/readyz' || url.startsWith('/readyz/')

const isUp = ({ check }: ComponentCheck): Promise<boolean> => check().catch(() => false)

function statusOf(isReady: boolean, isComplete: boolean): 'ready' | 'degraded' | 'not ready' {
	if (!isReady) return 'not ready'
	return isComplete ? 'ready' : 'degraded'
}
