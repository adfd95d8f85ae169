import { availableParallelism } from 'node:os'
import { ok, refused } from '@parley/core'
import type { Log } from '../../../../../platform/log.ts'
import {
	type ComposedMeeting,
	composeMeeting,
	encodedAtATime,
	type Ffmpeg,
	flvOutput,
} from '../../../../composer/index.ts'
import type { MediaEngine, TappableRooms } from '../../../../room/index.ts'
import type { LiveStreamId, MeetingPublisher } from '../../../index.ts'
import type { LiveIngest, LivePublisher } from '../../../ingest.ts'
import { createFlvReader } from '../flv/flvReader.ts'
import { CorruptMediaError } from '../flv/mediaErrors.ts'

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
	const sent = new Map<LiveStreamId, { meetingId: string; composed: ComposedMeeting; publisher: LivePublisher }>()
	function stop(streamId: LiveStreamId) {
		const { composed, publisher } = sent.get(streamId) ?? {}
		composed?.stop()
		publisher?.close('disconnected')
	}
	rooms.onEvent(event => {
		if (event.type !== 'roomEnded') return
		for (const [streamId, { meetingId }] of [...sent]) if (meetingId === event.roomId) stop(streamId)
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
			const composed = composeMeeting({
				roomId: meetingId,
				rooms,
				program,
				output: flvOutput(0),
				open: offsetMs => flvInto(publisher, offsetMs),
				log,
			})
			sent.set(streamId, { meetingId, composed, publisher })
			publisher.onEnd(() => {
				sent.delete(streamId)
				composed.stop()
			})
			return ok(undefined)
		},
		isPublishing: streamId => sent.has(streamId),
		wasInterrupted: streamId => sent.get(streamId)?.composed.wasInterrupted() ?? false,
		stop,
		stopAll() {
			for (const streamId of [...sent.keys()]) stop(streamId)
		},
	}
}

/** Publishes FLV on the timeline of the broadcast; returns the reason if it cannot be read. */
function flvInto(publisher: LivePublisher, offsetMs: number): (bytes: Buffer) => string | undefined {
	const read = createFlvReader(tag => publisher.push({ ...tag, timestampMs: tag.timestampMs + offsetMs }))
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
