import { spawnSync } from 'node:child_process'
import { createFlvReader } from '../../apps/server/src/modules/live/adapters/embedded/flv/flvReader.ts'
import type { FlvTag } from '../../apps/server/src/modules/live/adapters/index.ts'
import { isHeader } from '../../apps/server/src/modules/live/adapters/testing/film.ts'
import { RtmpClient } from '../../apps/server/src/modules/live/adapters/testing/rtmpClient.ts'
import { blockSize } from './counter.ts'

export const framesPerSecond = 30
/** Length of the film; longer than a player can be behind. */
export const filmMs = 40_000

export interface Film {
	headers: FlvTag[]
	/** Tags of one round in order; timestamps from 0 to filmMs. */
	frames: FlvTag[]
	bitsPerSecond: number
}

/** Film of at most 1280 × 720 and 2.5 Mbit/s, with one key frame per second, the frame number as black and white blocks, and a tone. */
export function drawFilm(ffmpeg: string, { width = 1280, kbitPerSecond = 2_500 } = {}): Film {
	const block = (blockSize * width) / 1280
	const rate = `${kbitPerSecond}k`
	const blocks = Array.from({ length: 16 }, (_, bit) => {
		const every = 2 ** bit
		return `drawbox=x=${bit * block}:y=0:w=${block}:h=${block}:color=white:t=fill:enable='gte(mod(n\\,${every * 2})\\,${every})'`
	})
	const filter = [`drawbox=x=0:y=0:w=${16 * block}:h=${block}:color=black:t=fill`, ...blocks].join()
	const { status, stdout, stderr } = spawnSync(
		ffmpeg,
		[
			...['-hide_banner', '-loglevel', 'error', '-f', 'lavfi', '-i', `testsrc2=s=${width}x${(width * 9) / 16}:r=30`],
			...['-f', 'lavfi', '-i', 'sine=440:r=48000', '-t', String(filmMs / 1000), '-vf', filter],
			...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p', '-g', '30'],
			...['-keyint_min', '30', '-sc_threshold', '0', '-b:v', rate, '-maxrate', rate, '-bufsize', rate],
			...['-c:a', 'aac', '-b:a', '96k', '-f', 'flv', '-'],
		],
		{ maxBuffer: 100_000_000 },
	)
	if (status !== 0) throw new Error(`ffmpeg: ${stderr}`)
	const tags: FlvTag[] = []
	createFlvReader(tag => tags.push(tag))(stdout)
	const media = tags.filter(({ type }) => type !== 'data')
	const frames = media.filter(tag => !isHeader(tag) && tag.body[1] === 1 && tag.timestampMs < filmMs)
	const bytes = frames.reduce((sum, { body }) => sum + body.length, 0)
	return { headers: media.filter(isHeader), frames, bitsPerSecond: Math.round((bytes * 8_000) / filmMs) }
}

export interface Publishing {
	/** Wall time of the permission to publish. */
	acceptedAt: number
	/** Returns the last time up to a given one at which a frame with this number was sent; NaN if never. */
	sentAt(frame: number, before?: number): number
	/** Breaks the connection. */
	stop(): void
}

/** Same as `Date.now()`, with fractions. */
export const wallTime = () => performance.timeOrigin + performance.now()

/** Emits frames when they are due, round after round, with milliseconds since the beginning. Returns a function that stops it. */
export function playInRealTime(film: Film, fromSecond: number, send: (tag: FlvTag, at: number) => void): () => void {
	const begun = wallTime()
	const isFirst = (tag: FlvTag) => tag.type === 'video' && tag.timestampMs >= fromSecond * 1000 - 10
	let next = Math.max(0, film.frames.findIndex(isFirst))
	const baseMs = film.frames[next]?.timestampMs ?? 0
	const timer = setInterval(() => {
		for (;;) {
			const tag = film.frames[next % film.frames.length] as FlvTag
			const at = Math.floor(next / film.frames.length) * filmMs + tag.timestampMs - baseMs
			if (at > wallTime() - begun) return
			send(tag, at)
			next++
		}
	}, 4)
	return () => clearInterval(timer)
}

/** Publishes the film over RTMP in real time, in a loop, starting at a given second. */
export async function publishFilm(film: Film, port: number, name: string, fromSecond = 0): Promise<Publishing> {
	const client = new RtmpClient(port)
	const { code } = await client.publish(name)
	if (code !== 'NetStream.Publish.Start') throw new Error(`not published: ${code}`)
	const acceptedAt = wallTime()
	for (const tag of film.headers) client.send({ ...tag, timestampMs: 0 })
	const sent = new Map<number, number[]>()
	const stop = playInRealTime(film, fromSecond, (tag, at) => {
		client.send({ ...tag, timestampMs: at })
		if (tag.type !== 'video') return
		const number = Math.round((tag.timestampMs * framesPerSecond) / 1000)
		sent.set(number, [...(sent.get(number) ?? []), wallTime()].slice(-3))
	})
	return {
		acceptedAt,
		sentAt: (frame, before = Number.POSITIVE_INFINITY) =>
			(sent.get(frame) ?? []).findLast(at => at <= before) ?? Number.NaN,
		stop() {
			stop()
			client.socket.destroy()
		},
	}
}
