import type { FastifyInstance } from 'fastify'
import type { Template } from './template.ts'

/** Real iOS shells boot the bridge by loading an address of this scheme in a frame. */
const bridgeFrames = 'wvjbscheme:'

/** The page decodes QR codes with WebAssembly where the browser has no decoder; scripts gain nothing by it. */
const compiledWorks = "'wasm-unsafe-eval'"

/** @param frames origins beside our own that the page may show in a frame */
export const contentPolicy = (
	{ scriptHashes, styleHashes }: Pick<Template, 'scriptHashes' | 'styleHashes'>,
	frames: readonly string[] = [],
): string =>
	[
		"default-src 'self'",
		`script-src ${["'self'", compiledWorks, ...scriptHashes].join(' ')}`,
		`style-src ${["'self'", ...styleHashes].join(' ')}`,
		"img-src 'self' data: blob:",
		"media-src 'self' blob:",
		"connect-src 'self'",
		['frame-src', "'self'", bridgeFrames, ...frames].join(' '),
		"worker-src 'self' blob:",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'self'",
	].join('; ')

export function addSecurityHeaders(app: FastifyInstance, isTls: boolean) {
	app.addHook('onRequest', async (request, reply) => {
		reply.headers({
			'x-content-type-options': 'nosniff',
			'referrer-policy': 'no-referrer',
			'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), geolocation=()',
			'cross-origin-opener-policy': 'same-origin',
			'x-request-id': request.id,
			...(isTls && { 'strict-transport-security': 'max-age=31536000' }),
		})
	})
}
