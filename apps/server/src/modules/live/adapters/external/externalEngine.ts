import { createHmac } from 'node:crypto'
import { ok, type Result, refused, streamIdPattern } from '@parley/core'
import { LRUCache } from 'lru-cache'
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
import {
	aWaitingStream,
	dropped,
	ended,
	left,
	type OriginConnection,
	type OriginStream,
	phaseOf,
	published,
	silenced,
	silentAfterMs,
	viewersOf,
} from './originStream.ts'
import type { OriginStreams } from './originStreams.ts'

export interface ExternalLiveOptions {
	/** Address of a playlist for viewers, with `{stream}` in it: `https://live.example.org/hls/{stream}.m3u8`. */
	hlsUrl: string
	/** Secret of the hooks, which all servers know. */
	hookSecret: string
	/** Shared with the other servers of the database. */
	streams: OriginStreams
	clock: Clock
	/** Milliseconds since an arbitrary moment; unaffected by adjustments of the clock. */
	elapsedMs(): number
	log: Log
	pause(ms: number): Promise<void>
	/** Returns the origin's response to a GET; undefined if it is unreachable. */
	fetchText(url: string): Promise<{ status: number; text: string } | undefined>
}

export interface ExternalLiveEngine extends LiveEngine {
	/** A client requests to publish; a refusal ends its connection. */
	publishing(connection: OriginConnection): Promise<Result<void, PublishRefusal>>
	/** They still publish; sent every few seconds. A refusal ends their connection. */
	stillPublishing(connection: OriginConnection): Promise<Result<void, PublishRefusal>>
	stoppedPublishing(connection: OriginConnection): Promise<void>
	/** Returns whether a viewer may have a playlist now; undefined if that could not be found out. */
	mayView(streamId: string, token: string): Promise<boolean | undefined>
	start(): void
}

/** A publisher who has not been reported for this long, while another one waits, is replaced. */
const heardWithinMs = 5_000
const busyPollMs = 250
/** Viewers request playlists every second; a pause on another server takes effect this much later. */
const rememberedMs = 1_000
/** Other servers learn of viewers this often. */
const countEveryMs = 5_000
/** Servers that change a stream at the same time try again; more often than this is a fault. */
const maxTries = 50

type Heard = Pick<OriginStream, 'publisher' | 'reports'>

/** A publisher, as this server has seen their reports grow. */
interface SeenPublisher extends Heard {
	publisher: string
	/** A time of `elapsedMs`. */
	since: number
}

/**
 * A broadcast that an external origin receives and serves; it communicates with the servers over HTTP. What the origin reports
 * is in the database, so that any of them answers.
 */
export function createExternalLiveEngine(options: ExternalLiveOptions): ExternalLiveEngine {
	return new ExternalEngine(options)
}

class ExternalEngine implements ExternalLiveEngine {
	/** The origin decides its own rewind window. */
	readonly windowMs = 0
	private readonly options: ExternalLiveOptions
	private readonly base: string
	private readonly suffix: string
	private readonly listeners: LiveEventListeners
	private readonly viewAuthorisations: ViewAuthorisationCache
	/** Token with which servers check whether a stream is playable; any of them may be asked about it. */
	private readonly ownToken: string
	private readonly seen = new Map<LiveStreamId, SeenPublisher>()
	private readonly silent = new Set<LiveStreamId>()
	/** Streams whose playlist is being requested. */
	private readonly asked = new Set<LiveStreamId>()
	/** Viewers that requested a playlist, by token, if the origin asks this server. */
	private readonly viewers = new Map<LiveStreamId, ViewerCount>()
	private readonly shown = new LRUCache<LiveStreamId, Promise<boolean>>({ max: 10_000, ttl: rememberedMs })
	private hooks: LiveHooks | undefined
	private timer: NodeJS.Timeout | undefined
	private ticking: Promise<void> | undefined
	private hasFailed = false
	/** A time of `elapsedMs`. */
	private countedAt = 0

	constructor(options: ExternalLiveOptions) {
		this.options = options
		this.listeners = new LiveEventListeners(options.log)
		this.viewAuthorisations = new ViewAuthorisationCache(options.log)
		this.ownToken = createHmac('sha256', options.hookSecret).update('playlists for the servers').digest('base64url')
		const end = options.hlsUrl.indexOf('{stream}') + '{stream}'.length
		this.base = options.hlsUrl.slice(0, end)
		this.suffix = options.hlsUrl.slice(end)
	}

