import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { connectionEndLog } from './http/index.ts'
import type { Nouns } from './modules/nouns.ts'
import { portOf } from './openApp.ts'
import { clientAddress, linkOrigin, requestedHost, requestedOrigin, trustProxies } from './platform/clientAddress.ts'
import type { Log } from './platform/log.ts'
import type { Platform, SocketEdge } from './platform/noun.ts'

/** Creates the functions of the server that WebSockets use. */
export function createSocketEdge(
	app: FastifyInstance,
	{ platform, nouns, accessLog }: { platform: Platform; nouns: Nouns; accessLog: Log | undefined },
): SocketEdge {
	const { config, clock, createRateLimit } = platform
	const isTrusted = trustProxies(config.trustedProxies)
	const hostOf = (request: IncomingMessage) => requestedHost(request, isTrusted)
	return {
		server: app.server,
		createRateLimit,
		addressOf: request => clientAddress(request, isTrusted),
		hostOf,
		originOf: request => linkOrigin(request, isTrusted, portOf(config)),
		async ownOriginOf(request) {
			const site = await nouns.site.sites.findByHost(hostOf(request))
			return site && requestedOrigin(request, isTrusted)
		},
		clock,
		browsersPerAddress: config.browsersPerAddress,
		...(accessLog && { onConnectionEnd: connectionEndLog(accessLog) }),
		allowedOrigins: config.publicUrl ? [config.publicUrl] : [],
	}
}
