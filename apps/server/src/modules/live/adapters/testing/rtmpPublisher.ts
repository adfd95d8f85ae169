import type { TestPublisher } from '../../liveEngine.suite.ts'
import { repeatFilm } from './film.ts'
import { RtmpClient } from './rtmpClient.ts'

const filmMs = 60_000

/** Publishes the film in real time, for a minute at most. */
export async function publishOverRtmp(port: number, name: string): Promise<TestPublisher> {
	const client = new RtmpClient(port)
	const answer = await Promise.race([client.publish(name), client.closed.then(() => undefined)])
	const isPublishing = answer?.level === 'status'
	const tags = repeatFilm(filmMs)
	const startedAt = performance.now()
	let next = 0
	const timer = setInterval(() => {
		for (;;) {
			const tag = tags[next]
			if (!tag || !isPublishing || tag.timestampMs > performance.now() - startedAt) return
			client.send(tag)
			next++
		}
	}, 10)
	const ended = client.closed.then(() => clearInterval(timer))
	return { isPublishing, ended, stop: () => client.socket.destroy() }
}
