import { definitionNames, liveDelays, ok, type Result, refused } from '@parley/core'
import type {
	DefinitionName,
	LiveDefinition,
	LiveStats,
	LiveStreamId,
	LiveStreamPhase,
	LiveWarning,
	PublisherLeaveReason,
} from '../../index.ts'
import type { DefinitionSink, FlvTag, LivePublisher, TapListener, TranscodedName } from '../../ingest.ts'
import { Definition } from './definition.ts'
import type { LiveEventBody } from './eventListeners.ts'
import { createFlvReader } from './flv/flvReader.ts'
import { CorruptMediaError, UnsupportedCodecError } from './flv/mediaErrors.ts'
import { type MediaPacket, readMediaPacket } from './flv/mediaPacket.ts'
import { frameRateOf } from './flv/metadata.ts'
import { createTagCache } from './flv/tagCache.ts'
import type { RenditionReport } from './origin/playlist.ts'
import { livePlaylist } from './origin/playlistPaths.ts'
import { ProgramDates } from './origin/programDates.ts'
import type { SegmentStore } from './origin/segmentStore.ts'
import type { PackagedInit } from './packager/packager.ts'
import { createTimeline } from './packager/timeline.ts'
import { ViewerCount } from './viewerCount.ts'

/** Timeout for half-open connections: a phone that lost its network is silent for minutes. */
export const noDataMs = 10_000
const { publisherGraceMs } = liveDelays
/** Distance of key frames beyond which starting and switching are slow. */
const keyFrameLimitMs = 4_000
/** Lag is measured against the best value of this period: clocks drift apart. */
const baselineMinutes = 5
/** Each definition is cut at its own frames, so differences up to this factor are meaningless. */
const equalUpTo = 1.05
/** Time for which the host sees a warning about a clock jump. */
const clockWarningMs = 60_000

const isConfigPacket = ({ kind }: MediaPacket): boolean => kind === 'videoConfig' || kind === 'audioConfig'
const isPackaged = (name: DefinitionName): boolean => name === 'source' || name === 'audio'

export interface StreamOptions {
	id: LiveStreamId
	now: () => number
	/** Milliseconds since an arbitrary moment; unlike `now`, unaffected by steps of the clock. */
	elapsedMs: () => number
	createSegmentStore(name: DefinitionName): SegmentStore
	emit(event: LiveEventBody): void
	/** Source stored by an earlier process. */
	restored?: SegmentStore | undefined
	isEnded?: boolean
}

interface Publisher {
	address: string
	since: number
	lastDataAt: number
	hasSentMedia: boolean
	/** Smallest difference between arrival and timestamp, per minute, for the last few minutes. */
	leastLate: { minute: number; lateMs: number }[]
	lagMs: number
	leave(reason: PublisherLeaveReason, detail?: string): void
}

/** One stream: its publisher, its definitions and its phase. */
export class LiveStream {
	readonly id: LiveStreamId
	phase: LiveStreamPhase
	private readonly options: StreamOptions
	private readonly timeline = createTimeline()
	private readonly cache = createTagCache()
	private readonly dates = new ProgramDates()
	private readonly definitions = new Map<DefinitionName, Definition>()
	/** Definitions whose transcoder is down, until it is back. */
	private readonly closed = new Map<DefinitionName, Definition>()
	/** Definitions that are listed but not made, for lack of viewers. */
	private readonly resting = new Set<DefinitionName>()
	/** By `elapsedMs`: time of the last request for a definition, or of its start. */
	private readonly watchedAt = new Map<DefinitionName, number>()
	private readonly taps = new Set<TapListener>()
	private readonly warnings = new Set<LiveWarning>()
	private readonly viewers = new ViewerCount()
	private readonly playableWaiters = new Set<() => void>()
	private publisher: Publisher | undefined
	private hasPublished = false
	private wasPlayable = false
	private isSuspended = false
	private graceEndsAt: number | undefined
	/** By `elapsedMs`, as all durations are. */
	private silentSince = 0
	private bytesReceived = 0
	private droppedTags = 0
	private endMs = 0
	/** Time passed on to definitions and taps: it stands still during a pause, while the publisher continues. */
	private fedMs = 0
	private jumpedAt: number | undefined
	/** The frame rate declared by the publisher outside the media. */
	private saidFrameRate: number | undefined

