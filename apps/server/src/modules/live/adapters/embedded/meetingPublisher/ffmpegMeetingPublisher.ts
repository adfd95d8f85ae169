import { availableParallelism } from 'node:os'
import { ok, refused } from '@parley/core'
import type { Log } from '../../../../../platform/log.ts'
import { RestartDelay } from '../../../../../platform/restartDelay.ts'
import type { MediaEngine, RoomTapHandle, TappableRooms } from '../../../../room/index.ts'
import type { LiveStreamId, MeetingPublisher } from '../../../index.ts'
import type { LiveIngest, LivePublisher } from '../../../ingest.ts'
import { createFlvReader } from '../flv/flvReader.ts'
import { CorruptMediaError } from '../flv/mediaErrors.ts'
import { type FfmpegChild, type FfmpegExit, startFfmpeg } from '../transcoder/ffmpegChild.ts'
import type { Ffmpeg } from '../transcoder/findFfmpeg.ts'
import { flvOutput, stereoAac, unevenFrames } from '../transcoder/outputArguments.ts'
import { encodedAtATime } from '../transcoder/rungs.ts'
import { createComposition, mixedVoices } from './composition.ts'

/** Duration of an audio packet. */
const tickMs = 20
/** A program with this much unread data is too slow, and is restarted at the current time. */
const maxPendingBytes = 6 * 1024 * 1024
/** Time for which the host is told that sending was interrupted. */
const toldMs = 60_000
/** The publisher's name in the host's figures. */
const address = 'room'

export interface FfmpegMeetingPublisherSetup {
	engine: Pick<LiveIngest, 'publish'>
	rooms: TappableRooms & Pick<MediaEngine, 'onEvent'>
	/** Undefined: without a transcoder. */
	ffmpeg(): Ffmpeg | undefined
	log: Log
	/** Determines how many meetings are sent out at a time. */
	cores?: number
}

/** Broadcasts meetings: one ffmpeg per meeting combines the speaker, or the shared screen, with everyone's sound. */
export function createFfmpegMeetingPublisher(
	setup: FfmpegMeetingPublisherSetup,
): MeetingPublisher & { stopAll(): void } {
	const { engine, rooms, ffmpeg, log, cores = availableParallelism() } = setup
	const sent = new Map<LiveStreamId, { meetingId: string; sender: MeetingSender }>()
	const stop = (streamId: LiveStreamId) => sent.get(streamId)?.sender.stop()
	rooms.onEvent(event => {
		if (event.type !== 'roomEnded') return
		for (const { meetingId, sender } of [...sent.values()]) if (meetingId === event.roomId) sender.stop()
	})
	return {
		isAvailable: () => ffmpeg() !== undefined,
		publish(streamId, meetingId) {
			if (sent.has(streamId)) return ok(undefined)
			const program = ffmpeg()
			if (!program) return refused('noTranscoder')
			if (sent.size >= encodedAtATime(cores)) return refused('unavailable')
			if ([...sent.values()].some(other => other.meetingId === meetingId)) return refused('busy')
			const opened = engine.publish(streamId, address)
			if (!opened.ok) return opened
			const publisher = opened.value
			const sender = new MeetingSender({ streamId, meetingId, publisher, rooms, program, log })
			sent.set(streamId, { meetingId, sender })
			publisher.onEnd(() => {
				sent.delete(streamId)
				sender.stop()
			})
			return ok(undefined)
		},
		isPublishing: streamId => sent.has(streamId),
		wasInterrupted: streamId => sent.get(streamId)?.sender.wasInterrupted() ?? false,
		stop,
		stopAll() {
			for (const streamId of [...sent.keys()]) stop(streamId)
		},
	}
}

interface MeetingSenderSetup {
	streamId: LiveStreamId
	meetingId: string
	publisher: LivePublisher
	rooms: TappableRooms
	program: Ffmpeg
	log: Log
}

/** One meeting on air. */
class MeetingSender {
	readonly #setup: MeetingSenderSetup
	readonly #startedAt = performance.now()
	readonly #timer: NodeJS.Timeout
	readonly #tap: RoomTapHandle
	#running: Running | undefined
	readonly #restartDelay = new RestartDelay({ firstMs: 500, maxMs: 15_000 })
	#isStopped = false
	#interruptedAt = Number.NEGATIVE_INFINITY

