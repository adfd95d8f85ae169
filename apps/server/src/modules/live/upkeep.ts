import { type Instant, liveDelays, type MeetingId, meetingStatus } from '@parley/core'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
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
	log: Log
}

/** Keeps broadcasts in order without a person: after a restart of the server, and by jobs. */
export function createUpkeep({ store, engine, meetings, sites, streams, changes, clock, log }: UpkeepDeps) {
	/** Start time of the server: publishers that were connected before are reconnecting. */
	let resumedAt: Instant | undefined
	/** Streams of no live whose media is not on this disk, and when they were first seen. */
	const unknownSince = new Map<string, Instant>()

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
	 * Deletes streams that no live has (any more), such as those whose removal was interrupted by the end of the process. A
	 * server that was started with an older database, or another one, knows none of the recordings that others have copied:
	 * whoever did that has a day to notice.
	 */
	async function removeUnknownStreams(): Promise<void> {
		const now = clock.now()
		const unknown = new Set<string>()
		for await (const { streamId, live } of streams.withLives()) {
			if (live) continue
			unknown.add(streamId)
			const since = unknownSince.get(streamId) ?? now
			unknownSince.set(streamId, since)
			if (!engine.archive?.isElsewhere(streamId) || now - since > dayMs) await engine.remove(streamId)
		}
		for (const streamId of unknownSince.keys()) if (!unknown.has(streamId)) unknownSince.delete(streamId)
	}

	/** Copies recordings of ended lives to the object store, from the disk of this node, whichever has the streams. */
	async function keepRecordings(): Promise<void> {
		const { archive } = engine
		if (!archive) return
		for (const streamId of await engine.streamIds()) {
			// Most recordings are: the database is not asked about them every minute.
			if (archive.isElsewhere(streamId)) continue
			const live = await store.findByStream(streamId)
			if (live?.status !== 'over') continue
			// The node that took the streams over has ended the live.
			await engine.end(streamId)
			// One that cannot be copied does not keep the others from it.
			await archive
				.keep(streamId)
				.catch(err => log.error({ err, streamId }, 'the recording of a live could not be copied to the object store'))
		}
	}

	/** Learns which recordings other nodes have copied; the node that has the streams serves them. */
	async function findRecordings(): Promise<void> {
		await engine.archive?.refresh()
	}

	return { resume, endForgotten, removeOldRecordings, removeUnknownStreams, keepRecordings, findRecordings }
}