	constructor(options: StreamOptions) {
		this.options = options
		this.id = options.id
		this.phase = options.isEnded ? 'ended' : 'waiting'
		if (options.restored) this.define('source', options.restored)
	}

	/** Admits an already authorised publisher: no further check happens here. */
	publish(address: string): Result<LivePublisher, 'busy' | 'ended'> {
		if (this.phase === 'ended') return refused('ended')
		if (this.publisher) return refused('busy')
		const listeners: ((reason: PublisherLeaveReason) => void)[] = []
		const publisher: Publisher = {
			address,
			since: this.options.now(),
			lastDataAt: this.options.elapsedMs(),
			hasSentMedia: false,
			leastLate: [],
			lagMs: 0,
			leave: (reason, detail) => {
				if (this.publisher !== publisher) return
				this.publisher = undefined
				this.afterLeaving(publisher, reason, detail)
				for (const listener of listeners) listener(reason)
			},
		}
		this.publisher = publisher
		this.warn('codec', false)
		this.saidFrameRate = undefined
		this.timeline.restart()
		for (const definition of this.packaged()) definition.beginAnew()
		return ok(this.publisherFor(publisher, listeners))
	}

	/** Pauses or resumes the broadcast for the host. */
	setSuspended(isSuspended: boolean) {
		if (this.isSuspended === isSuspended || this.phase === 'ended') return
		this.isSuspended = isSuspended
		if (isSuspended) this.pausePackaged()
		else this.interrupt(this.endMs + 1)
	}

	dropPublisher() {
		this.publisher?.leave('replaced')
	}

	/** Subscribes to the source on the timeline of the stream. */
	tap(listener: TapListener): (() => void) | undefined {
		if (this.phase === 'ended') return undefined
		for (const tag of this.cache.tags()) listener.onTag(tag)
		this.taps.add(listener)
		return () => void this.taps.delete(listener)
	}

	openDefinition(name: TranscodedName): DefinitionSink | undefined {
		if (this.phase === 'ended') return undefined
		const definition = this.definitions.get(name) ?? this.closed.get(name) ?? this.define(name)
		this.definitions.set(name, definition)
		this.closed.delete(name)
		this.resting.delete(name)
		if (!this.watchedAt.has(name)) this.watchedAt.set(name, this.options.elapsedMs())
		definition.resume()
		definition.feedFrom(this.fedMs)
		let isOpen = true
		const close = () => {
			if (!isOpen) return
			isOpen = false
			definition.resume()
			this.definitions.delete(name)
			this.closed.set(name, definition)
			this.options.emit({ type: 'definitions' })
		}
		const rest = () => {
			if (!isOpen) return
			isOpen = false
			definition.resume()
			this.resting.add(name)
		}
		const guard = (work: () => void) => {
			if (!isOpen) return
			try {
				work()
			} catch (error) {
				if (!(error instanceof CorruptMediaError || error instanceof UnsupportedCodecError)) throw error
				close()
			}
		}
		const take = (tag: FlvTag) => {
			const packet = readMediaPacket(tag)
			if (packet && this.phase !== 'ended') definition.push(packet, tag.timestampMs)
		}
		const read = createFlvReader(take)
		return { push: tag => guard(() => take(tag)), pushBytes: bytes => guard(() => read(bytes)), close, rest }
	}

	/**
	 * Notes a request for the playlist of a definition.
	 * @returns whether it was at rest: it is made again, and its next part is worth waiting for
	 */
	noteWatched(name: string): boolean {
		const definition = this.definitions.get(name as DefinitionName)
		if (!definition) return false
		this.watchedAt.set(definition.name, this.options.elapsedMs())
		if (!this.resting.has(definition.name) || this.phase !== 'publishing') return false
		for (const tap of [...this.taps]) tap.onWanted?.(definition.name as TranscodedName)
		return true
	}

	unwatchedMs(name: DefinitionName): number {
		const now = this.options.elapsedMs()
		return now - (this.watchedAt.get(name) ?? now)
	}

	/** Returns the time a point of the timeline was broadcast, in ms since 1970. @param at in ms */
	dateOf(at: number): number {
		return this.dates.of(at) ?? this.options.now()
	}

	segmentStore(name: string): SegmentStore | undefined {
		return this.definitions.get(name as DefinitionName)?.segmentStore
	}

