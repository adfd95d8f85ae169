import type { FastifyInstance } from 'fastify'
import type { Nouns } from './modules/nouns.ts'
import { clientAddress, requestedHost, requestedOrigin, trustProxies } from './platform/clientAddress.ts'
import { passedHeaders, requestIdHeader, requestIdOf } from './platform/currentRequest.ts'
import { createForwarding } from './platform/forwarding.ts'
import type { Platform } from './platform/noun.ts'
import { createPassOn } from './platform/passOn.ts'

export interface ForwardingParts {
	platform: Pick<Platform, 'config' | 'clock' | 'log' | 'secrets'>
	nouns: {
		node: Pick<Nouns['node'], 'isOnly'>
		room: { rooms: Pick<Nouns['room']['rooms'], 'findOtherNode' | 'removeNodeIfEnded'> }
		live: { owner: Pick<Nouns['live']['owner'], 'findOther'> }
	}
}

/** Opens the functions that pass requests on to other nodes of the database; undefined where only one can run. */
export function openForwarding({ platform, nouns }: ForwardingParts) {
	if (nouns.node.isOnly) return undefined
	const { config, clock, log, secrets } = platform
	const isTrusted = trustProxies(config.trustedProxies)
	const forwarding = createForwarding({
		secret: secrets.relay,
		clock,
		describe: request => ({
			address: clientAddress(request, isTrusted),
			host: requestedHost(request, isTrusted),
			origin: requestedOrigin(request, isTrusted),
		}),
	})
	const { findOtherNode, removeNodeIfEnded } = nouns.room.rooms
	return {
		...forwarding,
		passOn: createPassOn({
			forwarding,
			findOtherNode,
			livesPath: '/live/',
			findLivesNode: nouns.live.owner.findOther,
			removeNodeIfEnded,
			log,
		}),
	}
}
export type OpenForwarding = NonNullable<ReturnType<typeof openForwarding>>

/**
 * Lets routes that are registered from here on pass requests on (NODE-21), and tells those that were passed on about their
 * clients (NODE-07).
 */
export function passRequestsOn(app: FastifyInstance, { read, passOn }: Pick<OpenForwarding, 'read' | 'passOn'>): void {
	app.addHook('onRequest', async (request, reply) => {
		const forwarded = read(request.raw)
		if (!forwarded) {
			// Instead of what the client may have sent under these names.
			Object.assign(request.raw.headers, passedHeaders())
			await passOn.request(request.raw, reply.raw, () => void reply.hijack())
			return
		}
		request.id = requestIdOf(request.headers[requestIdHeader]) ?? request.id
		Object.assign(passedHeaders(), { [requestIdHeader]: request.id })
		const { address, host, origin } = forwarded
		const facts = {
			ip: address,
			clientAddress: address,
			host,
			hostname: new URL(origin).hostname,
			protocol: new URL(origin).protocol.slice(0, -1),
			linkOrigin: origin,
		}
		for (const [name, value] of Object.entries(facts)) Object.defineProperty(request, name, { value })
	})
}
