import type { FastifyInstance } from 'fastify'
import type { LoopedFilm } from './loopedFilm.ts'

/** Shows the film to everyone who asks for one of these lives, or for its playlists. */
export function showFilmToWatchers(
	app: FastifyInstance,
	film: LoopedFilm,
	/** Stream of each live that has the film, by meeting. */
	streams: ReadonlyMap<string, string>,
) {
	app.addHook('onRequest', async ({ url }) => {
		if (!url.startsWith('/live/')) return
		const { pathname, searchParams } = new URL(url, 'http://localhost')
		const [, , place, stream = ''] = pathname.split('/')
		if (place === 'hls') {
			if ([...streams.values()].includes(stream)) film.watched(stream)
			return
		}
		const ofMeeting = place === 'getLiveStream' ? streams.get(searchParams.get('meetingId') ?? '') : undefined
		if (ofMeeting !== undefined) film.watched(ofMeeting)
	})
}
