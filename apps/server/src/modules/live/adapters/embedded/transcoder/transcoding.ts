import { availableParallelism } from 'node:os'
import type { Clock } from '../../../../../platform/clock.ts'
import type { Log } from '../../../../../platform/log.ts'
import { encodedAtATime, type Ffmpeg, type FfmpegSetting, findFfmpeg } from '../../../../composer/index.ts'
import type { LiveStreamId } from '../../../index.ts'
import type { LiveIngest } from '../../../ingest.ts'
import type { EmbeddedLiveEngine } from '../engine.ts'
import { Ladder, type StartFfmpeg } from './ladder.ts'
import { rungsForCores } from './rungs.ts'

const tickMs = 1_000

export interface TranscodingSetup {
	engine: LiveIngest & Pick<EmbeddedLiveEngine, 'onEvent' | 'stats' | 'phase'>
	setting: FfmpegSetting
	clock: Clock
	log: Log
	/** Cores of the machine; they determine how many definitions of how many streams are made at a time. */
	cores?: number
	start?: StartFfmpeg
}

/** Makes smaller definitions of published streams if the machine has an ffmpeg. */
export function createTranscoding(setup: TranscodingSetup) {
	const { engine, clock, log, cores = availableParallelism() } = setup
	const maxStreams = encodedAtATime(cores)
	/** For each stream one per definition, from large to small: a definition without viewers ends without the others. */
	const ladders = new Map<LiveStreamId, Ladder[]>()
	/** Published streams without a ladder, for lack of cores or while the program is searched. */
	const waiting = new Set<LiveStreamId>()
	let ffmpeg: Ffmpeg | undefined
	let stopListening = () => {}
	let timer: NodeJS.Timeout | undefined
	let isStopped = false

	function begin(streamId: LiveStreamId) {
		const known = ladders.get(streamId)
		if (known) {
			for (const ladder of known) ladder.forgetHeaders()
			return
		}
		if (!ffmpeg || ladders.size >= maxStreams) {
			waiting.add(streamId)
			return
		}
		waiting.delete(streamId)
		const { start } = setup
		const program = ffmpeg
		ladders.set(
			streamId,
			rungsForCores(cores).map(
				rung => new Ladder({ streamId, engine, ffmpeg: program, rungs: [rung], clock, log, ...(start && { start }) }),
			),
		)
	}

	function end(streamId: LiveStreamId) {
		waiting.delete(streamId)
		for (const ladder of ladders.get(streamId) ?? []) ladder.close()
		ladders.delete(streamId)
		// Silent streams are announced again when they resume.
		const next = [...waiting].find(id => engine.phase(id) === 'publishing')
		if (next !== undefined) begin(next)
	}

	function stop() {
		isStopped = true
		clearInterval(timer)
		stopListening()
		waiting.clear()
		for (const ladder of [...ladders.values()].flat()) ladder.close()
		ladders.clear()
	}

	return {
		/** The program found; undefined until then and if none was found. */
		ffmpeg: () => ffmpeg,
		/** The programs at work, for tests. */
		pids: () => [...ladders.values()].flat().flatMap(({ pid }) => pid ?? []),
		/** Listens at once, and searches for a program; streams published meanwhile get their definitions once it is found. */
		async start(): Promise<void> {
			stopListening = engine.onEvent(({ type, streamId }) => {
				if (type === 'publishing') begin(streamId)
				else if (type === 'gone' || type === 'ended') end(streamId)
			})
			const found = await findFfmpeg(setup.setting)
			if (isStopped) return
			if ('missing' in found) {
				log.info({ reason: found.missing }, 'broadcasts have only the source definition: no transcoder was found')
				stop()
				return
			}
			ffmpeg = found
			for (const streamId of [...waiting]) if (engine.phase(streamId) === 'publishing') begin(streamId)
			timer = setInterval(() => {
				for (const ofStream of ladders.values()) {
					for (const ladder of ofStream) ladder.rest()
					// The largest is dropped first; the rest may keep up.
					ofStream.find(({ isRunning }) => isRunning)?.tick()
				}
			}, tickMs).unref()
		},
		stop,
	}
}
export type Transcoding = ReturnType<typeof createTranscoding>
