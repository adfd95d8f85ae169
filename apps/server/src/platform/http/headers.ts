import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Real iOS shells boot the bridge by loading an address of this scheme in a frame. */
const bridgeFrames = 'wvjbscheme:'

/** The page decodes QR codes with WebAssembly if the browser has no decoder; scripts gain nothing by it. */
const allowWasm = "'wasm-unsafe-eval'"

/** @param elsewhere other origins the page may show in a frame, play broadcasts from and connect to */
export const contentPolicy = (
	{ scriptHashes, styleHashes }: { scriptHashes: readonly string[]; styleHashes: readonly string[] },
	{
		frames = [],
		media = [],
		connections = [],
	}: { frames?: readonly string[]; media?: readonly string[]; connections?: readonly string[] } = {},
): string =>
	[
		"default-src 'self'",
		`script-src ${["'self'", allowWasm, ...scriptHashes].join(' ')}`,
		`style-src ${["'self'", ...styleHashes].join(' ')}`,
		"img-src 'self' data: blob:",
		['media-src', "'self'", 'blob:', ...media].join(' '),
		['connect-src', "'self'", ...media, ...connections].join(' '),
		['frame-src', "'self'", bridgeFrames, ...frames].join(' '),
		"worker-src 'self' blob:",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'self'",
	].join('; ')

/**
 * For answers with passwords, tokens or personal data: neither the browser nor a proxy caches them. Lists, and meetings
 * without a password, have an `ETag` instead (`taggedAnswer.ts`).
 */
export const notStored = 'private, no-store'

/** Returns whether the browser used TLS, to this server or to a proxy whose `X-Forwarded-Proto` is trusted. */
export const isSecure = (request: FastifyRequest): boolean => request.protocol === 'https'

/** Browsers mark every request that a page of another site makes; apps and older browsers do not. */
export const isCrossSite = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] === 'cross-site'

export function addSecurityHeaders(app: FastifyInstance) {
	app.addHook('onRequest', (request, reply, done) => {
		reply.headers({
			'x-content-type-options': 'nosniff',
			'referrer-policy': 'no-referrer',
			'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), geolocation=()',
			'cross-origin-opener-policy': 'same-origin',
			'x-request-id': request.id,
			...(isSecure(request) && { 'strict-transport-security': 'max-age=31536000' }),
		})
		done()
	})
}
