import { Readable } from 'node:stream'
import { RecordingId } from '@parley/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { ByteRange } from '../../../platform/blobStore.ts'
import { attachment } from '../../../platform/http/contentDisposition.ts'
import { mediaFiles, segmentPlace } from '../playlist.ts'
import type { RecordingFiles } from '../recordingFiles.ts'
import type { Recordings } from '../service.ts'

/** Longest segment that a request may read at once. */
const maxSegmentBytes = 32 * 1024 * 1024

interface Params {
	id: string
	file: string
}

export interface ServeRecordingsDeps {
	recordings: Pick<Recordings, 'admit'>
	files: Pick<RecordingFiles, 'readPlaylist' | 'readInit' | 'readMedia' | 'openWhole'>
	/** Name of the cookie that the call `open` sets. */
	cookie: string
}

/**
 * Serves `/meeting/recordings/<id>/media/…`: the playlist with its segments, and the whole file with ranges. Every request
 * needs the cookie of its path, and the rights it was given for.
 */
export function serveRecordings(app: FastifyInstance, { recordings, files, cookie }: ServeRecordingsDeps): void {
	app.get<{ Params: Params }>('/meeting/recordings/:id/media/:file', async (request, reply) => {
		reply.header('cache-control', 'private, no-store')
		const id = v.safeParse(RecordingId, request.params.id)
		const token = request.cookies[cookie]
		if (token === undefined || !id.success) return reply.code(404).send()
		const admitted = await recordings.admit(token, id.output)
		// Whether it exists is not revealed.
		if (!admitted?.finished) return reply.code(404).send()
		const { file } = request.params
		if (file === mediaFiles.whole) return await sendWhole(request, reply, id.output, admitted.finished.bytes, admitted)
		const content = await contentOf(id.output, file)
		return content ? reply.type(typeOf(file)).send(content) : reply.code(404).send()
	})

	async function contentOf(id: RecordingId, file: string): Promise<Buffer | undefined> {
		if (file === mediaFiles.playlist) return await files.readPlaylist(id)
		if (file === mediaFiles.init) return await files.readInit(id)
		const place = segmentPlace(file)
		return place && place.to - place.from < maxSegmentBytes ? await files.readMedia(id, place) : undefined
	}

	async function sendWhole(
		request: FastifyRequest,
		reply: FastifyReply,
		id: RecordingId,
		size: number,
		named: { topic: string; startedAt: number },
	) {
		const open = await files.openWhole(id)
		if (!open) return reply.code(404).send()
		reply.type('video/mp4').header('accept-ranges', 'bytes').header('content-disposition', dispositionOf(named))
		const range = rangeOf(request.headers.range, size)
		if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
		if (range) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${size}`)
		const { from, to } = range ?? { from: 0, to: size - 1 }
		reply.header('content-length', to - from + 1)
		return reply.send(request.method === 'HEAD' ? undefined : Readable.from(open({ from, to })))
	}
}

const typeOf = (file: string) => (file === mediaFiles.playlist ? 'application/vnd.apple.mpegurl' : 'video/mp4')

/** Returns a single range (RFC 9110 14.2); undefined for the whole file, also for what is not understood. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
	const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
	if (first === '' && last === '') return undefined
	const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
	const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
	if (from >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable'
	return from <= to ? { from, to } : undefined
}

/** Names the file after the topic and the day. */
export function dispositionOf({ topic, startedAt }: { topic: string; startedAt: number }): string {
	const day = new Date(startedAt).toISOString().slice(0, 10)
	return attachment(`${topic} ${day}.mp4`, `recording ${day}.mp4`)
}