	/** Rendition reports of the other definitions, relative to a playlist of this one. */
	reports(of: string): RenditionReport[] {
		return this.offered().flatMap(({ name, segmentStore }) => {
			const last = name === of ? undefined : segmentStore.last()
			return last ? [{ uri: `../${livePlaylist(name)}`, lastMsn: last.msn, lastPart: Math.max(0, last.part) }] : []
		})
	}

	describe(): LiveDefinition[] {
		const framesPerSecond = this.definitions.get('source')?.framesPerSecond() ?? this.saidFrameRate
		const [source, ...others] = this.offered().flatMap(definition => definition.describe(framesPerSecond) ?? [])
		if (!source) return []
		const { bitsPerSecond, averageBitsPerSecond = bitsPerSecond } = source
		return [
			source,
			...others.map(other => ({
				...other,
				bitsPerSecond: Math.min(other.bitsPerSecond, bitsPerSecond),
				averageBitsPerSecond: Math.min(other.averageBitsPerSecond ?? bitsPerSecond, averageBitsPerSecond),
			})),
		]
	}

	/** Returns whether a player that opens the stream address now gets media. */
	isPlayable(): boolean {
		const isThere = this.phase === 'publishing' || this.phase === 'silent'
		return isThere && (this.segmentStore('source')?.isPlayable() ?? false)
	}

	/** Resolves as soon as it is playable, or after the timeout, with whether it is. */
	whenPlayable(withinMs: number): Promise<boolean> {
		if (this.isPlayable() || this.phase === 'ended') return Promise.resolve(this.isPlayable())
		return new Promise(resolve => {
			const finish = () => {
				clearTimeout(timer)
				this.playableWaiters.delete(finish)
				resolve(this.isPlayable())
			}
			const timer = setTimeout(finish, withinMs)
			this.playableWaiters.add(finish)
		})
	}

	/** Called when the disk refuses a segment, or accepts them again. */
	noteDisk(isFull: boolean) {
		this.warn('disk', isFull)
	}

	noteViewer(key: string, forMs?: number) {
		this.viewers.note(key, this.options.elapsedMs(), forMs)
	}

	stats(): LiveStats {
		const { publisher } = this
		const definitions = this.offered().map(definition => definition.stats(this.fedMs))
		/** A definition at rest has no lag. */
		const isInTime = (name: DefinitionName) => name === 'source' || this.resting.has(name)
		return {
			phase: this.phase,
			...(publisher && { publisherAddress: publisher.address, publishingSince: publisher.since }),
			...(this.graceEndsAt !== undefined && this.phase === 'silent' && { graceEndsAt: this.graceEndsAt }),
			bytesReceived: this.bytesReceived,
			droppedTags: this.droppedTags,
			uplinkLagMs: Math.round(publisher?.lagMs ?? 0),
			viewers: this.viewers.size,
			windowMs: this.segmentStore('source')?.listedMs() ?? 0,
			warnings: [...this.warnings],
			definitions: definitions.map(stats => (isInTime(stats.name) ? { ...stats, lagMs: 0 } : stats)),
		}
	}

	/** Applies changes caused by time alone; called about twice a second. */
	tick() {
		const now = this.options.elapsedMs()
		const { publisher } = this
		if (publisher && now - publisher.lastDataAt >= noDataMs) publisher.leave('noData')
		if (this.phase === 'silent' && now - this.silentSince >= publisherGraceMs) {
			this.phase = 'gone'
			this.options.emit({ type: 'gone' })
		}
		if (this.jumpedAt !== undefined && now - this.jumpedAt >= clockWarningMs) {
			this.jumpedAt = undefined
			this.warn('clock', false)
		}
		this.viewers.forget(now)
	}

	async end() {
		if (this.phase === 'ended') return
		this.publisher?.leave('ended')
		this.phase = 'ended'
		for (const { segmentStore } of this.definitions.values()) segmentStore.end()
		for (const tap of [...this.taps]) tap.onEnd()
		this.taps.clear()
		this.cache.clear()
		this.answerPlayableWaiters()
		this.options.emit({ type: 'ended' })
		await this.settle()
	}

	/** Resolves when all media has been written. */
	async settle() {
		const all = [...this.definitions.values(), ...this.closed.values()]
		await Promise.all(all.map(({ segmentStore }) => segmentStore.settle()))
	}

