import type { RecordingId } from '@parley/api'
import { type MeetingId, ok, type Result, refused } from '@parley/core'
import type { ParticipantId, RecordingEnd } from '@parley/room'
import type { Log } from '../../platform/log.ts'
import {
	type ComposedMeeting,
	composeMeeting,
	encodedAtATime,
	type Ffmpeg,
	fragmentedMp4Output,
	participantOf,
} from '../composer/index.ts'
import type { MediaEngine, TappableRooms, TappedBatch } from '../room/index.ts'
import { createFragmentReader, shiftFragment } from './mp4/fragments.ts'
import type { RecordingFiles } from './recordingFiles.ts'

/** Free space that a new recording needs: about half an hour. */
const startBytes = 512 * 1024 * 1024
/** Less free space ends a recording: the database needs some, and so does the end of the recording. */
const leastBytes = 64 * 1024 * 1024
const checkSpaceEveryMs = 2_000

type RecordedRooms = TappableRooms & Pick<MediaEngine, 'onEvent'>

export interface RecorderSetup {
	files: Pick<RecordingFiles, 'writeInit' | 'append'>
	/** Undefined: the engine does not have the media of rooms on this server. */
	rooms: RecordedRooms | undefined
	/** Undefined: none was found. */
	ffmpeg(): Ffmpeg | undefined
	freeBytes(): Promise<number>
	cores: number
	log: Log
}

export interface RecorderRequest {
	id: RecordingId
	meetingId: MeetingId
	mayRecord(participantId: ParticipantId): boolean
	nameOf(participantId: ParticipantId): string | undefined
	/** Called once if the recording cannot continue; `stop` completes it. */
	onEnd(end: Exclude<RecordingEnd, 'stopped'>): void
}

export type RecorderRefusal =
	| 'recording.media-elsewhere'
	| 'recording.no-ffmpeg'
	| 'recording.disk-full'
	| 'recording.too-many'

/** Records rooms: composes each, and appends what was composed to its file twice a second. */
export function createRecorder({ files, rooms, ffmpeg, freeBytes, cores, log }: RecorderSetup) {
	const running = new Map<RecordingId, RunningRecording>()

	const isBusy = () => running.size >= encodedAtATime(cores)

	const hasMediaOf = (meetingId: MeetingId) => rooms !== undefined && rooms.hasMediaOf?.(meetingId) !== false

	async function refusal(meetingId: MeetingId): Promise<RecorderRefusal | undefined> {
		if (!hasMediaOf(meetingId)) return 'recording.media-elsewhere'
		if (!ffmpeg()) return 'recording.no-ffmpeg'
		if ((await freeBytes()) < startBytes) return 'recording.disk-full'
		return isBusy() ? 'recording.too-many' : undefined
	}

	return {
		refusal,
		async start(request: RecorderRequest): Promise<Result<null, RecorderRefusal>> {
			const failure = await refusal(request.meetingId)
			if (failure !== undefined) return refused(failure)
			const program = ffmpeg()
			if (!rooms || !program) return refused('recording.no-ffmpeg')
			// Others may have begun while the disk was asked, and the meeting may have moved.
			if (isBusy()) return refused('recording.too-many')
			if (!hasMediaOf(request.meetingId)) return refused('recording.media-elsewhere')
			running.set(request.id, startRecording({ ...request, files, rooms, program, freeBytes, log }))
			return ok(null)
		},
		/** Resolves when everything that was composed is in the file. */
		async stop(id: RecordingId): Promise<void> {
			try {
				await running.get(id)?.stop()
			} finally {
				running.delete(id)
			}
		},
	}
}
export type Recorder = ReturnType<typeof createRecorder>

interface RunningRecording {
	stop(): Promise<void>
}

interface RunningSetup extends RecorderRequest {
	files: RecorderSetup['files']
	rooms: RecordedRooms
	program: Ffmpeg
	freeBytes(): Promise<number>
	log: Log
}

function startRecording(setup: RunningSetup): RunningRecording {
	const { id, meetingId, files, rooms, program, freeBytes, mayRecord, nameOf, onEnd, log } = setup
	let init: Buffer | undefined
	let hasFailed = false
	let written: Promise<unknown> = Promise.resolve()

	function fail(end: Exclude<RecordingEnd, 'stopped'>, error?: unknown) {
		if (hasFailed) return
		hasFailed = true
		clearInterval(timer)
		stopListening()
		composed.stop()
		log.warn({ recordingId: id, end, err: error }, 'a recording ended by itself')
		onEnd(end)
	}

	/** Writes follow one another; after a failure nothing is written, so that the file ends with whole fragments. */
	function write(act: () => Promise<void>) {
		written = written
			.then(() => (hasFailed ? undefined : act()))
			.catch(error => fail((error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'disk-full' : 'failed', error))
	}

	function onInit(bytes: Buffer) {
		if (init === undefined) {
			init = bytes
			write(() => files.writeInit(id, bytes))
			// The same program with the same arguments writes the same again.
		} else if (!init.equals(bytes)) fail('failed', new Error('the composer changed its parameters'))
	}

	const composed: ComposedMeeting = composeMeeting({
		roomId: meetingId,
		rooms,
		program,
		output: fragmentedMp4Output,
		filter: batch => onlyRecorded(batch, mayRecord),
		nameOf: participantId => nameOf(participantId as ParticipantId),
		open: offsetMs =>
			createFragmentReader({
				onInit,
				onFragment(fragment) {
					if (offsetMs > 0) shiftFragment(fragment, offsetMs / 1000)
					write(() => files.append(id, fragment))
				},
			}),
		log,
	})
	const timer = setInterval(() => {
		freeBytes().then(
			free => free < leastBytes && fail('disk-full'),
			() => {},
		)
	}, checkSpaceEveryMs)

	const stopListening = rooms.onEvent(event => {
		if (event.type === 'roomMoved' && event.roomId === meetingId) fail('media-elsewhere')
	})

	return {
		async stop() {
			clearInterval(timer)
			stopListening()
			await composed.finish()
			await written
		},
	}
}

/** Leaves out the sound and picture of those who are not recorded. */
function onlyRecorded({ video, packets }: TappedBatch, mayRecord: RecorderRequest['mayRecord']): TappedBatch {
	const isRecorded = (from: string) => mayRecord(participantOf(from) as ParticipantId)
	return {
		video: video !== null && isRecorded(video) ? video : null,
		packets: packets.filter(({ from }) => isRecorded(from)),
	}
}
