import { randomBytes } from 'node:crypto'
import { liveDelays, ok, type Result, refused, streamIdPattern } from '@parley/core'
import type { Clock } from '../../../../platform/clock.ts'
import { isEqualInConstantTime } from '../../../../platform/constantTime.ts'
import type { Log } from '../../../../platform/log.ts'
import type {
	CreateStream,
	LiveDefinition,
	LiveEngine,
	LiveEvent,
	LiveHooks,
	LiveLine,
	LiveStats,
	LiveStreamId,
	LiveStreamPhase,
	PublisherLeaveReason,
	PublishRefusal,
} from '../../index.ts'
import { tickMs } from '../embedded/engineTick.ts'
import { type LiveEventBody, LiveEventListeners } from '../embedded/eventListeners.ts'
import { ViewAuthorisationCache } from '../embedded/viewAuthorisationCache.ts'
import { ViewerCount } from '../embedded/viewerCount.ts'

export interface ExternalLiveOptions {
	/** Address of a playlist for viewers, with `{stream}` in it: `https://live.example.org/hls/{stream}.m3u8`. */
	hlsUrl: string
	clock: Clock
	/** Milliseconds since an arbitrary moment; unaffected by adjustments of the clock. */
	elapsedMs(): number
	log: Log
	/** Returns the origin's response to a GET; undefined if it is unreachable. */
	fetchText(url: string): Promise<{ status: number; text: string } | undefined>
}

/** A connection as reported by the origin; hooks.ts parses its callbacks. */
export interface OriginConnection {
	streamId: LiveStreamId
	key: string
	address: string
	/** Distinguishes connections. */
	connectionId: string
}

export interface ExternalLiveEngine extends LiveEngine {
	/** A client requests to publish; a refusal ends its connection. */
	publishing(connection: OriginConnection): Promise<Result<void, PublishRefusal>>
	/**
	 * They still publish; sent every few seconds. A refusal ends their connection. After a restart, the server finds
	 * publishers by this.
	 */
	stillPublishing(connection: OriginConnection): Promise<Result<void, PublishRefusal>>
	stoppedPublishing(connection: OriginConnection): void
	/** Returns whether a viewer may have a playlist now; undefined if the hook failed. */
	mayView(streamId: string, token: string): Promise<boolean | undefined>
	start(): void
}

/** The origin reports a publisher every few seconds; without a report for this long it counts as disconnected. */
export const silentAfterMs = 15_000
const { publisherGraceMs } = liveDelays

interface Stream {
	phase: LiveStreamPhase
	isSuspended: boolean
	publisher: { id: string; address: string; since: number; heardAt: number } | undefined
	/** Connection to end at its next report. */
	dropped: Set<string>
	hasPublished: boolean
	wasPlayable: boolean
	isAsking: boolean
	definition: LiveDefinition | undefined
	graceEndsAt: number | undefined
	/** By `elapsedMs`. */
	silentSince: number
	/** Viewers that requested a playlist, by token, if the origin checks them here. */
	viewers: ViewerCount
}

/** A broadcast that an external origin receives and serves; it communicates with this server over HTTP. */
export function createExternalLiveEngine(options: ExternalLiveOptions): ExternalLiveEngine {
	return new ExternalEngine(options)
}

class ExternalEngine implements ExternalLiveEngine {
	/** The origin decides its own rewind window. */
	readonly windowMs = 0
	private readonly options: ExternalLiveOptions
	private readonly base: string
	private readonly suffix: string
	private readonly streams = new Map<LiveStreamId, Stream>()
	private readonly listeners: LiveEventListeners
	private readonly viewAuthorisations: ViewAuthorisationCache
	/** Token with which this server itself checks whether a stream is playable. */
	private readonly ownToken = randomBytes(24).toString('base64url')
	private hooks: LiveHooks | undefined
	private timer: NodeJS.Timeout | undefined

	constructor(options: ExternalLiveOptions) {
		this.options = options
		this.listeners = new LiveEventListeners(options.log)
		this.viewAuthorisations = new ViewAuthorisationCache(options.log)
		const end = options.hlsUrl.indexOf('{stream}') + '{stream}'.length
		this.base = options.hlsUrl.slice(0, end)
		this.suffix = options.hlsUrl.slice(end)
	}

