import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Delivery } from './counters.ts'
import type { LiveOrigin } from './engine.ts'
import { CompressedPlaylists } from './origin/compressedPlaylists.ts'
import { masterPlaylist } from './origin/masterPlaylist.ts'
import { hlsRoot, playlistFiles } from './origin/playlistPaths.ts'
import type { LiveStream } from './stream.ts'

interface StreamParams {
	streamId: string
}

interface FileParams extends StreamParams {
	definition: string
	file: string
}

type Query = Record<string, unknown>

const playlistType = 'application/vnd.apple.mpegurl'
/** What a playlist says is true for a moment; a cache in front answers all who ask for the same. */
const forAMoment = 'public, max-age=1'
/** A name is one content for ever. */
const forEver = 'public, max-age=86400, immutable'

/**
 * `/live/hls/<stream>/master.m3u8`, `…/<definition>/live.m3u8`, `…/<definition>/recording.m3u8` and their segments; of the
 * source alone more than the window is recorded. Playlists need `?token=` where the stream does; segments are found by who
 * has read a playlist, so that any cache can keep them. A token counts in the browser it was given to, but where the site has
 * lines of others. With `?unauth` a playlist says only whether the stream is there.
 */
export function serveLive(app: FastifyInstance, origin: LiveOrigin, browserOf: (request: FastifyRequest) => string) {
	app.get<{ Params: StreamParams; Querystring: Query }>(
		`${hlsRoot}/:streamId/${playlistFiles.master}`,
		async (request, reply) => {
			const stream = await open(request, reply)
			if (!stream) return reply
			const definitions = stream.describe()
			if (definitions.length === 0) return reply.code(404).send()
			return playlist(
				request,
				reply,
				masterPlaylist(definitions, tokenQuery(request.query)),
				forAMoment,
				origin.delivery,
			)
		},
	)

	app.get<{ Params: FileParams; Querystring: Query }>(
		`${hlsRoot}/:streamId/:definition/:file`,
		async (request, reply) => {
			const { streamId, definition, file } = request.params
			if (file === playlistFiles.live || file === playlistFiles.recording) {
				const stream = await open(request, reply)
				if (!stream) return reply
				if (file === playlistFiles.live) return sendLive(request, reply, stream, origin.delivery)
				return sendRecording(request, reply, stream, definition, origin.delivery)
			}
			// Before it is read: players on other hosts try again what the disk failed to read.
			allowAnyOrigin(reply)
			reply.header('cache-control', 'no-store')
			const media = await origin.stream(streamId)?.segmentStore(definition)?.file(file)
			if (!media) return reply.code(404).send()
			origin.delivery.sentBytes += media.length
			return reply.type('video/mp4').header('cache-control', forEver).send(media)
		},
	)

	/** Undefined when it is answered: not there, not theirs, or only asked whether it is there. */
	async function open(
		request: FastifyRequest<{ Params: StreamParams; Querystring: Query }>,
		reply: FastifyReply,
	): Promise<LiveStream | undefined> {
		const { streamId } = request.params
		const stream = origin.stream(streamId)
		allowAnyOrigin(reply)
		reply.header('cache-control', 'no-store')
		if ('unauth' in request.query) {
			reply.code(stream?.isPlayable() ? 200 : 404).send()
			return undefined
		}
		if (!stream) {
			reply.code(404).send()
			return undefined
		}
		const token = tokenOf(request.query)
		const mayView = await origin.mayView(streamId, token, browserOf(request))
		if (!mayView) {
			// Players try again after 503; 403 ends their viewing.
			if (mayView === undefined) reply.code(503).header('retry-after', '1').send()
			else reply.code(403).send()
			return undefined
		}
		stream.noteViewer(token || `${request.ip} ${request.headers['user-agent'] ?? ''}`)
		return stream
	}
}

async function sendLive(
	request: FastifyRequest<{ Params: FileParams; Querystring: Query }>,
	reply: FastifyReply,
	stream: LiveStream,
	delivery: Delivery,
) {
	const { params, query } = request
	const askedAt = performance.now()
	const msn = numberOf(query._HLS_msn)
	const part = numberOf(query._HLS_part)
	if (Number.isNaN(msn) || Number.isNaN(part)) return reply.code(400).send()
	const suffix = tokenQuery(query)
	const segmentStore = stream.segmentStore(params.definition)
	const answer = await segmentStore?.playlist({
		...(msn !== undefined && { msn }),
		...(part !== undefined && { part }),
		isDelta: query._HLS_skip === 'YES' || query._HLS_skip === 'v2',
		reports: () => stream.reports(params.definition).map(report => ({ ...report, uri: `${report.uri}${suffix}` })),
	})
	if (!answer) return reply.code(404).send()
	if (answer.status !== 200) {
		if (answer.status === 503) reply.header('retry-after', '1')
		return reply.code(answer.status).send()
	}
	const partAt = segmentStore?.changedAt ?? 0
	if (msn !== undefined && !answer.isLate && partAt > askedAt) {
		reply.raw.once('finish', () => delivery.partDelivered(performance.now() - partAt))
	}
	return playlist(request, reply, answer.text, answer.isLate ? 'no-store' : forAMoment, delivery)
}

function sendRecording(
	request: FastifyRequest,
	reply: FastifyReply,
	stream: LiveStream,
	definition: string,
	delivery: Delivery,
) {
	const text = stream.phase === 'ended' ? stream.segmentStore(definition)?.recording() : undefined
	return text === undefined ? reply.code(404).send() : playlist(request, reply, text, forAMoment, delivery)
}

const compressed = new CompressedPlaylists()

function playlist(
	request: FastifyRequest,
	reply: FastifyReply,
	text: string,
	cacheControl: string,
	delivery: Delivery,
) {
	const { encoding, body } = compressed.encode(text, String(request.headers['accept-encoding'] ?? ''))
	delivery.sentBytes += body.length
	if (encoding) reply.header('content-encoding', encoding)
	return reply.type(playlistType).header('vary', 'accept-encoding').header('cache-control', cacheControl).send(body)
}

/** Players run on pages of other hosts too, where no cookie of ours is sent. */
function allowAnyOrigin(reply: FastifyReply) {
	reply.header('access-control-allow-origin', '*')
}

const tokenOf = ({ token }: Query) => (typeof token === 'string' ? token : '')

const tokenQuery = (query: Query) => {
	const token = tokenOf(query)
	return token === '' ? '' : `?token=${encodeURIComponent(token)}`
}

/** Undefined where it is missing, NaN where it is no whole number. */
function numberOf(value: unknown): number | undefined {
	if (value === undefined) return undefined
	return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
}
