import { SlidingCount } from '../../../../platform/slidingCount.ts'
import type { DefinitionName, DefinitionStats, LiveDefinition } from '../../index.ts'
import type { MediaPacket } from './flv/mediaPacket.ts'
import { livePlaylist } from './origin/playlistPaths.ts'
import type { SegmentStore } from './origin/segmentStore.ts'
import { timescale } from './packager/mp4.ts'
import { createPackager, type PackagedInit, type PackagedPart, type Packager } from './packager/packager.ts'

/** Period the figures cover. */
const figuresOverSeconds = 10

export interface DefinitionListener {
	/** Called when its encoding parameters changed. */
	onInit(init: PackagedInit): void
	onPart(): void
	onDropped(): void
	onKeyFrame(distanceMs: number | undefined): void
}

/** One definition of a stream: its packager, its segments and its figures. */
export class Definition {
	readonly name: DefinitionName
	readonly segmentStore: SegmentStore
	private readonly packager: Packager
	private readonly listener: DefinitionListener
	private readonly frames: SlidingCount
	private readonly bytes: SlidingCount
	private init: PackagedInit | undefined
	/** Discontinuities of the source on the timeline that this definition has not reached yet. */
	private discontinuities: number[] = []
	private lastKeyMs: number | undefined
	private keyFrameDistanceMs: number | undefined
	private endMs = 0
	private fedFromMs = 0
	private partDurationMs = 0

	constructor(name: DefinitionName, segmentStore: SegmentStore, listener: DefinitionListener, now: () => number) {
		this.name = name
		this.segmentStore = segmentStore
		this.listener = listener
		this.frames = new SlidingCount({ seconds: figuresOverSeconds, now })
		this.bytes = new SlidingCount({ seconds: figuresOverSeconds, now })
		const packaged = {
			onInit: (init: PackagedInit) => this.setInit(init),
			onDiscontinuity: () => segmentStore.discontinue(),
			onPart: (part: PackagedPart) => this.addPart(part),
			onDropped: () => listener.onDropped(),
		}
		this.packager = createPackager(packaged, { isSoundAlone: name === 'audio' })
	}

	/** @throws CorruptMediaError */
	push(packet: MediaPacket, ms: number) {
		while (this.discontinuities[0] !== undefined && ms >= this.discontinuities[0]) {
			this.discontinuities.shift()
			this.packager.discontinue()
		}
		if (packet.kind === 'video' && this.name !== 'audio') this.countFrame(packet.isKey, ms)
		this.packager.push(packet, ms)
	}

	/** Notes a discontinuity of the source at this point; its transcoded media arrives later. */
	discontinueAt(ms: number) {
		this.discontinuities.push(ms)
	}

	/** Prepares for another publisher, with its own parameters. */
	beginAnew() {
		this.packager.discontinue({ isOther: true })
		this.lastKeyMs = undefined
	}

	/** Emits the pending part, since no media follows for a while. */
	pause() {
		this.packager.discontinue()
		this.segmentStore.closeSegment()
		this.lastKeyMs = undefined
	}

	/** Notes a restart of its transcoder: the missing media is a gap, although the source continued. */
	resume() {
		this.packager.restart()
		this.segmentStore.closeSegment()
		this.lastKeyMs = undefined
	}

	/** Starts receiving media at this point of the timeline: earlier media does not count as lag. */
	feedFrom(ms: number) {
		this.fedFromMs = Math.max(this.fedFromMs, ms)
	}

	hasPicture(): boolean {
		return this.init?.video !== undefined
	}

	/** Frame rate in the parameters of the picture. */
	framesPerSecond(): number | undefined {
		return this.init?.video?.framesPerSecond
	}

	/**
	 * Undefined before it is playable.
	 * @param framesPerSecond of the source, whose frames each definition has
	 */
	describe(framesPerSecond: number | undefined): LiveDefinition | undefined {
		const { init, name, segmentStore } = this
		if (!init || !segmentStore.isPlayable()) return undefined
		const rates = segmentStore.recentBitRates()
		const bitsPerSecond = rates?.peak ?? Math.max(1, Math.round(this.bytes.perSecond() * 8))
		return {
			name,
			...(init.video && { width: init.video.width, height: init.video.height }),
			...(init.video && framesPerSecond !== undefined && { framesPerSecond }),
			bitsPerSecond,
			averageBitsPerSecond: rates ? Math.ceil(rates.average) : bitsPerSecond,
			codecs: [init.video?.codec, init.audio?.codec].filter(codec => codec !== undefined).join(),
			suffix: `/${livePlaylist(name)}`,
		}
	}

	/** @param fedMs position on the timeline up to which definitions received the source */
	stats(fedMs: number): DefinitionStats {
		return {
			name: this.name,
			framesPerSecond: Math.round(this.frames.perSecond() * 10) / 10,
			bitsPerSecond: Math.round(this.bytes.perSecond() * 8),
			...(this.keyFrameDistanceMs !== undefined && { keyFrameDistanceMs: this.keyFrameDistanceMs }),
			lagMs: Math.max(0, Math.round(fedMs - Math.max(this.endMs, this.fedFromMs) - this.partDurationMs)),
		}
	}

	/** Returns whether key frames are currently further apart than a segment may be long. */
	isWaitingForKeyFrame(ms: number, limitMs: number): boolean {
		return this.lastKeyMs !== undefined && ms - this.lastKeyMs > limitMs
	}

	private setInit(init: PackagedInit) {
		this.init = init
		this.segmentStore.setInit(init.data)
		this.listener.onInit(init)
	}

	private addPart(part: PackagedPart) {
		this.bytes.add(part.data.length)
		this.partDurationMs = (part.duration * 1000) / timescale
		this.endMs = ((part.start + part.duration) * 1000) / timescale
		this.segmentStore.addPart(part, this.packager.partTarget() ?? part.duration)
		this.listener.onPart()
	}

	private countFrame(isKey: boolean, ms: number) {
		this.frames.add(1)
		if (!isKey) return
		this.keyFrameDistanceMs = this.lastKeyMs === undefined ? undefined : Math.round(ms - this.lastKeyMs)
		this.lastKeyMs = ms
		this.listener.onKeyFrame(this.keyFrameDistanceMs)
	}
}