	start() {
		this.timer ??= setInterval(() => this.tick(), tickMs).unref()
	}

	useHooks(hooks: LiveHooks) {
		this.hooks = hooks
	}

	async createStream(streamId: LiveStreamId, _options?: CreateStream): Promise<Result<void, 'ended'>> {
		if (!streamIdPattern.test(streamId)) throw new Error(`invalid stream id: ${streamId}`)
		const known = this.streams.get(streamId)
		if (known?.phase === 'ended') return refused('ended')
		if (!known) {
			this.streams.set(streamId, {
				phase: 'waiting',
				isSuspended: false,
				publisher: undefined,
				dropped: new Set(),
				hasPublished: false,
				wasPlayable: false,
				isAsking: false,
				definition: undefined,
				graceEndsAt: undefined,
				silentSince: 0,
				viewers: new ViewerCount(),
			})
		}
		return ok(undefined)
	}

	onEvent(listener: (event: LiveEvent) => void) {
		return this.listeners.add(listener)
	}

	streamIds() {
		return [...this.streams.keys()]
	}

	phase(streamId: LiveStreamId) {
		return this.streams.get(streamId)?.phase
	}

	/** The origin's recordings are its own. */
	isRecorded(_streamId: LiveStreamId) {
		return false
	}

	lines(streamId: LiveStreamId): LiveLine[] {
		const stream = this.streams.get(streamId)
		if (!stream) return []
		const definitions = stream.definition ? [stream.definition] : []
		return [{ hlsPullUrl: this.addressOf(streamId), defaultSuffix: this.suffix, definitions }]
	}

	stats(streamId: LiveStreamId): LiveStats | undefined {
		const stream = this.streams.get(streamId)
		if (!stream) return undefined
		const { phase, publisher, graceEndsAt, viewers } = stream
		return {
			phase,
			...(publisher && { publisherAddress: publisher.address, publishingSince: publisher.since }),
			...(graceEndsAt !== undefined && phase === 'silent' && { graceEndsAt }),
			// Only the origin could measure these.
			bytesReceived: 0,
			droppedTags: 0,
			uplinkLagMs: 0,
			windowMs: 0,
			viewers: viewers.size,
			warnings: [],
			definitions: [],
		}
	}

	noteViewer() {}

	setSuspended(streamId: LiveStreamId, isSuspended: boolean) {
		const stream = this.streams.get(streamId)
		if (!stream || stream.phase === 'ended' || stream.isSuspended === isSuspended) return
		stream.isSuspended = isSuspended
		this.viewAuthorisations.forget(streamId)
	}

	dropPublisher(streamId: LiveStreamId) {
		const stream = this.streams.get(streamId)
		if (!stream?.publisher) return
		stream.dropped.add(stream.publisher.id)
		this.leave(streamId, stream, 'replaced')
	}

	async end(streamId: LiveStreamId) {
		const stream = this.streams.get(streamId)
		if (!stream || stream.phase === 'ended') return
		if (stream.publisher) stream.dropped.add(stream.publisher.id)
		stream.publisher = undefined
		stream.phase = 'ended'
		this.viewAuthorisations.forget(streamId)
		this.emit(streamId, { type: 'ended' })
	}

	recordingSuffix(_streamId: LiveStreamId) {
		return undefined
	}

	async remove(streamId: LiveStreamId) {
		await this.end(streamId)
		this.streams.delete(streamId)
	}

	async close() {
		clearInterval(this.timer)
		this.timer = undefined
	}

	async publishing(connection: OriginConnection): Promise<Result<void, PublishRefusal>> {
		const { streamId, connectionId, address } = connection
		const admitted = await this.mayPublish(connection)
		if (!admitted.ok) {
			this.options.log.info(
				{ streamId, address, reason: admitted.failure },
				'the origin was told to refuse a publisher',
			)
			return admitted
		}
		const stream = this.streams.get(streamId) as Stream
		const now = this.options.clock.now()
		const isReturn = stream.hasPublished
		stream.publisher = { id: connectionId, address, since: now, heardAt: this.options.elapsedMs() }
		stream.hasPublished = true
		stream.phase = 'publishing'
		stream.graceEndsAt = undefined
		this.emit(streamId, { type: 'publishing', address, isReturn })
		return admitted
	}

