import { type Instant, liveDelays, type MeetingId, meetingStatus } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { MeetingService } from '../meeting/index.ts'
import type { SiteService } from '../site/index.ts'
import type { LiveEngine } from './liveEngine.ts'
import type { LiveStreams } from './liveStreams.ts'
import type { LiveStore } from './store.ts'

const dayMs = 86_400_000

interface UpkeepDeps {
	store: LiveStore
	engine: LiveEngine
	meetings: Pick<MeetingService, 'find'>
	sites: Pick<SiteService, 'find'>
	streams: LiveStreams
	/** Changes of a live, each after the other. */
	changes: {
		end(meetingId: MeetingId, hostName?: string): Promise<unknown>
		remove(meetingId: MeetingId): Promise<void>
		removeUnstarted(meetingId: MeetingId): Promise<void>
	}
	clock: Clock
}

/** Keeps broadcasts in order without a person: after a restart of the server, and by jobs. */
export function createUpkeep({ store, engine, meetings, sites, streams, changes, clock }: UpkeepDeps) {
	/** Start time of the server: publishers that were connected before are reconnecting. */
	let resumedAt: Instant | undefined

	/** After a server restart, publishers and viewers return to their streams. */
	async function resume(): Promise<void> {
		resumedAt = clock.now()
		for (const live of await store.list(['onAir', 'suspended'])) await streams.open(live)
		// Completes the end of those that had ended before the process did; does nothing for the others.
		for await (const { streamId, live } of streams.withLives()) {
			if (live?.status === 'over') await engine.end(streamId)
		}
	}

	/** Returns whether a picture arrives, or may return: its publisher dropped, or was disconnected by a restart of the server. */
	async function mayHavePicture(streamId: string): Promise<boolean> {
		const phase = await engine.phase(streamId)
		const isJustResumed = resumedAt !== undefined && clock.now() - resumedAt < liveDelays.publisherGraceMs
		return phase === 'publishing' || phase === 'silent' || (phase === 'waiting' && isJustResumed)
	}

	/** Ends abandoned broadcasts: no picture arrives any more, and the meeting has ended or a day has passed. */
	async function endForgotten(): Promise<void> {
		for (const live of await store.list(['onAir', 'suspended'])) {
			const meeting = await meetings.find(live.meetingId)
			const isLong = clock.now() - (live.startedAt ?? 0) > dayMs
			if (!meeting) await changes.remove(live.meetingId)
			else if ((meeting.status === meetingStatus.ended || isLong) && !(await mayHavePicture(live.streamId)))
				await changes.end(live.meetingId, meeting.hostName)
		}
		for await (const { live } of streams.withLives()) {
			if (live?.status === 'notStarted') await changes.removeUnstarted(live.meetingId)
		}
	}

	/** Deletes recordings past their site's retention; no other setting affects it. */
	async function removeOldRecordings(): Promise<void> {
		const now: Instant = clock.now()
		for await (const { streamId, live } of streams.withLives()) {
			if (live?.status !== 'over') continue
			const { settings } = await sites.find(live.siteId)
			const recordedMs = engine.isRecorded(streamId) ? settings.liveRecordingDays * dayMs : 0
			if ((live.endedAt ?? 0) <= now - Math.max(recordedMs, engine.windowMs)) await engine.remove(streamId)
		}
	}

	/**
	 * Deletes streams that no live has (any more), such as those whose removal was interrupted by the end of the process.
	 */
	async function removeUnknownStreams(): Promise<void> {
		for await (const { streamId, live } of streams.withLives()) {
			if (!live) await engine.remove(streamId)
		}
	}

	return { resume, endForgotten, removeOldRecordings, removeUnknownStreams }
}
