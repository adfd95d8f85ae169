import { availableParallelism } from 'node:os'
import type { LiveEngine, LiveStreamId } from '../../modules/live/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { LiveIngest } from '../ingest.ts'
import { Ladder, type StartFfmpeg } from './ladder.ts'
import { type Ffmpeg, type FfmpegSetting, findFfmpeg } from './program.ts'
import { rungsForCores } from './rungs.ts'

const tickMs = 1_000

export interface TranscodingSetup {
	engine: LiveIngest & Pick<LiveEngine, 'onEvent' | 'stats' | 'phase'>
	setting: FfmpegSetting
	clock: Clock
	log: Log
	/** Of the machine; how many definitions are made and of how many streams at a time depends on it. */
	cores?: number
	start?: StartFfmpeg
}

/** Makes smaller definitions of what is published, where the machine has an ffmpeg. */
export function createTranscoding(setup: TranscodingSetup) {
	const { engine, clock, log, cores = availableParallelism() } = setup
	const maxStreams = Math.max(1, Math.floor(cores / 2))
	const ladders = new Map<LiveStreamId, Ladder>()
	/** Published, and no ladder for want of cores. */
	const waiting = new Set<LiveStreamId>()
	let ffmpeg: Ffmpeg | undefined
	let stopListening = () => {}
	let timer: NodeJS.Timeout | undefined

	function begin(streamId: LiveStreamId) {
		const known = ladders.get(streamId)
		if (known) return known.forgetHeaders()
		if (!ffmpeg) return
		if (ladders.size >= maxStreams) {
			waiting.add(streamId)
			return
		}
		waiting.delete(streamId)
		const { start } = setup
		ladders.set(
			streamId,
			new Ladder({ streamId, engine, ffmpeg, rungs: rungsForCores(cores), clock, log, ...(start && { start }) }),
		)
	}

	function end(streamId: LiveStreamId) {
		waiting.delete(streamId)
		ladders.get(streamId)?.close()
		ladders.delete(streamId)
		const [next] = waiting
		if (next !== undefined && engine.phase(next) === 'publishing') begin(next)
	}

	return {
		/** What was found; undefined before `start` and where there is none. */
		ffmpeg: () => ffmpeg,
		/** The programs at work, for tests. */
		pids: () => [...ladders.values()].flatMap(({ pid }) => pid ?? []),
		async start() {
			const found = await findFfmpeg(setup.setting)
			if ('missing' in found) {
				log.info({ reason: found.missing }, 'broadcasts have one definition: there is no transcoder')
				return
			}
			ffmpeg = found
			stopListening = engine.onEvent(({ type, streamId }) => {
				if (type === 'publishing') begin(streamId)
				else if (type === 'gone' || type === 'ended') end(streamId)
			})
			timer = setInterval(() => {
				for (const ladder of ladders.values()) ladder.tick()
			}, tickMs).unref()
		},
		stop() {
			clearInterval(timer)
			stopListening()
			waiting.clear()
			for (const ladder of ladders.values()) ladder.close()
			ladders.clear()
		},
	}
}
export type Transcoding = ReturnType<typeof createTranscoding>
