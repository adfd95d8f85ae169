import { type Instant, liveDelays, type MeetingId, ok, type Result, refused } from '@parley/core'
import type { Clock } from '../../../../../platform/clock.ts'
import type { Log } from '../../../../../platform/log.ts'
import { interruptionReportedMs } from '../../../../composer/index.ts'
import type { LiveStreamId, MeetingPublisher, MeetingPublishRefusal } from '../../../index.ts'

/** Interval at which the end of a broadcast is noticed, and at which one is tried again. */
const lookEveryMs = 1_000
/** Interval at which the time of broadcasts is stored. */
const storeEveryMs = 15_000
/** Broadcasts that were sent longer ago are not resumed. */
const resumedWithinMs = 120_000

interface SentMeeting {
	streamId: LiveStreamId
	meetingId: MeetingId
	/** When it was last sent, to within 15 seconds. */
	sentAt: Instant
}

/** The meetings that are sent to their lives. */
export interface SentMeetingStore {
	put(streamId: LiveStreamId, meetingId: MeetingId, sentAt: Instant): Promise<void>
	remove(streamId: LiveStreamId): Promise<void>
	list(): Promise<SentMeeting[]>
}

/** A publisher on one server. */
export interface ServerMeetingPublisher extends MeetingPublisher {
	/**
	 * Like `publish`, for a meeting that an ended server has sent: continues its broadcast if that still runs. Missing in publishers
	 * whose broadcasts end with the server.
	 */
	takeOver?: MeetingPublisher['publish']
	/** Ends its work on this server, which stops. */
	stopAll(): void
}

interface Setup<P> {
	publisher: P
	store: SentMeetingStore
	participantCount(meetingId: MeetingId): number | Promise<number>
	clock: Clock
	log: Pick<Log, 'warn'>
}

/** Creates a publisher whose broadcasts are resumed after the server with the streams has ended, also if it had their rooms (NODE-44). */
export function createResumingMeetingPublisher<P extends ServerMeetingPublisher>({
	publisher,
	store,
	participantCount,
	clock,
	log,
}: Setup<P>) {
	const sent = new Map<LiveStreamId, SentMeeting>()
	const resumedAt = new Map<LiveStreamId, number>()
	/** Streams whose broadcast is being resumed, until it is stopped. */
	const resuming = new Set<LiveStreamId>()
	let timer: NodeJS.Timeout | undefined
	let isShutDown = false

	/** A broadcast that is not stored runs, but is not resumed. */
	async function stored(streamId: LiveStreamId, change: Promise<void>): Promise<void> {
		await change.catch(error => log.warn({ err: error, streamId }, 'the broadcast of a meeting could not be stored'))
	}

	async function keep(streamId: LiveStreamId, meetingId: MeetingId): Promise<void> {
		const sentAt = clock.now()
		sent.set(streamId, { streamId, meetingId, sentAt })
		timer ??= setInterval(look, lookEveryMs).unref()
		await stored(streamId, store.put(streamId, meetingId, sentAt))
		// It may have ended while it was stored.
		if (!sent.has(streamId)) await forget(streamId)
	}

	async function forget(streamId: LiveStreamId): Promise<void> {
		sent.delete(streamId)
		resumedAt.delete(streamId)
		await stored(streamId, store.remove(streamId))
	}

	function look(): void {
		const now = clock.now()
		for (const { streamId, meetingId, sentAt } of [...sent.values()]) {
			if (!publisher.isPublishing(streamId)) void forget(streamId)
			else if (now - sentAt >= storeEveryMs) void keep(streamId, meetingId)
		}
		if (sent.size > 0) return
		clearInterval(timer)
		timer = undefined
	}

	async function publish(streamId: LiveStreamId, meetingId: MeetingId): Promise<Result<void, MeetingPublishRefusal>> {
		const published = await publisher.publish(streamId, meetingId)
		if (published.ok && !sent.has(streamId)) await keep(streamId, meetingId)
		return published
	}

	/** People who have lost their server are on their way to another one; an empty room is not broadcast. */
	async function tryAgain({ streamId, meetingId }: SentMeeting): Promise<Result<void, MeetingPublishRefusal>> {
		// The node of its room may have continued it already.
		if (publisher.isPublishing(streamId)) return ok(undefined)
		return (await participantCount(meetingId)) > 0
			? await (publisher.takeOver ?? publisher.publish)(streamId, meetingId)
			: refused('unavailable')
	}

	async function resumeOne(meeting: SentMeeting): Promise<void> {
		const { streamId, meetingId, sentAt } = meeting
		if (clock.now() - sentAt > resumedWithinMs) return await forget(streamId)
		const startedAt = performance.now()
		resuming.add(streamId)
		while (!isShutDown && resuming.has(streamId) && performance.now() - startedAt < liveDelays.publisherGraceMs) {
			const again = await tryAgain(meeting).catch(error => {
				log.warn(
					{ err: error, streamId, meetingId },
					'the broadcast of a meeting could not be resumed; it is tried again',
				)
				return refused('unavailable')
			})
			if (!resuming.has(streamId)) {
				if (again.ok) publisher.stop(streamId)
				break
			}
			if (again.ok) {
				resuming.delete(streamId)
				resumedAt.set(streamId, performance.now())
				return await keep(streamId, meetingId)
			}
			if (again.failure === 'ended' || again.failure === 'unknown') break
			await new Promise<void>(resolve => setTimeout(resolve, lookEveryMs).unref())
		}
		resuming.delete(streamId)
		if (!isShutDown) await forget(streamId)
	}

	return {
		...publisher,
		publish,
		wasInterrupted(streamId: LiveStreamId) {
			const at = resumedAt.get(streamId)
			const wasResumed = at !== undefined && performance.now() - at < interruptionReportedMs
			return wasResumed || publisher.wasInterrupted(streamId)
		},
		stop(streamId: LiveStreamId) {
			publisher.stop(streamId)
			if (resuming.delete(streamId) || sent.has(streamId)) void forget(streamId)
		},
		/** Ends everything; what was sent is resumed by the next server that has the streams. */
		stopAll() {
			isShutDown = true
			clearInterval(timer)
			publisher.stopAll()
		},
		/** Resumes what the server before this one sent; call when this one has the streams. */
		async resume(): Promise<void> {
			await Promise.all((await store.list()).map(resumeOne))
		},
	}
}
