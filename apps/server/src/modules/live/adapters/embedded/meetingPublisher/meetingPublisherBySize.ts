import { type MeetingId, ok } from '@parley/core'
import type { Log } from '../../../../../platform/log.ts'
import type { RoomBroadcaster } from '../../../../room/index.ts'
import type { ServerMeetingPublisher } from './sentMeetings.ts'

interface Setup<P extends ServerMeetingPublisher> {
	/** Publishes the meetings whose media are on servers of Parley. */
	composing: P
	/** Publishes the meetings whose media another engine has. */
	ofEngine: ServerMeetingPublisher
	broadcaster: Pick<RoomBroadcaster, 'hasRoom'>
	log: Pick<Log, 'warn'>
}

/** Broadcasts each meeting from where its media are when it is sent to its live (ROOM-256). */
export function createMeetingPublisherBySize<P extends ServerMeetingPublisher>({
	composing,
	ofEngine,
	broadcaster,
	log,
}: Setup<P>): P {
	const both = [composing, ofEngine]

	async function publisherOf(meetingId: MeetingId): Promise<ServerMeetingPublisher> {
		try {
			return (await broadcaster.hasRoom(meetingId)) ? ofEngine : composing
		} catch (error) {
			log.warn({ err: error, meetingId }, 'the other media engine does not say whether it has a meeting')
			return composing
		}
	}

	return {
		...composing,
		async obstacleOf(meetingId) {
			const obstacle = await composing.obstacleOf(meetingId)
			return obstacle && (await publisherOf(meetingId)) === ofEngine ? undefined : obstacle
		},
		async publish(streamId, meetingId) {
			if (both.some(publisher => publisher.isPublishing(streamId))) return ok(undefined)
			return await (await publisherOf(meetingId)).publish(streamId, meetingId)
		},
		async takeOver(streamId, meetingId) {
			const publisher = await publisherOf(meetingId)
			return await (publisher.takeOver ?? publisher.publish)(streamId, meetingId)
		},
		isPublishing: streamId => both.some(publisher => publisher.isPublishing(streamId)),
		wasInterrupted: streamId => both.some(publisher => publisher.wasInterrupted(streamId)),
		stop(streamId) {
			for (const publisher of both) publisher.stop(streamId)
		},
		stopAll() {
			for (const publisher of both) publisher.stopAll()
		},
	}
}
