import { readFileSync } from 'node:fs'
import type { FlvTag } from '../../ingest.ts'
import { createFlvReader } from '../embedded/flv/flvReader.ts'

export type FilmName = 'film' | 'filmWithBFrames'

const lengthMs: Record<FilmName, number> = { film: 3_000, filmWithBFrames: 2_000 }

/** Bytes of a small film (drawFilm.sh): 160 × 90, 30 frames and one key frame per second, mono AAC. */
export const filmBytes = (name: FilmName = 'film'): Buffer => readFileSync(new URL(`${name}.flv`, import.meta.url))

export function filmTags(name: FilmName = 'film'): FlvTag[] {
	const tags: FlvTag[] = []
	createFlvReader(tag => tags.push(tag))(filmBytes(name))
	return tags
}

/** The film with Opus, as a browser without AAC records it: fragmented MP4, frames of 20 ms. */
export const opusFilmBytes = (): Buffer => readFileSync(new URL('filmWithOpus.mp4', import.meta.url))

export const isHeader = ({ type, body }: FlvTag) => type !== 'data' && body[1] === 0
export const isKeyFrame = ({ type, body }: FlvTag) => type === 'video' && body[0] === 0x17 && body[1] === 1

export interface FilmOptions {
	name?: FilmName
	/** Timestamp of its beginning. */
	fromMs?: number
	keep?: 'audio' | 'video'
	/** Seconds between key frames: the others are relabelled as ordinary frames, which nothing decodes here. */
	keyFrameEvery?: number
}

/** Repeats the film: its headers, then frames for `ms` milliseconds. */
export function repeatFilm(ms: number, { name = 'film', fromMs = 0, keep, keyFrameEvery }: FilmOptions = {}): FlvTag[] {
	const tags = filmTags(name).filter(({ type }) => type === 'audio' || type === 'video')
	const kept = tags.filter(({ type }) => keep === undefined || type === keep)
	const frames = kept.filter(tag => !isHeader(tag) && tag.body[1] !== 2)
	const length = lengthMs[name]
	const played: FlvTag[] = kept.filter(isHeader).map(tag => ({ ...tag, timestampMs: fromMs }))
	let keys = 0
	for (let at = 0; at < ms; at += length) {
		for (const tag of frames) {
			const timestampMs = at + tag.timestampMs
			if (timestampMs >= ms || tag.timestampMs >= length) continue
			const isDemoted = isKeyFrame(tag) && keyFrameEvery !== undefined && keys++ % keyFrameEvery !== 0
			const body = isDemoted ? Buffer.concat([Buffer.from([0x27]), tag.body.subarray(1)]) : tag.body
			played.push({ type: tag.type, timestampMs: (fromMs + timestampMs) >>> 0, body })
		}
	}
	return played
}

/** Sends the film in real time, in a loop; returns a function that stops it. */
export function playFilm(send: (tag: FlvTag) => void, name: FilmName = 'film'): () => void {
	const length = lengthMs[name]
	const tags = filmTags(name).filter(({ type, timestampMs }) => type !== 'data' && timestampMs < length)
	for (const tag of tags.filter(isHeader)) send(tag)
	const frames = tags.filter(tag => !isHeader(tag) && tag.body[1] === 1)
	const startedAt = performance.now()
	let next = 0
	const timer = setInterval(() => {
		for (;;) {
			const tag = frames[next % frames.length]
			const at = Math.floor(next / frames.length) * length + (tag?.timestampMs ?? 0)
			if (!tag || at > performance.now() - startedAt) return
			send({ ...tag, timestampMs: at })
			next++
		}
	}, 5)
	return () => clearInterval(timer)
}

/** The sequence header of another picture size: the next header of a publisher that changed it. */
export function otherSizeHeader(): FlvTag {
	const header = filmTags('filmWithBFrames').find(tag => tag.type === 'video' && isHeader(tag)) as FlvTag
	return header
}