	start() {
		this.timer ??= setInterval(() => {
			this.ticking ??= this.tick().finally(() => {
				this.ticking = undefined
			})
		}, tickMs).unref()
	}

	useHooks(hooks: LiveHooks) {
		this.hooks = hooks
	}

	async createStream(streamId: LiveStreamId, _options?: CreateStream): Promise<Result<void, 'ended'>> {
		if (!streamIdPattern.test(streamId)) throw new Error(`invalid stream id: ${streamId}`)
		await this.options.streams.insert(aWaitingStream(streamId))
		const stream = await this.find(streamId)
		this.shown.delete(streamId)
		return stream?.isEnded ? refused('ended') : ok(undefined)
	}

	onEvent(listener: (event: LiveEvent) => void) {
		return this.listeners.add(listener)
	}

	streamIds() {
		return this.options.streams.listIds()
	}

	async phase(streamId: LiveStreamId): Promise<LiveStreamPhase | undefined> {
		const stream = await this.find(streamId)
		return stream && phaseOf(stream, this.options.clock.now())
	}

	/** The origin's recordings are its own. */
	isRecorded(_streamId: LiveStreamId) {
		return false
	}

	async lines(streamId: LiveStreamId): Promise<LiveLine[]> {
		const stream = await this.find(streamId)
		if (!stream) return []
		const definitions = stream.definition ? [stream.definition] : []
		return [{ hlsPullUrl: this.addressOf(streamId), defaultSuffix: this.suffix, definitions }]
	}

	async stats(streamId: LiveStreamId): Promise<LiveStats | undefined> {
		const stream = await this.find(streamId)
		if (!stream) return undefined
		const { publisherAddress, publishingSince, graceEndsAt } = stream
		const phase = phaseOf(stream, this.options.clock.now())
		return {
			phase,
			...(publisherAddress !== null && { publisherAddress }),
			...(publishingSince !== null && { publishingSince }),
			...(graceEndsAt !== null && phase === 'silent' && { graceEndsAt }),
			// Only the origin could measure these.
			bytesReceived: 0,
			droppedTags: 0,
			uplinkLagMs: 0,
			windowMs: 0,
			viewers: viewersOf(stream, this.viewers.get(streamId)?.size ?? 0, this.options.clock.now()),
			warnings: [],
			definitions: [],
		}
	}

	noteViewer() {}

	async setSuspended(streamId: LiveStreamId, isSuspended: boolean) {
		const changed = await this.change(streamId, stream =>
			stream.isEnded || stream.isSuspended === isSuspended ? undefined : { ...stream, isSuspended },
		)
		if (changed) this.forgetViews(streamId)
	}

	async dropPublisher(streamId: LiveStreamId) {
		// Stored without a publisher as well: one who is being authorised with an earlier key is authorised again.
		const changed = await this.change(streamId, stream => dropped(stream, this.options.clock.now()))
		if (changed?.before.publisher != null) this.tellSilent(changed.after, 'replaced')
	}

	async end(streamId: LiveStreamId) {
		const changed = await this.change(streamId, stream => (stream.isEnded ? undefined : ended(stream)))
		if (!changed) return
		this.forgetViews(streamId)
		this.emit(streamId, { type: 'ended' })
	}

	recordingSuffix(_streamId: LiveStreamId) {
		return undefined
	}

	async remove(streamId: LiveStreamId) {
		await this.end(streamId)
		await this.options.streams.remove(streamId)
		this.viewers.delete(streamId)
	}

	async close() {
		clearInterval(this.timer)
		this.timer = undefined
		await this.ticking
	}

	async publishing(connection: OriginConnection): Promise<Result<void, PublishRefusal>> {
		return await this.admit(connection, true)
	}

	async stillPublishing(connection: OriginConnection): Promise<Result<void, PublishRefusal>> {
		const { streamId, connectionId } = connection
		try {
			const changed = await this.change(streamId, stream =>
				stream.publisher === connectionId ? { ...stream, reports: stream.reports + 1 } : undefined,
			)
			return changed ? ok(undefined) : await this.admit(connection, false)
		} catch (error) {
			// A refusal would end a broadcast that goes on without the database.
			this.options.log.error({ err: error, streamId }, 'a report of a publisher could not be stored')
			return ok(undefined)
		}
	}

	async stoppedPublishing({ streamId, connectionId }: OriginConnection): Promise<void> {
		const changed = await this.change(streamId, stream => left(stream, connectionId, this.options.clock.now()))
		if (changed?.before.publisher === connectionId) this.tellSilent(changed.after, 'disconnected')
	}

