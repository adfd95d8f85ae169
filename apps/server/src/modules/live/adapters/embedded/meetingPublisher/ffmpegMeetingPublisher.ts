import { ok } from '@parley/core'
import type { ComposedMeeting } from '../../../../composer/index.ts'
import type { LiveStreamId, MeetingPublisher } from '../../../index.ts'
import type { LiveIngest, LivePublisher } from '../../../ingest.ts'
import type { MeetingComposers } from './meetingComposers.ts'

/** The publisher's name in the host's figures. */
export const roomAddress = 'room'

export interface FfmpegMeetingPublisherSetup {
	engine: Pick<LiveIngest, 'publish'>
	composers: MeetingComposers
}

interface Sent {
	composed: Pick<ComposedMeeting, 'wasInterrupted' | 'stop'>
	publisher: LivePublisher
}

/** Broadcasts the meetings whose rooms are on this machine. */
export function createFfmpegMeetingPublisher({
	engine,
	composers,
}: FfmpegMeetingPublisherSetup): MeetingPublisher & { stopAll(): void } {
	const sent = new Map<LiveStreamId, Sent>()
	function stop(streamId: LiveStreamId) {
		const { composed, publisher } = sent.get(streamId) ?? {}
		composed?.stop()
		publisher?.close('disconnected')
	}
	return {
		obstacleOf: async meetingId => composers.obstacleOf(meetingId),
		async publish(streamId, meetingId) {
			if (sent.has(streamId)) return ok(undefined)
			let publisher: LivePublisher | undefined
			const composed = composers.compose(meetingId, () => {
				const opened = engine.publish(streamId, roomAddress)
				if (!opened.ok) return opened
				const own = opened.value
				publisher = own
				return ok({ onTag: tag => own.push(tag), onRoomEnd: () => stop(streamId) })
			})
			if (!composed.ok) return composed
			if (!publisher) throw new Error('a composer started without its output')
			sent.set(streamId, { composed: composed.value, publisher })
			publisher.onEnd(() => {
				sent.delete(streamId)
				composed.value.stop()
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