	/** Disconnects the publisher without ending the stream; nothing is written afterwards. */
	async close() {
		this.publisher?.leave('disconnected')
		this.answerPlayableWaiters()
		for (const tap of [...this.taps]) tap.onEnd()
		this.taps.clear()
		for (const { segmentStore } of this.definitions.values()) segmentStore.release()
		await this.settle()
	}

	/** Excludes the audio definition if the stream has no audio, or nothing else. */
	private offered(): Definition[] {
		const hasPicture = this.definitions.get('source')?.hasPicture() ?? false
		return this.inOrder().filter(({ name, segmentStore }) => {
			if (name === 'audio') return hasPicture && segmentStore.isPlayable()
			return name === 'source' || !this.costsMoreThanSource(segmentStore)
		})
	}

	/** A nearly still picture may need fewer bits in the source than re-encoded at a smaller size. */
	private costsMoreThanSource(made: SegmentStore): boolean {
		const recent = made.recentBitRates()
		const source = recent && this.segmentStore('source')?.recentBitRates(recent)
		return (
			recent !== undefined &&
			source !== undefined &&
			(recent.peak > source.peak * equalUpTo || recent.average > source.average * equalUpTo)
		)
	}

	/** Definitions made from the publisher's packets here, without a transcoder. */
	private packaged(): Definition[] {
		return [...this.definitions.values()].filter(({ name }) => isPackaged(name))
	}

	private pausePackaged() {
		for (const definition of this.packaged()) definition.pause()
	}

	/** Sorts the source first, then from large to small. */
	private inOrder(): Definition[] {
		return definitionNames.flatMap(name => this.definitions.get(name) ?? [])
	}

	private publisherFor(publisher: Publisher, listeners: ((reason: PublisherLeaveReason) => void)[]): LivePublisher {
		const isGone = () => this.publisher !== publisher
		const guard = (work: () => void) => {
			if (isGone()) return
			try {
				work()
			} catch (error) {
				if (error instanceof CorruptMediaError) publisher.leave('corrupt', error.message)
				else if (error instanceof UnsupportedCodecError) publisher.leave('codec', error.message)
				else throw error
			}
		}
		const take = (tag: FlvTag) => {
			if (!isGone()) this.take(publisher, tag)
		}
		const read = createFlvReader(take)
		return {
			push: tag => guard(() => take(tag)),
			pushBytes: bytes => guard(() => read(bytes)),
			close: (reason = 'disconnected') => publisher.leave(reason),
			onEnd: listener => {
				listeners.push(listener)
			},
		}
	}

	private take(publisher: Publisher, tag: FlvTag) {
		const now = this.options.elapsedMs()
		this.bytesReceived += tag.body.length
		this.saidFrameRate = frameRateOf(tag) ?? this.saidFrameRate
		const packet = this.readPacket(tag)
		if (!packet) return
		// Counts audio and video only, so that a publisher that sends only metadata loses its place.
		publisher.lastDataAt = now
		if (!publisher.hasSentMedia) this.beginPublishing(publisher)
		const point = this.timeline.at(tag.timestampMs)
		// Audio may begin slightly before the first tag, for which the timeline has no place.
		if (!point || (point.ms < 0 && !isConfigPacket(packet))) {
			this.droppedTags++
			return
		}
		const ms = Math.max(0, point.ms)
		this.measureLag(publisher, now, point.ms)
		if (point.isJump) {
			this.jumpedAt = now
			publisher.leastLate = []
			this.warn('clock', true)
			this.interrupt(point.ms)
		}
		this.endMs = Math.max(this.endMs, ms)
		this.distribute({ ...tag, timestampMs: ms }, packet)
	}

	private distribute(tag: FlvTag, packet: MediaPacket) {
		const isConfig = isConfigPacket(packet)
		if (this.isSuspended && !isConfig) {
			this.droppedTags++
			return
		}
		if (!isConfig) {
			this.fedMs = Math.max(this.fedMs, tag.timestampMs)
			this.dates.note(tag.timestampMs, this.options.now())
		}
		const source = this.definitions.get('source') ?? this.define('source')
		source.push(packet, tag.timestampMs)
		const sound = this.definitions.get('audio') ?? this.define('audio')
		sound.push(packet, tag.timestampMs)
		this.cache.add(tag, packet)
		for (const tap of [...this.taps]) tap.onTag(tag)
		if (packet.kind === 'video' && source.isWaitingForKeyFrame(tag.timestampMs, keyFrameLimitMs + 500)) {
			this.warn('keyFrameDistance', true)
		}
	}

