import type { Log } from '../../platform/log.ts'
import { RestartDelay } from '../../platform/restartDelay.ts'
import type { RoomTapHandle, TappableRooms, TappedBatch } from '../room/index.ts'
import { type FfmpegChild, type FfmpegExit, startFfmpeg } from './adapters/ffmpegChild.ts'
import type { Ffmpeg } from './adapters/findFfmpeg.ts'
import { createComposition, mixedVoices } from './composition.ts'
import { fontPackages } from './fonts.ts'
import { createNameCards, darkFrame, type NameCards } from './nameCard.ts'
import { stereoAac, unevenFrames } from './outputArguments.ts'
import { createShownSpeaker } from './shownSpeaker.ts'

/** Duration of an audio packet. */
const tickMs = 20
/** A program with this much unread data is too slow, and is restarted at the current time. */
const maxPendingBytes = 6 * 1024 * 1024
/** Time for which an interruption is reported, in ms. */
export const interruptionReportedMs = 60_000
/** Time in which a program writes what it still has at the end. */
const endsWithinMs = 5_000

export interface ComposerSetup {
	roomId: string
	rooms: TappableRooms
	program: Ffmpeg
	/** Container of the composed meeting, written to `pipe:3`. */
	output: readonly string[]
	/**
	 * Called for each start of the program, of which there are several if it fails, with the time since the beginning. Returns
	 * the reader of its output, which returns a reason to restart the program if it cannot use the output.
	 */
	open(offsetMs: number): (bytes: Buffer) => string | undefined
	/** Called when composing was interrupted; it restarts automatically. */
	onInterruption?(): void
	/** Leaves out media that must not be composed. */
	filter?(batch: TappedBatch): TappedBatch
	/** The name of a participant, which is shown while they speak and no camera is on. */
	nameOf?(participantId: string): string | undefined
	log: Log
}

export interface ComposedMeeting {
	/** True if composing was interrupted within the last minute; it restarts automatically. */
	wasInterrupted(): boolean
	/** Stops at once. Data that the program has not written yet is lost. */
	stop(): void
	/** Stops once the program has written everything up to now. */
	finish(): Promise<void>
}

/**
 * Composes a meeting: one ffmpeg combines the speaker, or the shared screen, with everyone's sound, from now until it is
 * stopped.
 */
export function composeMeeting(setup: ComposerSetup): ComposedMeeting {
	return new MeetingComposer(setup)
}

class MeetingComposer implements ComposedMeeting {
	readonly #setup: ComposerSetup
	readonly #startedAt = performance.now()
	readonly #timer: NodeJS.Timeout
	readonly #tap: RoomTapHandle
	#running: Running | undefined
	readonly #speaker = createShownSpeaker()
	readonly #cards: NameCards
	/** The name on the slate; undefined until one is drawn. */
	#slateName: string | undefined
	#slate: Buffer = darkFrame
	readonly #restartDelay = new RestartDelay({ firstMs: 500, maxMs: 15_000 })
	#isStopped = false
	#interruptedAt = Number.NEGATIVE_INFINITY

	constructor(setup: ComposerSetup) {
		this.#setup = setup
		const { filter = batch => batch, log, roomId } = setup
		this.#cards = createNameCards(() =>
			log.warn(
				{ roomId },
				`names are left out of the picture: this machine has no font for one; install a package (${fontPackages})`,
			),
		)
		this.#start()
		this.#showName('')
		this.#tap = setup.rooms.tapRoom(setup.roomId, tapped => {
			const batch = filter(tapped)
			const now = performance.now()
			const running = this.#running
			running?.composition.push(batch, now - running.startedAt)
			const speaker = this.#speaker.update(batch.packets, now)
			this.#showName((speaker !== undefined && setup.nameOf?.(speaker)) || '')
		})
		this.#timer = setInterval(() => this.#tick(), tickMs)
	}

	/** Draws the slate for a name; the earlier one is shown until then. */
	#showName(name: string) {
		if (name === this.#slateName) return
		this.#slateName = name
		this.#cards.draw(name).then(
			slate => {
				if (name !== this.#slateName || this.#isStopped) return
				this.#slate = slate
				this.#running?.composition.setSlate(slate)
			},
			error =>
				this.#setup.log.warn({ roomId: this.#setup.roomId, err: error }, 'the card of a name could not be drawn'),
		)
	}

	wasInterrupted(): boolean {
		return performance.now() - this.#interruptedAt < interruptionReportedMs
	}

	stop() {
		if (this.#isStopped) return
		this.#stopReceiving()
		this.#end()
	}

	async finish() {
		if (this.#isStopped) return
		this.#stopReceiving()
		const child = this.#running?.child
		if (!child) return
		await new Promise<void>(resolve => {
			const timer = setTimeout(() => child.kill(), endsWithinMs)
			child.onExit(() => {
				clearTimeout(timer)
				resolve()
			})
			child.endInput()
		})
		this.#running = undefined
	}

	#stopReceiving() {
		this.#isStopped = true
		clearInterval(this.#timer)
		this.#tap.close()
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
		const { program, output, open } = this.#setup
		const startedAt = performance.now()
		const child = startFfmpeg(program, [...composingArguments, ...output], 1)
		const read = open(Math.round(startedAt - this.#startedAt))
		const composition = createComposition({
			write: bytes => child.write(bytes),
			onKeyFrameNeeded: () => this.#tap.requestKeyFrame(),
			slate: this.#slate,
		})
		const running: Running = { child, composition, startedAt }
		this.#running = running
		child.onOutput((_, bytes) => {
			if (running !== this.#running) return
			const fault = read(bytes)
			if (fault !== undefined) this.#restart({ code: null, lastOutput: fault })
		})
		child.onExit(exit => {
			if (running === this.#running && !this.#isStopped) this.#restart(exit)
		})
	}

	#restart(exit: FfmpegExit) {
		const { log, roomId } = this.#setup
		const now = performance.now()
		const restartInMs = this.#restartDelay.ended(this.#running?.startedAt ?? now, now)
		this.#interruptedAt = now
		this.#setup.onInterruption?.()
		log.warn({ roomId, ...exit, restartInMs }, 'the composer of a meeting exited')
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
const composingArguments = [
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
]
