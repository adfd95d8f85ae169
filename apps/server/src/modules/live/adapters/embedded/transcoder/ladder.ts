import type { Clock } from '../../../../../platform/clock.ts'
import type { Log } from '../../../../../platform/log.ts'
import { RestartDelay } from '../../../../../platform/restartDelay.ts'
import { type Ffmpeg, type FfmpegChild, type FfmpegExit, startFfmpeg } from '../../../../composer/index.ts'
import type { LiveStreamId } from '../../../index.ts'
import type { DefinitionSink, FlvTag, LiveIngest, TranscodedName } from '../../../ingest.ts'
import type { EmbeddedLiveEngine } from '../engine.ts'
import { readAvcConfig } from '../flv/avcConfig.ts'
import { flvFileHeader, writeFlvTag } from '../flv/flvReader.ts'
import { readMediaPacket } from '../flv/mediaPacket.ts'
import { ladderArguments, type Rung, rungsBelow } from './rungs.ts'

/** If the lag exceeds this for some time, the machine is too slow for all renditions. */
const lagLimitMs = 3_000
const lagPatienceMs = 10_000
/** A definition without requests for this long is not made until the next request. */
const unwatchedLimitMs = 60_000
/** Data that may wait for a slow program; beyond it, frames are dropped up to the next key frame. */
const maxPendingBytes = 4 * 1024 * 1024

export type StartFfmpeg = typeof startFfmpeg

export interface LadderSetup {
	streamId: LiveStreamId
	engine: LiveIngest & Pick<EmbeddedLiveEngine, 'stats'>
	ffmpeg: Ffmpeg
	rungs: readonly Rung[]
	clock: Clock
	log: Log
	/** Replaced by tests. */
	start?: StartFfmpeg
}

interface Running {
	child: FfmpegChild
	rungs: Rung[]
	sinks: DefinitionSink[]
	since: number
	/** True after dropped data: the following frames are broken until a key frame. */
	isLeavingOut: boolean
}

/** Smaller definitions of one stream, made by one ffmpeg from one decoded picture. */
export class Ladder {
	readonly #setup: LadderSetup
	#rungs: readonly Rung[]
	#running: Running | undefined
	#headers = new Map<'audio' | 'video', FlvTag>()
	#untap: (() => void) | undefined
	readonly #restartDelay = new RestartDelay({ firstMs: 1_000, maxMs: 30_000 })
	#laggingSince: number | undefined
	#isOpus = false
	/** True while its output has no viewers. */
	#isResting = false
	#isClosed = false

	constructor(setup: LadderSetup) {
		this.#setup = setup
		this.#rungs = setup.rungs
		this.#tap()
	}

