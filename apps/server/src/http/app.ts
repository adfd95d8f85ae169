import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { clientAddress, linkOrigin, type TrustedProxies, trustProxies } from '../platform/clientAddress.ts'
import { type AnyRequest, forwardedRequestId } from '../platform/currentRequest.ts'
import type { Log } from '../platform/log.ts'
import {
	type ConnectionLimits,
	connectionLimits,
	limitFirstHeaders,
	limitStreams,
	serverOptions,
} from './connectionLimits.ts'
import { sendScriptsInOrder } from './scriptsInOrder.ts'
import { sendSmallRecordsFirst } from './tlsRecords.ts'

export interface Tls {
	certificate: string
	key: string
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Address that limits count the request by; use it instead of `ip`. */
		clientAddress: string
		/** Prefix of links to this server when no public address is set. */
		linkOrigin: string
		/** Outcome of a call; null for requests that are not calls of the contracts. */
		callOutcome: CallOutcome | null
	}
}

/** Facts about a call for metrics and log; written while it is answered. */
export interface CallOutcome {
	/** Method and path as declared in the contract. */
	call: string
	/** Name of the refusal; undefined when the call was not refused. */
	refusal: string | undefined
	personId: string | undefined
	/** True if the call signed in a user who was not signed in before. */
	isSignIn: boolean
}

export interface AppSetup {
	log: Log
	tls: Tls | undefined
	trustedProxies: TrustedProxies
	/** Port at which people reach the server; defaults to the port of the request. */
	port?: number | undefined
	limits?: ConnectionLimits
}

const bodyLimitBytes = 256 * 1024

/** Creates an empty Fastify with the parts every request needs; HTTP/2 when TLS is on. */
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
		// `logAccess` writes one line, with ids only.
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: bodyLimitBytes,
		// For `X-Forwarded-Host` and `X-Forwarded-Proto`.
		trustProxy: isTrusted,
		// The id of a proxy in front, so that its log and this one can be compared.
		genReqId: (request: AnyRequest) => forwardedRequestId(request, isTrusted) ?? randomUUID(),
		// A child logger per request costs as much as its session; each log call names its request instead.
		childLoggerFactory: (logger: FastifyBaseLogger) => logger,
		// Contracts validate their own queries and paths.
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
	if (tls) {
		const server = app.server as unknown as Http2SecureServer
		limitStreams(server, limits)
		sendSmallRecordsFirst(server)
		sendScriptsInOrder(app as FastifyInstance)
	}
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
	// Files are compressed at build time; this covers pages and answers, so it must be fast.
	await app.register(compress, {
		globalDecompression: false,
		threshold: 1024,
		encodings: ['br', 'gzip'],
		brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
	})
	return app as FastifyInstance
}

/** Applies from the next connection on; open connections keep the certificate they started with. */
export function setCertificate(app: FastifyInstance, { certificate, key }: Tls) {
	const server = app.server as unknown as Http2SecureServer
	server.setSecureContext({ cert: certificate, key })
}
