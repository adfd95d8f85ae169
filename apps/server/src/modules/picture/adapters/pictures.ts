import { pictureNameOf, picturePathOf } from '@parley/core'
import type { FastifyInstance } from 'fastify'
import type { PictureService } from '../service.ts'

/** A year: the name is the hash of the content. */
const aYear = 'public, max-age=31536000, immutable'

/** Uploaded pictures, for all who know the name: viewers of a live need no account. */
export function servePictures(app: FastifyInstance, pictures: Pick<PictureService, 'read'>) {
	app.get<{ Params: { name: string } }>(`${picturePathOf('')}:name`, async (request, reply) => {
		const name = pictureNameOf(picturePathOf(request.params.name))
		const picture = name === undefined ? undefined : await pictures.read(name)
		if (!picture) return reply.callNotFound()
		return reply
			.header('cache-control', aYear)
			.header('content-security-policy', "default-src 'none'")
			.type('image/jpeg')
			.send(picture)
	})
}