	/** Tap of the source, from the last key frame on. */
	#tap() {
		this.#untap?.()
		this.#untap = this.#setup.engine.tap(this.#setup.streamId, {
			onTag: tag => this.#take(tag),
			onDiscontinuity: () => this.#stop(),
			onWanted: name => this.#wake(name),
			onEnd: () => this.close(),
		})
	}

	get isRunning(): boolean {
		return this.#running !== undefined
	}

	/** Process id of the program, for tests that kill it. */
	get pid(): number | undefined {
		return this.#running?.child.pid
	}

	/** Prepares for another publisher, with its own headers. */
	forgetHeaders() {
		this.#headers.clear()
		this.#isOpus = false
		// Its size may have changed, which the list must reflect.
		this.#isResting = false
	}

	/** Ends definitions without viewers. Call about once a second. */
	rest() {
		const { engine, streamId, clock } = this.#setup
		const running = this.#running
		if (!running || clock.now() - running.since < unwatchedLimitMs) return
		if (running.rungs.some(({ name }) => engine.unwatchedMs(streamId, name) < unwatchedLimitMs)) return
		this.#isResting = true
		this.#running = undefined
		this.#laggingSince = undefined
		for (const sink of running.sinks) sink.rest()
		running.child.kill()
	}

	#wake(name: TranscodedName) {
		if (!this.#isResting || !this.#rungs.some(rung => rung.name === name)) return
		this.#isResting = false
		// Replays media since the last key frame, so that nothing has to wait for the next one.
		this.#tap()
	}

	/** Drops a definition if the machine is too slow. Call about once a second. */
	tick() {
		const { engine, streamId, clock, log } = this.#setup
		const running = this.#running
		const now = clock.now()
		const definitions = engine.stats(streamId)?.definitions ?? []
		const lagOf = ({ name }: Rung) => definitions.find(definition => definition.name === name)?.lagMs ?? 0
		const isLagging = running !== undefined && Math.max(...running.rungs.map(lagOf)) > lagLimitMs
		if (!isLagging) this.#laggingSince = undefined
		else this.#laggingSince ??= now
		if (this.#laggingSince === undefined || now - this.#laggingSince < lagPatienceMs) return
		const [top, ...rest] = running?.rungs ?? []
		log.warn({ streamId, definition: top?.name }, 'definition dropped: transcoding is too slow')
		this.#rungs = rest
		this.#stop()
	}

	close() {
		if (this.#isClosed) return
		this.#isClosed = true
		this.#untap?.()
		this.#stop()
	}

	#take(tag: FlvTag) {
		if (tag.type === 'data' || this.#isClosed) return
		const packet = readMediaPacket(tag)
		if (!packet) return
		if (packet.kind === 'videoConfig' || packet.kind === 'audioConfig') {
			if (packet.kind === 'audioConfig') this.#isOpus = packet.codec === 'opus'
			if (this.#isOpus) this.#stop()
			this.#headers.set(tag.type, tag)
			if (this.#running) this.#running.child.write(writeFlvTag(tag))
			return
		}
		// Only the newest programs read FLV with Opus: the source remains the only definition.
		if (this.#isOpus) return
		const isKey = packet.kind === 'video' && packet.isKey
		if (!this.#running && isKey && !this.#isResting) this.#start(tag.timestampMs)
		const running = this.#running
		if (!running) return
		if (isKey) running.isLeavingOut = false
		if (running.child.pendingBytes() > maxPendingBytes) running.isLeavingOut = true
		if (!running.isLeavingOut) running.child.write(writeFlvTag(tag))
	}

	#start(timestampMs: number) {
		const { clock, ffmpeg, engine, streamId, start = startFfmpeg } = this.#setup
		const now = clock.now()
		const header = this.#headers.get('video')
		if (!this.#restartDelay.isOver(now) || !header) return
		const source = readAvcConfig(header.body.subarray(5))
		const rungs = rungsBelow(this.#rungs, source)
		if (rungs.length === 0) return
		const child = start(ffmpeg, ladderArguments(rungs, source), rungs.length)
		const running: Running = { child, rungs, sinks: [], since: now, isLeavingOut: false }
		this.#running = running
		child.onOutput((index, bytes) => this.#write(running, index, bytes))
		child.onExit(exit => this.#onExit(running, exit))
		for (const { name } of rungs) {
			const sink = engine.openDefinition(streamId, name)
			if (sink) running.sinks.push(sink)
		}
		child.write(flvFileHeader({ audio: this.#headers.has('audio'), video: true }))
		for (const tag of this.#headers.values()) child.write(writeFlvTag({ ...tag, timestampMs }))
	}

	#write(running: Running, index: number, bytes: Buffer) {
		if (running === this.#running) running.sinks[index]?.pushBytes(bytes)
	}

	#onExit(running: Running, exit: FfmpegExit) {
		if (running !== this.#running) return
		const { clock, log, streamId } = this.#setup
		const restartInMs = this.#restartDelay.ended(running.since, clock.now())
		log.warn({ streamId, ...exit, restartInMs }, 'the transcoder of a live exited')
		this.#stop()
	}

	/** Definitions disappear from the list until a key frame restarts the program. */
	#stop() {
		const running = this.#running
		this.#running = undefined
		this.#laggingSince = undefined
		if (!running) return
		for (const sink of running.sinks) sink.close()
		running.child.kill()
	}
}
