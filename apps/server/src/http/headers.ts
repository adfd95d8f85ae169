import type { FastifyInstance } from 'fastify'
import type { Template } from './template.ts'

/** Real iOS shells boot the bridge by loading an address of this scheme in a frame. */
const bridgeFrames = 'wvjbscheme:'

export const contentPolicy = ({ scriptHashes, styleHashes }: Pick<Template, 'scriptHashes' | 'styleHashes'>): string =>
	[
		"default-src 'self'",
		`script-src ${["'self'", ...scriptHashes].join(' ')}`,
		`style-src ${["'self'", ...styleHashes].join(' ')}`,
		"img-src 'self' data: blob:",
		"media-src 'self' blob:",
		"connect-src 'self'",
		`frame-src 'self' ${bridgeFrames}`,
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
