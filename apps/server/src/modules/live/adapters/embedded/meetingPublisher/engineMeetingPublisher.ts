import { liveDelays, type MeetingId, ok, type Result, refused } from '@parley/core'
import type { Log } from '../../../../../platform/log.ts'
import { interruptionReportedMs } from '../../../../composer/index.ts'
import type { RoomBroadcaster } from '../../../../room/index.ts'
import type { LiveEngine, LiveStreamId } from '../../../index.ts'
import type { MeetingPublishRefusal } from '../../../meetingPublisher.ts'
import type { ServerMeetingPublisher } from './sentMeetings.ts'

/** Interval at which broadcasts are looked at, and started again if they have ended. */
export const lookEveryMs = 2_000
/** A broadcast that has not begun to publish after this time is replaced: a browser has to start for it. */
export const publishesWithinMs = 30_000
/** Time in which a broadcast that has stopped publishing may return by itself; viewers wait that long and for the next one to start. */
export const returnsWithinMs = 8_000
/** For this time a broadcast that was stopped, or failed to start, is looked for and ended: the broadcaster may not answer, or begin late. */
export const endsWithinMs = 60_000

export interface EngineMeetingPublisherSetup {
	engine: Pick<LiveEngine, 'phase'>
	broadcaster: RoomBroadcaster
	/** Address of a stream for the broadcaster, with its key; undefined for an unknown stream. */
	addressOf(streamId: LiveStreamId): Promise<string | undefined>
	/** Milliseconds since an arbitrary moment. */
	elapsedMs(): number
	log: Pick<Log, 'warn'>
}

interface Broadcast {
	id: string
	startedAt: number
	/** The last time at which its stream was seen to have a picture. */
	publishedAt?: number
}

interface Sent {
	meetingId: MeetingId
	/** Missing while it is interrupted. */
	broadcast?: Broadcast
	interruptedAt?: number
	emptySince?: number
	/** Ids of broadcasts that were replaced; they may be listed as running for ever. */
	readonly replaced: Set<string>
}

