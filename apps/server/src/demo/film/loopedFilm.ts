import { readFileSync } from 'node:fs'
import { createFlvReader, type FlvTag, type LiveIngest, type LivePublisher } from '../../modules/live/adapters/index.ts'
import type { LiveStreamId } from '../../modules/live/index.ts'

/** The film ends as it begins, a whole number of frames of picture and sound later. */
export const filmMs = 8_000
/** Published at once when a viewer arrives, so that the page finds something to play. */
const headStartMs = 2_000
/** Players request a playlist several times a second; without a request for this long the viewer has left. */
const watchedForMs = 60_000
const tickMs = 40
const address = 'demo'

export interface LoopedFilm {
	/** Starts the film unless it is running; it stops a minute after the last call. */
	watched(streamId: LiveStreamId): void
	/** Publishes the film once, as fast as it can be read; false if another publisher is active. */
	publishOnce(streamId: LiveStreamId): boolean
	stop(): void
}

interface Showing {
	publisher: LivePublisher
	startedAtMs: number
	watchedAtMs: number
	/** Counted across all rounds. */
	next: number
}

/** A demo film that is on air while it is watched, and costs nothing otherwise. */
export function createLoopedFilm(engine: Pick<LiveIngest, 'publish'>, nowMs = () => performance.now()): LoopedFilm {
	const showings = new Map<LiveStreamId, Showing>()
	let film: { headers: FlvTag[]; frames: FlvTag[] } | undefined
	let timer: NodeJS.Timeout | undefined

	/** Read when it is first shown. */
	const tags = () => {
		film ??= readFilm()
		return film
	}

	function begin(streamId: LiveStreamId): LivePublisher | undefined {
		const answer = engine.publish(streamId, address)
		if (!answer.ok) return undefined
		for (const header of tags().headers) answer.value.push(header)
		return answer.value
	}

	function send(showing: Showing, untilMs: number) {
		const { frames } = tags()
		for (;;) {
			const frame = frames[showing.next % frames.length] as FlvTag
			const timestampMs = Math.floor(showing.next / frames.length) * filmMs + frame.timestampMs
			if (timestampMs > untilMs) return
			showing.publisher.push({ ...frame, timestampMs })
			showing.next++
		}
	}

	function tick() {
		const now = nowMs()
		for (const showing of [...showings.values()]) {
			if (now - showing.watchedAtMs > watchedForMs) showing.publisher.close()
			else send(showing, now - showing.startedAtMs + headStartMs)
		}
	}

	return {
		watched(streamId) {
			const now = nowMs()
			const known = showings.get(streamId)
			if (known) {
				known.watchedAtMs = now
				return
			}
			const publisher = begin(streamId)
			if (!publisher) return
			const showing: Showing = { publisher, startedAtMs: now, watchedAtMs: now, next: 0 }
			showings.set(streamId, showing)
			publisher.onEnd(() => {
				showings.delete(streamId)
				if (showings.size > 0) return
				clearInterval(timer)
				timer = undefined
			})
			send(showing, headStartMs)
			timer ??= setInterval(tick, tickMs).unref()
		},
		publishOnce(streamId) {
			const publisher = begin(streamId)
			if (!publisher) return false
			for (const frame of tags().frames) publisher.push(frame)
			publisher.close()
			return true
		},
		stop() {
			for (const { publisher } of [...showings.values()]) publisher.close()
		},
	}
}

function readFilm() {
	const headers: FlvTag[] = []
	const frames: FlvTag[] = []
	const read = createFlvReader(tag => {
		if (tag.type === 'data' || tag.timestampMs >= filmMs) return
		if (tag.body[1] === 0) headers.push(tag)
		else if (tag.body[1] === 1) frames.push(tag)
	})
	read(readFileSync(new URL('demoFilm.flv', import.meta.url)))
	return { headers, frames }
}
