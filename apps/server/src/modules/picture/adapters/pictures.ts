import fastifyStatic from '@fastify/static'
import { pictureNameOf, picturePathOf } from '@parley/core'
import type { FastifyInstance } from 'fastify'

/** A year: the name is the hash of the content. */
const aYear = 'public, max-age=31536000, immutable'

/** Uploaded pictures, to everybody who knows the name: viewers of a live need no account. */
export async function servePictures(app: FastifyInstance, folder: string) {
	await app.register(fastifyStatic, {
		root: folder,
		prefix: picturePathOf(''),
		decorateReply: false,
		index: false,
		cacheControl: false,
		// Not what is just being written, nor anything else that was put there.
		allowedPath: path => pictureNameOf(picturePathOf(path.replace(/^\//, ''))) !== undefined,
		setHeaders: reply => {
			reply.header('cache-control', aYear)
			reply.header('content-security-policy', "default-src 'none'")
		},
	})
}
