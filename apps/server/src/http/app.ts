import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { clientAddress, linkOrigin, type TrustedProxies, trustProxies } from '../platform/clientAddress.ts'
import type { Log } from '../platform/log.ts'
import {
	type ConnectionLimits,
	connectionLimits,
	limitFirstHeaders,
	limitStreams,
	serverOptions,
} from './connectionLimits.ts'

export interface Tls {
	certificate: string
	key: string
}

declare module 'fastify' {
	interface FastifyRequest {
		/** What the request counts for, rather than `ip`. */
		clientAddress: string
		/** What links to this server begin with where its address is not set. */
		linkOrigin: string
		/** What came of a call; null for what is no call of the contracts. */
		callOutcome: CallOutcome | null
	}
}

/** What metrics and log say of a call; written while it is answered. */
export interface CallOutcome {
	/** Method and path as the contract has them. */
	call: string
	/** Name of the refusal; undefined where it was not refused. */
	refusal: string | undefined
	personId: string | undefined
	/** Whether somebody is signed in now who was not before. */
	isSignIn: boolean
}

export interface AppSetup {
	log: Log
	tls: Tls | undefined
	trustedProxies: TrustedProxies
	/** Where people reach the server; without it where a request came in. */
	port?: number | undefined
	limits?: ConnectionLimits
}

const bodyLimitBytes = 256 * 1024

/** An empty Fastify with what every request needs; HTTP/2 where there is TLS. */
export async function createApp({
	log,
	tls,
	trustedProxies,
	port,
	limits = connectionLimits,
}: AppSetup): Promise<FastifyInstance> {
	const isTrusted = trustProxies(trustedProxies)
	const common = {
		loggerInstance: log as FastifyBaseLogger,
		// `logAccess` writes one line with ids alone.
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: bodyLimitBytes,
		// For `X-Forwarded-Host` and `X-Forwarded-Proto`.
		trustProxy: isTrusted,
		genReqId: () => randomUUID(),
		// A logger of its own for each request costs as much as its session; who logs says which request it is.
		childLoggerFactory: (logger: FastifyBaseLogger) => logger,
		// Query and path of a contract are checked by the contract.
		routerOptions: { maxParamLength: 200 },
		forceCloseConnections: true,
		requestTimeout: serverOptions(limits).requestTimeout,
		connectionTimeout: limits.idleMs,
		keepAliveTimeout: limits.idleMs,
		http2SessionTimeout: limits.idleMs,
	}
	const app = tls
		? (Fastify({
				...common,
				http2: true,
				https: {
					allowHTTP1: true,
					cert: tls.certificate,
					key: tls.key,
					handshakeTimeout: limits.handshakeMs,
					settings: { maxConcurrentStreams: limits.streams },
					...serverOptions(limits),
				},
			}) as unknown as FastifyInstance<Server>)
		: Fastify({ ...common, http: serverOptions(limits) })
	limitFirstHeaders(app.server, limits, tls !== undefined)
	if (tls) limitStreams(app.server as unknown as Http2SecureServer, limits)
	app.decorateRequest('clientAddress', {
		getter() {
			return clientAddress(this.raw, isTrusted)
		},
	})
	app.decorateRequest('linkOrigin', {
		getter() {
			return linkOrigin(this.raw, isTrusted, port)
		},
	})
	app.decorateRequest('callOutcome', null)
	await app.register(cookie)
	// Files are compressed at build time; this is for pages and answers, so it must be quick.
	await app.register(compress, {
		globalDecompression: false,
		threshold: 1024,
		encodings: ['br', 'gzip'],
		brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
	})
	return app as FastifyInstance
}

/** From the next connection on; those that are open keep what they began with. */
export function setCertificate(app: FastifyInstance, { certificate, key }: Tls) {
	const server = app.server as unknown as Http2SecureServer
	server.setSecureContext({ cert: certificate, key })
}