	/** Undefined for media that is not played. Audio in another codec is dropped, video in another codec is refused. */
	private readPacket(tag: FlvTag): MediaPacket | undefined {
		try {
			return readMediaPacket(tag)
		} catch (error) {
			if (!(error instanceof UnsupportedCodecError)) throw error
			this.warn('codec', true)
			if (tag.type === 'video') throw error
			this.droppedTags++
			return undefined
		}
	}

	private beginPublishing(publisher: Publisher) {
		publisher.hasSentMedia = true
		const isReturn = this.hasPublished
		this.hasPublished = true
		publisher.since = this.options.now()
		this.phase = 'publishing'
		this.graceEndsAt = undefined
		this.cache.clear()
		if (isReturn) this.interruptFed(this.endMs + 1)
		this.options.emit({ type: 'publishing', address: publisher.address, isReturn })
	}

	private afterLeaving(publisher: Publisher, reason: PublisherLeaveReason, detail?: string) {
		this.pausePackaged()
		this.cache.clear()
		if (reason === 'ended' || !publisher.hasSentMedia) {
			// A publisher that never sent a picture changes nothing for viewers.
			return
		}
		this.phase = 'silent'
		this.silentSince = this.options.elapsedMs()
		this.graceEndsAt = this.options.now() + publisherGraceMs
		const { graceEndsAt } = this
		this.options.emit({ type: 'silent', reason, ...(detail !== undefined && { detail }), graceEndsAt })
	}

	/** Marks the following media of the source as discontinuous. */
	private interrupt(ms: number) {
		this.pausePackaged()
		this.interruptFed(ms)
	}

	private interruptFed(ms: number) {
		this.dates.interrupt(ms)
		for (const definition of [...this.definitions.values(), ...this.closed.values()]) {
			definition.feedFrom(ms)
			if (!isPackaged(definition.name)) definition.discontinueAt(ms)
		}
		for (const tap of [...this.taps]) tap.onDiscontinuity()
	}

	private measureLag(publisher: Publisher, now: number, ms: number) {
		const lateMs = now - ms
		const minute = Math.floor(now / 60_000)
		const newest = publisher.leastLate.at(-1)
		if (newest?.minute === minute) newest.lateMs = Math.min(newest.lateMs, lateMs)
		else {
			const recent = publisher.leastLate.filter(each => minute - each.minute < baselineMinutes)
			publisher.leastLate = [...recent, { minute, lateMs }]
		}
		publisher.lagMs = lateMs - Math.min(...publisher.leastLate.map(each => each.lateMs))
	}

	private define(name: DefinitionName, restored?: SegmentStore): Definition {
		const segmentStore = restored ?? this.options.createSegmentStore(name)
		const listener = {
			onInit: (init: PackagedInit) => {
				if (name === 'source') {
					this.warn('noVideo', init.video === undefined)
					this.warn('noAudio', init.audio === undefined)
					this.warn('opus', init.audio?.format === 'opus')
				}
				this.options.emit({ type: 'definitions' })
			},
			onPart: () => {
				if (name !== 'source') return
				this.answerPlayableWaiters()
				if (this.wasPlayable) return
				this.wasPlayable = true
				this.options.emit({ type: 'playable' })
			},
			onDropped: () => {
				// The source has dropped the same media.
				if (name !== 'audio') this.droppedTags++
			},
			onKeyFrame: (distanceMs: number | undefined) => {
				if (name === 'source' && distanceMs !== undefined) this.warn('keyFrameDistance', distanceMs > keyFrameLimitMs)
			},
		}
		const definition = new Definition(name, segmentStore, listener, this.options.elapsedMs)
		this.definitions.set(name, definition)
		return definition
	}

	private answerPlayableWaiters() {
		for (const answer of [...this.playableWaiters]) answer()
	}

	private warn(warning: LiveWarning, isOn: boolean) {
		if (this.warnings.has(warning) === isOn) return
		if (isOn) this.warnings.add(warning)
		else this.warnings.delete(warning)
		this.options.emit({ type: 'warning', warning, isOn })
	}
}