	constructor(setup: MeetingSenderSetup) {
		this.#setup = setup
		this.#start()
		this.#tap = setup.rooms.tapRoom(setup.meetingId, batch => {
			const running = this.#running
			running?.composition.push(batch, performance.now() - running.startedAt)
		})
		this.#timer = setInterval(() => this.#tick(), tickMs)
	}

	wasInterrupted(): boolean {
		return performance.now() - this.#interruptedAt < toldMs
	}

	stop() {
		if (this.#isStopped) return
		this.#isStopped = true
		clearInterval(this.#timer)
		this.#tap.close()
		this.#end()
		this.#setup.publisher.close('disconnected')
	}

	#tick() {
		const now = performance.now()
		const running = this.#running
		if (!running) {
			if (this.#restartDelay.isOver(now)) this.#start()
		} else if (running.child.pendingBytes() > maxPendingBytes) {
			this.#restart({ code: null, lastOutput: 'it is too slow' })
		} else running.composition.advance(now - running.startedAt)
	}

	#start() {
		const { program, publisher } = this.#setup
		const startedAt = performance.now()
		const child = startFfmpeg(program, ffmpegArguments, 1)
		const offsetMs = Math.round(startedAt - this.#startedAt)
		const read = createFlvReader(tag => publisher.push({ ...tag, timestampMs: tag.timestampMs + offsetMs }))
		const composition = createComposition(
			bytes => child.write(bytes),
			() => this.#tap.requestKeyFrame(),
		)
		const running: Running = { child, composition, startedAt }
		this.#running = running
		child.onOutput((_, bytes) => {
			if (running !== this.#running) return
			try {
				read(bytes)
			} catch (error) {
				if (!(error instanceof CorruptMediaError)) throw error
				this.#restart({ code: null, lastOutput: error.message })
			}
		})
		child.onExit(exit => {
			if (running === this.#running) this.#restart(exit)
		})
	}

	#restart(exit: FfmpegExit) {
		const { log, streamId } = this.#setup
		const now = performance.now()
		const restartInMs = this.#restartDelay.ended(this.#running?.startedAt ?? now, now)
		this.#interruptedAt = now
		log.warn({ streamId, ...exit, restartInMs }, 'the meeting publisher exited')
		this.#end()
	}

	#end() {
		const running = this.#running
		this.#running = undefined
		running?.child.kill()
	}
}

interface Running {
	child: FfmpegChild
	composition: ReturnType<typeof createComposition>
	startedAt: number
}

const sound = Array.from({ length: mixedVoices }, (_, i) => `[0:a:${i}]`).join('')

/** The colours browsers record in (BT.601); from this size on a player assumes BT.709 if they are not declared. */
const colors = 'setparams=range=tv:colorspace=smpte170m:color_primaries=smpte170m:color_trc=smpte170m'

/** Scales pictures of any size into one; makes a key frame every second, however unevenly frames arrive. */
const ffmpegArguments = [
	// One thread per decoder: more would delay frames.
	...['-threads', '1', '-probesize', '65536', '-analyzeduration', '300000', '-f', 'matroska', '-i', 'pipe:0'],
	'-filter_complex',
	[
		`[0:v]scale=1280:720:force_original_aspect_ratio=decrease:flags=bilinear,pad=1280:720:-1:-1,setsar=1,format=yuv420p,${colors}[v]`,
		`${sound}amix=inputs=${mixedVoices}:normalize=0:dropout_transition=0,alimiter=limit=0.95,aresample=async=1000[a]`,
	].join(';'),
	...['-map', '[v]', '-c:v', 'libx264', '-preset', 'superfast', '-tune', 'zerolatency', '-threads', '2', '-bf', '0'],
	...['-b:v', '1800000', '-maxrate', '1800000', '-bufsize', '1800000', '-g', '100000', '-sc_threshold', '0'],
	...['-force_key_frames', 'expr:if(isnan(prev_forced_t),1,gte(t,prev_forced_t+1))', '-forced-idr', '1'],
	...unevenFrames,
	...['-map', '[a]', ...stereoAac],
	...flvOutput(0),
]
