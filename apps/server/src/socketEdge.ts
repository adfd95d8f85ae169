import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { connectionEndLog } from './http/index.ts'
import type { Nouns } from './modules/nouns.ts'
import { portOf } from './openApp.ts'
import type { OpenForwarding } from './openForwarding.ts'
import { clientAddress, linkOrigin, requestedHost, requestedOrigin, trustProxies } from './platform/clientAddress.ts'
import type { Log } from './platform/log.ts'
import type { Platform, SocketEdge } from './platform/noun.ts'
import { createTunnels } from './platform/tunnels.ts'

interface SocketEdgeParts {
	platform: Platform
	nouns: Nouns
	forwarding: OpenForwarding | undefined
	accessLog: Log | undefined
}

/** Creates the functions of the server that WebSockets use. */
export function createSocketEdge(app: FastifyInstance, { platform, nouns, forwarding, accessLog }: SocketEdgeParts) {
	const { config, clock, createRateLimit } = platform
	const isTrusted = trustProxies(config.trustedProxies)
	const hostOf = (request: IncomingMessage) => forwarding?.read(request)?.host ?? requestedHost(request, isTrusted)
	const edge: SocketEdge = {
		server: app.server,
		createRateLimit,
		addressOf: request => forwarding?.read(request)?.address ?? clientAddress(request, isTrusted),
		hostOf,
		originOf: request => linkOrigin(request, isTrusted, portOf(config)),
		async ownOriginOf(request) {
			const site = await nouns.site.sites.findByHost(hostOf(request))
			return site && (forwarding?.read(request)?.origin ?? requestedOrigin(request, isTrusted))
		},
		...(forwarding && {
			passUpgradeOn: forwarding.passOn.upgrade,
			tunnels: createTunnels({ server: app.server, forwarding }),
		}),
		clock,
		browsersPerAddress: config.browsersPerAddress,
		...(accessLog && { onConnectionEnd: connectionEndLog(accessLog) }),
		allowedOrigins: config.publicUrl ? [config.publicUrl] : [],
	}
	return edge
}
