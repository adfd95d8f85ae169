import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { createMetricsServer, serveMetrics } from './http/index.ts'
import type { Config } from './platform/config.ts'

/** Serves metrics on a port of their own, next to the calls with a token, or not at all. */
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