	async stillPublishing(connection: OriginConnection): Promise<Result<void, PublishRefusal>> {
		const stream = this.streams.get(connection.streamId)
		if (!stream) return refused('unknown')
		if (stream.phase === 'ended') return refused('ended')
		if (stream.dropped.has(connection.connectionId)) return refused('unavailable')
		if (stream.publisher?.id !== connection.connectionId) return await this.publishing(connection)
		stream.publisher.heardAt = this.options.elapsedMs()
		return ok(undefined)
	}

	stoppedPublishing({ streamId, connectionId }: OriginConnection) {
		const stream = this.streams.get(streamId)
		if (!stream) return
		stream.dropped.delete(connectionId)
		if (stream.publisher?.id === connectionId) this.leave(streamId, stream, 'disconnected')
	}

	async mayView(streamId: string, token: string): Promise<boolean | undefined> {
		if (isEqualInConstantTime(token, this.ownToken)) return true
		const stream = this.streams.get(streamId)
		if (!stream || stream.isSuspended || stream.phase === 'ended') return false
		const mayView = await this.viewAuthorisations.mayView(this.hooks, streamId, token, undefined)
		if (mayView) stream.viewers.note(token, this.options.elapsedMs())
		return mayView
	}

	private async mayPublish({
		streamId,
		key,
		address,
		connectionId,
	}: OriginConnection): Promise<Result<void, PublishRefusal>> {
		if (!this.hooks) return refused('unavailable')
		const answer = await this.hooks.authorisePublish({ streamId, key, address })
		if (!answer.ok) return answer
		const stream = this.streams.get(streamId)
		if (!stream) return refused('unknown')
		if (stream.phase === 'ended') return refused('ended')
		return stream.publisher && stream.publisher.id !== connectionId ? refused('busy') : answer
	}

	private leave(streamId: LiveStreamId, stream: Stream, reason: PublisherLeaveReason) {
		stream.publisher = undefined
		stream.phase = 'silent'
		const graceEndsAt = this.options.clock.now() + publisherGraceMs
		stream.graceEndsAt = graceEndsAt
		stream.silentSince = this.options.elapsedMs()
		this.emit(streamId, { type: 'silent', reason, graceEndsAt })
	}

	private tick() {
		const now = this.options.elapsedMs()
		for (const [streamId, stream] of this.streams) {
			if (stream.publisher && now - stream.publisher.heardAt >= silentAfterMs) this.leave(streamId, stream, 'noData')
			if (stream.phase === 'silent' && now - stream.silentSince >= publisherGraceMs) {
				stream.phase = 'gone'
				this.emit(streamId, { type: 'gone' })
			}
			stream.viewers.forget(now)
			if (stream.phase === 'publishing' && !stream.isSuspended && !stream.definition) void this.look(streamId, stream)
		}
	}

	/** Checks whether the origin has something to play. */
	private async look(streamId: LiveStreamId, stream: Stream) {
		if (stream.isAsking) return
		stream.isAsking = true
		const answer = await this.options.fetchText(`${this.addressOf(streamId)}${this.suffix}?token=${this.ownToken}`)
		stream.isAsking = false
		if (answer?.status !== 200 || stream.phase === 'ended') return
		if (!/^#EXTINF|^#EXT-X-STREAM-INF/m.test(answer.text)) return
		const bandwidth = Number(/BANDWIDTH=(\d+)/.exec(answer.text)?.[1] ?? 1)
		const codecs = /CODECS="([^"]+)"/.exec(answer.text)?.[1] ?? ''
		stream.definition = { name: 'source', bitsPerSecond: Math.max(1, bandwidth), codecs, suffix: this.suffix }
		this.emit(streamId, { type: 'definitions' })
		if (stream.wasPlayable) return
		stream.wasPlayable = true
		this.emit(streamId, { type: 'playable' })
	}

	private addressOf(streamId: LiveStreamId): string {
		return this.base.replace('{stream}', streamId)
	}

	private emit(streamId: LiveStreamId, event: LiveEventBody) {
		this.listeners.tell(streamId, this.options.clock.now(), event)
	}
}
