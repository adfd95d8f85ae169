import { liveDelays, type MeetingId, ok, type Result, refused } from '@parley/core'
import type { Log } from '../../../../../platform/log.ts'
import { interruptionReportedMs } from '../../../../composer/index.ts'
import type { RoomBroadcaster } from '../../../../room/index.ts'
import type { LiveEngine, LiveStreamId, MeetingPublisher } from '../../../index.ts'
import type { MeetingPublishRefusal } from '../../../meetingPublisher.ts'

/** Interval at which broadcasts are looked at, and started again if they have ended. */
export const lookEveryMs = 2_000

export interface EngineMeetingPublisherSetup {
	engine: Pick<LiveEngine, 'phase'>
	broadcaster: RoomBroadcaster
	/** Address of a stream for the broadcaster, with its key; undefined for an unknown stream. */
	addressOf(streamId: LiveStreamId): Promise<string | undefined>
	/** Milliseconds since an arbitrary moment. */
	elapsedMs(): number
	log: Pick<Log, 'warn'>
}

interface Sent {
	meetingId: MeetingId
	/** Missing while it is interrupted. */
	broadcastId?: string
	interruptedAt?: number
	emptySince?: number
}

/** Broadcasts meetings that the media engine composes itself, and publishes over RTMP as an encoder does (ROOM-255). */
export function createEngineMeetingPublisher({
	engine,
	broadcaster,
	addressOf,
	elapsedMs,
	log,
}: EngineMeetingPublisherSetup): MeetingPublisher & { stopAll(): void } {
	const sent = new Map<LiveStreamId, Sent>()

	async function start(
		streamId: LiveStreamId,
		meetingId: MeetingId,
	): Promise<Result<string, MeetingPublishRefusal | 'roomEmpty'>> {
		const address = await addressOf(streamId)
		if (address === undefined) return refused('unknown')
		return await broadcaster.start(meetingId, address)
	}

	function stop(streamId: LiveStreamId) {
		const { broadcastId } = sent.get(streamId) ?? {}
		sent.delete(streamId)
		if (broadcastId !== undefined) void broadcaster.stop(broadcastId)
	}

	async function look(streamId: LiveStreamId, own: Sent): Promise<void> {
		if (own.broadcastId !== undefined && (await broadcaster.isRunning(own.broadcastId))) return
		if (own.broadcastId !== undefined) own.interruptedAt = elapsedMs()
		delete own.broadcastId
		const phase = await engine.phase(streamId)
		if (sent.get(streamId) !== own) return
		if (phase === undefined || phase === 'ended') return void sent.delete(streamId)
		const started = await start(streamId, own.meetingId)
		// It was stopped meanwhile.
		if (sent.get(streamId) !== own) return void (started.ok && (await broadcaster.stop(started.value)))
		if (started.ok) {
			own.broadcastId = started.value
			delete own.emptySince
			return
		}
		if (started.failure !== 'roomEmpty') return
		// Viewers wait no longer for the return of a publisher.
		own.emptySince ??= elapsedMs()
		if (elapsedMs() - own.emptySince >= liveDelays.publisherGraceMs) sent.delete(streamId)
	}

	async function lookAtAll(): Promise<void> {
		for (const [streamId, own] of [...sent])
			await look(streamId, own).catch(error => log.warn({ err: error, streamId }, 'a broadcast could not be looked at'))
	}
	let isLooking = false
	function keepLooking(): void {
		if (isLooking) return
		isLooking = true
		setTimeout(async () => {
			await lookAtAll()
			isLooking = false
			if (sent.size > 0) keepLooking()
		}, lookEveryMs).unref()
	}

	return {
		isAvailable: async () => true,
		async publish(streamId, meetingId) {
			if (sent.has(streamId)) return ok(undefined)
			if ((await engine.phase(streamId)) === 'publishing') return refused('busy')
			const own: Sent = { meetingId }
			sent.set(streamId, own)
			const started = await start(streamId, meetingId)
			if (sent.get(streamId) !== own) {
				if (started.ok) await broadcaster.stop(started.value)
				return ok(undefined)
			}
			if (!started.ok) {
				sent.delete(streamId)
				return refused(started.failure === 'roomEmpty' ? 'unavailable' : started.failure)
			}
			own.broadcastId = started.value
			keepLooking()
			return ok(undefined)
		},
		isPublishing: streamId => sent.has(streamId),
		wasInterrupted(streamId) {
			const { interruptedAt } = sent.get(streamId) ?? {}
			return interruptedAt !== undefined && elapsedMs() - interruptedAt < interruptionReportedMs
		},
		stop,
		stopAll() {
			for (const streamId of [...sent.keys()]) stop(streamId)
		},
	}
}
