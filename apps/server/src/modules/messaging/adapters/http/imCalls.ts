import type { FastifyInstance } from 'fastify'
import { type CallRouteDeps, registerCalls } from '../../../../http/callRoutes.ts'
import type { CallHandlers } from '../../../../platform/handlers.ts'
import { allowImOrigins, type ImOriginsDeps } from './imOrigins.ts'
import { type ImServersDeps, serveImServers } from './imServers.ts'

/** Everything of messaging that goes over HTTP: the calls for tokens, the api server and the monitor server. */
export async function serveImCalls(
	app: FastifyInstance,
	{ calls, ...deps }: { calls: CallHandlers } & CallRouteDeps & ImServersDeps & ImOriginsDeps,
) {
	await app.register(async scope => {
		await allowImOrigins(scope, deps)
		registerCalls(scope, [calls], deps)
		await serveImServers(scope, deps)
	})
}