	async mayView(streamId: string, token: string): Promise<boolean | undefined> {
		if (isEqualInConstantTime(token, this.ownToken)) return true
		try {
			if (!(await this.isShown(streamId))) return false
		} catch (error) {
			this.options.log.error({ err: error, streamId }, 'a stream could not be read for a viewer')
			return undefined
		}
		const mayView = await this.viewAuthorisations.mayView(this.hooks, streamId, token, undefined)
		if (mayView) this.countOf(streamId).note(token, this.options.elapsedMs())
		return mayView
	}

	/**
	 * Lets a connection publish.
	 * @param isNew false if it publishes already, unknown to the servers, or known as silent or gone
	 */
	private async admit(connection: OriginConnection, isNew: boolean): Promise<Result<void, PublishRefusal>> {
		const { streamId, address } = connection
		let gone: Heard | undefined
		for (let tries = 0; tries < maxTries; tries++) {
			// Read before the key is checked: if the key changes meanwhile, so does the stream, and both are looked at again.
			const read = await this.find(streamId)
			const answer = (await this.hooks?.authorisePublish(connectionRequest(connection))) ?? refused('unavailable')
			if (!answer.ok) return this.refuse(connection, answer.failure)
			const stream = read ?? (await this.find(streamId))
			if (!stream) return this.refuse(connection, 'unknown')
			const now = this.options.clock.now()
			const admitted = published(isSame(stream, gone) ? dropped(stream, now) : stream, connection, { isNew, now })
			if (admitted.ok) {
				if (!(await this.options.streams.replace(admitted.value))) continue
				this.emit(streamId, { type: 'publishing', address, isReturn: stream.hasPublished })
				return ok(undefined)
			}
			// nginx reports a connection as publishing while it waits for the answer to its request, so both wait.
			if (admitted.failure !== 'busy' || (await this.isHeardAgain(stream, connection)))
				return this.refuse(connection, admitted.failure)
			gone = { publisher: stream.publisher, reports: stream.reports }
		}
		return this.refuse(connection, 'unavailable')
	}

	/**
	 * Waits for a report of the publisher of a stream while a connection waits for their place. Returns false if there is
	 * none, or they have left: the end of the
	 * connection of a publisher who reconnects may be reported later, or have been reported while no server was there.
	 */
	private async isHeardAgain(stream: OriginStream, { connectionId }: OriginConnection): Promise<boolean> {
		for (let waitedMs = 0; waitedMs < heardWithinMs; waitedMs += busyPollMs) {
			await this.options.pause(busyPollMs)
			const now = await this.find(stream.streamId)
			if (!now || now.publisher === null || now.publisher === connectionId) return false
			if (!isSame(now, stream)) return true
		}
		return false
	}

	private refuse<F extends PublishRefusal>({ streamId, address }: OriginConnection, reason: F) {
		this.options.log.info({ streamId, address, reason }, 'the origin was told to refuse a publisher')
		return refused(reason)
	}

	/**
	 * Stores a change of a stream, made again if another one came between. Returns undefined for an unknown stream, and if
	 * there is nothing to change.
	 */
	private async change(
		streamId: LiveStreamId,
		to: (stream: OriginStream) => OriginStream | undefined,
	): Promise<{ before: OriginStream; after: OriginStream } | undefined> {
		for (let tries = 0; tries < maxTries; tries++) {
			const before = await this.find(streamId)
			const after = before && to(before)
			if (!after) return undefined
			if (await this.options.streams.replace(after)) return { before, after }
		}
		throw new Error(`stream ${streamId} is changed too often`)
	}

	private async tick(): Promise<void> {
		const elapsed = this.options.elapsedMs()
		for (const [streamId, viewers] of this.viewers) {
			viewers.forget(elapsed)
			if (viewers.size === 0) this.viewers.delete(streamId)
		}
		try {
			const streams = await this.options.streams.listActive(this.options.clock.now() - silentAfterMs)
			for (const stream of streams) await this.follow(stream, elapsed)
			const active = new Set(streams.map(({ streamId }) => streamId))
			for (const streamId of this.seen.keys()) if (!active.has(streamId)) this.seen.delete(streamId)
			for (const streamId of this.silent) if (!active.has(streamId)) this.silent.delete(streamId)
			if (elapsed - this.countedAt >= countEveryMs) {
				this.countedAt = elapsed
				for (const stream of streams) await this.storeViewers(stream)
			}
			this.hasFailed = false
		} catch (error) {
			// Reports could not be stored either, so that silence means nothing.
			this.seen.clear()
			if (!this.hasFailed) this.options.log.error({ err: error }, 'the streams of the origin could not be read')
			this.hasFailed = true
		}
	}