/** Broadcasts meetings that the media engine composes itself, and publishes over RTMP as an encoder does (ROOM-255). */
export function createEngineMeetingPublisher({
	engine,
	broadcaster,
	addressOf,
	elapsedMs,
	log,
}: EngineMeetingPublisherSetup): ServerMeetingPublisher {
	const sent = new Map<LiveStreamId, Sent>()
	/** Meetings that must not be broadcast any more, and the time until which their broadcasts are looked for. */
	const ending = new Map<MeetingId, number>()

	async function start(
		streamId: LiveStreamId,
		meetingId: MeetingId,
	): Promise<Result<string, MeetingPublishRefusal | 'roomEmpty'>> {
		const address = await addressOf(streamId)
		if (address === undefined) return refused('unknown')
		return await broadcaster.start(meetingId, address)
	}

	function stop(streamId: LiveStreamId) {
		const own = sent.get(streamId)
		if (!own) return
		sent.delete(streamId)
		if (own.broadcast) void broadcaster.stop(own.broadcast.id).catch(() => {})
		end(own.meetingId)
	}

	/** Ends what the broadcaster still sends of a meeting, or begins to send of it late. */
	function end(meetingId: MeetingId) {
		ending.set(meetingId, elapsedMs() + endsWithinMs)
		keepLooking()
	}

	async function endLeft(meetingId: MeetingId, until: number): Promise<void> {
		if (elapsedMs() >= until) return void ending.delete(meetingId)
		const isSentAgain = () => [...sent.values()].some(own => own.meetingId === meetingId)
		for (const id of await broadcaster.listRunning(meetingId)) if (!isSentAgain()) await broadcaster.stop(id)
	}

	/** `lost`: it is said to run, and its stream has had no picture for too long. */
	async function stateOf(
		streamId: LiveStreamId,
		{ meetingId }: Sent,
		broadcast: Broadcast,
	): Promise<'sending' | 'lost' | 'ended'> {
		if (!(await broadcaster.isRunning(broadcast.id, meetingId))) return 'ended'
		if ((await engine.phase(streamId)) === 'publishing') {
			broadcast.publishedAt = elapsedMs()
			return 'sending'
		}
		const { startedAt, publishedAt } = broadcast
		const waitsUntil = publishedAt === undefined ? startedAt + publishesWithinMs : publishedAt + returnsWithinMs
		return elapsedMs() < waitsUntil ? 'sending' : 'lost'
	}

	async function look(streamId: LiveStreamId, own: Sent): Promise<void> {
		const { broadcast, meetingId, replaced } = own
		if (broadcast) {
			const state = await stateOf(streamId, own, broadcast)
			if (state === 'sending' || sent.get(streamId) !== own) return
			own.interruptedAt = elapsedMs()
			delete own.broadcast
			replaced.add(broadcast.id)
			// The broadcaster does not notice the loss of a machine; if only the line was lost, the broadcast ends.
			if (state === 'lost') await broadcaster.stop(broadcast.id).catch(() => {})
		}
		const phase = await engine.phase(streamId)
		if (sent.get(streamId) !== own) return
		if (phase === undefined || phase === 'ended') return void sent.delete(streamId)
		// An earlier start may have succeeded after its time.
		const late = (await broadcaster.listRunning(meetingId)).find(id => !replaced.has(id))
		const started = late === undefined ? await start(streamId, meetingId) : ok(late)
		// It was stopped meanwhile.
		if (sent.get(streamId) !== own) return void (started.ok && (await broadcaster.stop(started.value)))
		if (started.ok) {
			own.broadcast = { id: started.value, startedAt: elapsedMs() }
			delete own.emptySince
			return
		}
		if (started.failure !== 'roomEmpty') return
		// It is given up after the time for which viewers wait for a publisher.
		own.emptySince ??= elapsedMs()
		if (elapsedMs() - own.emptySince >= liveDelays.publisherGraceMs) sent.delete(streamId)
	}

	/** Looks at all of them at once: a start can take many seconds, in which the others would seem to have no picture. */
	async function lookAtAll(): Promise<void> {
		await Promise.all([
			...[...sent].map(([streamId, own]) =>
				look(streamId, own).catch(error => log.warn({ err: error, streamId }, 'a broadcast could not be looked at')),
			),
			...[...ending].map(([meetingId, until]) =>
				endLeft(meetingId, until).catch(error =>
					log.warn({ err: error, meetingId }, 'a broadcast that was stopped may be running'),
				),
			),
		])
	}
	let isLooking = false
	function keepLooking(): void {
		if (isLooking) return
		isLooking = true
		setTimeout(async () => {
			await lookAtAll()
			isLooking = false
			if (sent.size + ending.size > 0) keepLooking()
		}, lookEveryMs).unref()
	}

	async function publish(streamId: LiveStreamId, meetingId: MeetingId): Promise<Result<void, MeetingPublishRefusal>> {
		if (sent.has(streamId)) return ok(undefined)
		if ((await engine.phase(streamId)) === 'publishing') return refused('busy')
		const own: Sent = { meetingId, replaced: new Set() }
		sent.set(streamId, own)
		const started = await start(streamId, meetingId).catch(error => {
			if (sent.get(streamId) === own) sent.delete(streamId)
			throw error
		})
		if (sent.get(streamId) !== own) {
			// `end` repeats it, if necessary.
			if (started.ok) await broadcaster.stop(started.value).catch(() => {})
			return ok(undefined)
		}
		if (!started.ok) {
			sent.delete(streamId)
			if (started.failure === 'unavailable') end(meetingId)
			return refused(started.failure === 'roomEmpty' ? 'unavailable' : started.failure)
		}
		own.broadcast = { id: started.value, startedAt: elapsedMs() }
		keepLooking()
		return ok(undefined)
	}

	/** Continues what runs, because a new browser would take several seconds: Egress connects again by itself, and is replaced if it does not. */
	async function takeOver(streamId: LiveStreamId, meetingId: MeetingId): Promise<Result<void, MeetingPublishRefusal>> {
		if (sent.has(streamId)) return ok(undefined)
		const [id] = await broadcaster.listRunning(meetingId)
		if (id === undefined) return await publish(streamId, meetingId)
		const now = elapsedMs()
		sent.set(streamId, { meetingId, broadcast: { id, startedAt: now, publishedAt: now }, replaced: new Set() })
		keepLooking()
		return ok(undefined)
	}

	return {
		obstacleOf: async () => undefined,
		publish,
		takeOver,
		isPublishing: streamId => sent.has(streamId),
		wasInterrupted(streamId) {
			const { interruptedAt } = sent.get(streamId) ?? {}
			return interruptedAt !== undefined && elapsedMs() - interruptedAt < interruptionReportedMs
		},
		stop,
		// The broadcasts go on, for the server that takes the streams over, or for this one after a restart.
		stopAll: () => sent.clear(),
	}
}
