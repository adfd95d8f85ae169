import { availableParallelism } from 'node:os'
import { type MeetingId, ok, type PublishObstacle, type Result, refused } from '@parley/core'
import type { Log } from '../../../../../platform/log.ts'
import {
	type ComposedMeeting,
	composeMeeting,
	encodedAtATime,
	type Ffmpeg,
	flvOutput,
} from '../../../../composer/index.ts'
import type { MediaEngine, TappableRooms } from '../../../../room/index.ts'
import type { FlvTag } from '../../../ingest.ts'
import type { ComposeRefusal } from '../../../meetingPublisher.ts'
import { createFlvReader } from '../flv/flvReader.ts'
import { CorruptMediaError } from '../flv/mediaErrors.ts'

export interface MeetingComposersSetup {
	rooms: TappableRooms & Pick<MediaEngine, 'onEvent'>
	/** Missing without a transcoder. */
	ffmpeg(): Ffmpeg | undefined
	log: Log
	/** Determines how many meetings are composed at a time. */
	cores?: number
}

/** Receives a composed meeting. */
export interface ComposedOutput {
	/** Called with H.264 and AAC on the timeline of the composition, which restarts do not interrupt. */
	onTag(tag: FlvTag): void
	/** Called when composing was interrupted; it restarts automatically. */
	onInterruption?(): void
	/** Called when the meeting has ended in its room, or the media of the room have moved; the composer is to be stopped. */
	onRoomEnd(): void
}

/** Composes meetings for broadcasts: one ffmpeg per meeting combines the speaker, or the shared screen, with everyone's sound. */
export function createMeetingComposers(setup: MeetingComposersSetup) {
	const { rooms, ffmpeg, log, cores = availableParallelism() } = setup
	const running = new Map<MeetingId, ComposedOutput>()
	rooms.onEvent(event => {
		if (event.type === 'roomEnded' || event.type === 'roomMoved') running.get(event.roomId as MeetingId)?.onRoomEnd()
	})

	/** Returns the program for one more meeting. */
	function findProgram(meetingId: MeetingId): Result<Ffmpeg, ComposeRefusal> {
		const program = ffmpeg()
		if (!program) return refused('noTranscoder')
		if (rooms.hasMediaOf?.(meetingId) === false) return refused('unavailable')
		if (running.size >= encodedAtATime(cores)) return refused('unavailable')
		return running.has(meetingId) ? refused('busy') : ok(program)
	}

	return {
		/** Returns what this server lacks to compose a meeting; undefined if it can. */
		obstacleOf(meetingId: MeetingId): PublishObstacle | undefined {
			if (rooms.hasMediaOf?.(meetingId) === false) return 'noEgress'
			return ffmpeg() ? undefined : 'noTranscoder'
		},
		/** Returns the reason why the meeting cannot be composed now. */
		refusalOf(meetingId: MeetingId): ComposeRefusal | undefined {
			const program = findProgram(meetingId)
			return program.ok ? undefined : program.failure
		},
		/** Composes a meeting until it is stopped. @param open opens the output once nothing else refuses */
		compose<E>(
			meetingId: MeetingId,
			open: () => Result<ComposedOutput, E>,
		): Result<Pick<ComposedMeeting, 'wasInterrupted' | 'stop'>, E | ComposeRefusal> {
			const program = findProgram(meetingId)
			if (!program.ok) return program
			const opened = open()
			if (!opened.ok) return opened
			const output = opened.value
			running.set(meetingId, output)
			const composed = composeMeeting({
				roomId: meetingId,
				rooms,
				program: program.value,
				output: flvOutput(0),
				open: offsetMs => readFlv(tag => output.onTag({ ...tag, timestampMs: tag.timestampMs + offsetMs })),
				onInterruption: () => output.onInterruption?.(),
				log,
			})
			return ok({
				wasInterrupted: () => composed.wasInterrupted(),
				stop() {
					if (running.get(meetingId) === output) running.delete(meetingId)
					composed.stop()
				},
			})
		},
	}
}
export type MeetingComposers = ReturnType<typeof createMeetingComposers>

/** Reads FLV; the returned function returns the reason if it cannot be read. */
function readFlv(onTag: (tag: FlvTag) => void): (bytes: Buffer) => string | undefined {
	const read = createFlvReader(onTag)
	return bytes => {
		try {
			read(bytes)
			return undefined
		} catch (error) {
			if (!(error instanceof CorruptMediaError)) throw error
			return error.message
		}
	}
}