	/** Changes caused by time alone; each server finds silence by its own clock. */
	private async follow(stream: OriginStream, elapsed: number): Promise<void> {
		const { streamId, publisher, reports } = stream
		const phase = phaseOf(stream, this.options.clock.now())
		if (phase === 'gone' && this.silent.delete(streamId)) this.emit(streamId, { type: 'gone' })
		if (phase === 'silent') this.silent.add(streamId)
		else this.silent.delete(streamId)
		if (publisher === null) return void this.seen.delete(streamId)
		const seen = this.seen.get(streamId)
		if (!seen || !isSame(stream, seen)) this.seen.set(streamId, { publisher, reports, since: elapsed })
		else if (elapsed - seen.since >= silentAfterMs) return await this.noteSilence(seen, streamId)
		if (!stream.isSuspended && !stream.definition && !this.asked.has(streamId)) {
			this.asked.add(streamId)
			this.look(streamId)
				.catch(error => this.options.log.error({ err: error, streamId }, 'a playable stream could not be stored'))
				.finally(() => this.asked.delete(streamId))
		}
	}

	private async storeViewers(stream: OriginStream): Promise<void> {
		const [own, now] = [this.viewers.get(stream.streamId)?.size ?? 0, this.options.clock.now()]
		if (own > 0 && own >= viewersOf(stream, own, now)) await this.options.streams.setViewers(stream.streamId, own, now)
	}

	private async noteSilence(seen: SeenPublisher, streamId: LiveStreamId): Promise<void> {
		this.seen.delete(streamId)
		const changed = await this.change(streamId, stream =>
			isSame(stream, seen) ? silenced(stream, this.options.clock.now()) : undefined,
		)
		if (changed) this.tellSilent(changed.after, 'noData')
	}

	/** Checks whether the origin has something to play. */
	private async look(streamId: LiveStreamId): Promise<void> {
		const answer = await this.options.fetchText(`${this.addressOf(streamId)}${this.suffix}?token=${this.ownToken}`)
		if (answer?.status !== 200 || !/^#EXTINF|^#EXT-X-STREAM-INF/m.test(answer.text)) return
		const bandwidth = Number(/BANDWIDTH=(\d+)/.exec(answer.text)?.[1] ?? 1)
		const codecs = /CODECS="([^"]+)"/.exec(answer.text)?.[1] ?? ''
		const definition: LiveDefinition = {
			name: 'source',
			bitsPerSecond: Math.max(1, bandwidth),
			codecs,
			suffix: this.suffix,
		}
		const changed = await this.change(streamId, stream =>
			stream.isEnded || stream.definition ? undefined : { ...stream, definition },
		)
		if (!changed) return
		this.emit(streamId, { type: 'definitions' })
		this.emit(streamId, { type: 'playable' })
	}

	private async find(streamId: LiveStreamId): Promise<OriginStream | undefined> {
		return await this.options.streams.find(streamId)
	}

	private isShown(streamId: LiveStreamId): Promise<boolean> {
		const known = this.shown.get(streamId)
		if (known) return known
		const answer = this.find(streamId).then(stream => stream !== undefined && !stream.isSuspended && !stream.isEnded)
		this.shown.set(streamId, answer)
		answer.catch(() => {
			if (this.shown.peek(streamId) === answer) this.shown.delete(streamId)
		})
		return answer
	}

	private forgetViews(streamId: LiveStreamId) {
		this.shown.delete(streamId)
		this.viewAuthorisations.forget(streamId)
	}

	private countOf(streamId: LiveStreamId): ViewerCount {
		const known = this.viewers.get(streamId) ?? new ViewerCount()
		this.viewers.set(streamId, known)
		return known
	}

	private addressOf(streamId: LiveStreamId): string {
		return this.base.replace('{stream}', streamId)
	}

	private tellSilent({ streamId, graceEndsAt }: OriginStream, reason: PublisherLeaveReason) {
		if (graceEndsAt !== null) this.emit(streamId, { type: 'silent', reason, graceEndsAt })
	}

	private emit(streamId: LiveStreamId, event: LiveEventBody) {
		this.listeners.tell(streamId, this.options.clock.now(), event)
	}
}

const isSame = (stream: Heard, other: Heard | undefined): boolean =>
	stream.publisher === other?.publisher && stream.reports === other.reports

const connectionRequest = ({ streamId, key, address }: OriginConnection) => ({ streamId, key, address })
