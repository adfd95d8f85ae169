import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isEqualInConstantTime } from '../../../../platform/constantTime.ts'
import { pathTokenCookie } from '../../../../platform/pathTokenCookie.ts'
import type { Delivery } from './delivery.ts'
import type { LiveOrigin } from './engine.ts'
import { CompressedPlaylists } from './origin/compressedPlaylists.ts'
import { masterPlaylist } from './origin/masterPlaylist.ts'
import { hlsRoot, playlistFiles, publicHlsRoot } from './origin/playlistPaths.ts'
import type { LiveStream } from './stream.ts'

interface StreamParams {
	streamId: string
}

interface FileParams extends StreamParams {
	definition: string
	file: string
}

type Query = Record<string, unknown>

const edgeHeader = 'x-parley-edge'

const playlistType = 'application/vnd.apple.mpegurl'
/** Playlists are valid for a moment; a cache in front answers all concurrent requests with the same one. */
const forAMoment = 'public, max-age=1'
/** The answer to a blocked request stays valid for later requests: they get what follows sooner (RFC 8216bis B.1). */
const forAWhileAtAnEdge = 'public, max-age=1, s-maxage=4'
/** No media arrived: an edge answers all waiting requests, and a player retries. */
const onceAtAnEdge = 'public, max-age=0, s-maxage=1'
/** The content of a name never changes. */
const forEver = 'public, max-age=86400, immutable'

export interface LiveAccess {
	/** Identifies the browser of a request. */
	browserOf(request: FastifyRequest): string
	/**
	 * Secret an edge in front of this server sends as `x-parley-edge`: it has verified the viewer's pass itself, and
	 * makes requests for all of them. Undefined without an edge.
	 */
	edgeSecret?: string | undefined
}

/**
 * Serves `/live/hls/<stream>/master.m3u8`, `…/<definition>/live.m3u8`, `…/<definition>/recording.m3u8` and their
 * segments; only the source is recorded beyond the window. Playlists are the same for every viewer. They need a
 * viewer's token, in the cookie of their path, or as `?token=` where no cookie is sent; a request with `?token=` passes
 * it on to the playlists named in the answer. Segments are found by reading a playlist. A token is bound to its
 * browser, unless the site has external lines. Public lives below `/live/hls/public` need no token. With `?unauth` a
 * playlist only tells whether a picture exists.
 */
export function serveLive(app: FastifyInstance, origin: LiveOrigin, access: LiveAccess) {
	for (const root of [hlsRoot, publicHlsRoot]) serveBelow(app, origin, access, root)
}

function serveBelow(app: FastifyInstance, origin: LiveOrigin, { browserOf, edgeSecret }: LiveAccess, root: string) {
	app.get<{ Params: StreamParams; Querystring: Query }>(
		`${root}/:streamId/${playlistFiles.master}`,
		async (request, reply) => {
			const stream = await open(request, reply)
			if (!stream) return reply
			const definitions = stream.describe()
			if (definitions.length === 0) return reply.code(404).send()
			const text = masterPlaylist(definitions, tokenQuery(request.query))
			return playlist(request, reply, text, forAMoment, origin.delivery)
		},
	)

	app.get<{ Params: FileParams; Querystring: Query }>(`${root}/:streamId/:definition/:file`, async (request, reply) => {
		const { streamId, definition, file } = request.params
		if (file === playlistFiles.live || file === playlistFiles.recording) {
			const stream = await open(request, reply)
			if (!stream) return reply
			if (file === playlistFiles.live) return sendLive(request, reply, stream, origin.delivery)
			return sendRecording(request, reply, stream, definition, origin.delivery)
		}
		// Set before the file is read: players on other hosts retry if the disk fails.
		allowAnyOrigin(reply)
		reply.header('cache-control', 'no-store')
		const media = await origin.stream(streamId)?.segmentStore(definition)?.file(file)
		if (!media) return reply.code(404).send()
		origin.delivery.sentBytes += media.length
		return reply.type('video/mp4').header('cache-control', forEver).send(media)
	})

	/** Undefined if already answered: not found, not authorised, or a mere query for existence. */
	async function open(
		request: FastifyRequest<{ Params: StreamParams; Querystring: Query }>,
		reply: FastifyReply,
	): Promise<LiveStream | undefined> {
		const { streamId } = request.params
		const stream = origin.stream(streamId)
		allowAnyOrigin(reply)
		reply.header('cache-control', 'no-store')
		if ('unauth' in request.query) {
			await answerWhetherPlayable(request, reply, stream)
			return undefined
		}
		if (!stream) {
			reply.code(404).send()
			return undefined
		}
		const mayView = await mayAsk(request)
		if (!mayView) {
			// Players try again after 503; 403 ends their viewing.
			if (mayView === undefined) reply.code(503).header('retry-after', '1').send()
			else reply.code(403).send()
			return undefined
		}
		const isEdge = request.headers[edgeHeader] !== undefined
		// Viewers behind an edge are counted when they renew their pass.
		if (!isEdge) stream.noteViewer(tokenOf(request) || `${request.ip} ${request.headers['user-agent'] ?? ''}`)
		return stream
	}

	/** Undefined if the hook failed. */
	async function mayAsk(request: FastifyRequest<{ Params: StreamParams; Querystring: Query }>) {
		const { streamId } = request.params
		// Also applies to requests through an edge, which admits everyone there.
		if (root === publicHlsRoot) return await origin.isPublic(streamId)
		const shown = request.headers[edgeHeader]
		if (shown !== undefined) return edgeSecret !== undefined && isEqualInConstantTime(String(shown), edgeSecret)
		return await origin.mayView(streamId, tokenOf(request), browserOf(request))
	}
}

/** `Prefer: wait=4` of RFC 7240, in whole seconds. */
const waitPattern = /(?:^|[,;\s])wait=(\d{1,2})(?=$|[,;\s])/
const longestWaitMs = 5_000

/**
 * Answers 200 once a picture exists, 204 before, so that a polling page causes no errors; 404 if the stream does not
 * exist, or no longer does. With `Prefer: wait` the answer is held until it begins.
 */
async function answerWhetherPlayable(request: FastifyRequest, reply: FastifyReply, stream: LiveStream | undefined) {
	const [, seconds = '0'] = waitPattern.exec(String(request.headers.prefer ?? '')) ?? []
	const isPlayable = await stream?.whenPlayable(Math.min(longestWaitMs, Number(seconds) * 1000))
	const isOver = stream === undefined || stream.phase === 'ended'
	return reply.code(isPlayable ? 200 : isOver ? 404 : 204).send()
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
	const last = segmentStore?.last()
	// A definition at rest is announced when it has new media.
	const hasRested = stream.noteWatched(params.definition)
	const awaited = msn ?? (hasRested && last ? last.msn + 1 : undefined)
	const answer = await segmentStore?.playlist({
		...(awaited !== undefined && { msn: awaited }),
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
	const lasts = msn === undefined ? forAMoment : answer.isLate ? onceAtAnEdge : forAWhileAtAnEdge
	return playlist(request, reply, answer.text, lasts, delivery)
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

/** Players also run on pages of other hosts, where our cookies are not sent. */
function allowAnyOrigin(reply: FastifyReply) {
	reply.header('access-control-allow-origin', '*')
}

const tokenIn = ({ token }: Query) => (typeof token === 'string' ? token : '')

const tokenOf = ({ query, cookies }: FastifyRequest<{ Querystring: Query }>) =>
	tokenIn(query) || (cookies?.[pathTokenCookie] ?? '')

const tokenQuery = (query: Query) => {
	const token = tokenIn(query)
	return token === '' ? '' : `?token=${encodeURIComponent(token)}`
}

/** Undefined if it is missing, NaN if it is not a whole number. */
function numberOf(value: unknown): number | undefined {
	if (value === undefined) return undefined
	return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
}
