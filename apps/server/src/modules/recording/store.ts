import type { RecordingId } from '@parley/api'
import type { Instant, MeetingId, SiteId, UserId } from '@parley/core'

/** A recording of a meeting; without an end it is running, or was interrupted by the end of the server. */
export interface StoredRecording {
	id: RecordingId
	meetingId: MeetingId
	siteId: SiteId
	startedAt: Instant
	finished: FinishedRecording | null
}

export interface FinishedRecording {
	durationMs: number
	/** The size of the whole file. */
	bytes: number
}

export interface RecordingStore {
	insert(recording: Omit<StoredRecording, 'finished'>): Promise<void>
	find(id: RecordingId): Promise<StoredRecording | undefined>
	/** Returns the recordings of a meeting, newest first. */
	list(meetingId: MeetingId): Promise<StoredRecording[]>
	/** Returns the unfinished recordings of this node, and of those that do not run any more. */
	listUnfinished(): Promise<StoredRecording[]>
	/** Returns finished recordings of a site that began at an instant or before, oldest first. */
	listOld(siteId: SiteId, before: Instant, limit: number): Promise<StoredRecording[]>
	finish(id: RecordingId, finished: FinishedRecording): Promise<void>
	/** Notes that a member was in the room while it was recorded. */
	addPerson(id: RecordingId, userId: UserId): Promise<void>
	/** Returns those of the recordings at which this member was there. */
	findAttended(ids: readonly RecordingId[], userId: UserId): Promise<ReadonlySet<RecordingId>>
	/** Forgets at which recordings a person was there, whose account is deleted. */
	forgetPerson(userId: UserId): Promise<void>
	/** Removes a recording and its people. */
	remove(id: RecordingId): Promise<void>
	/** Ids of all recordings. */
	ids(): Promise<ReadonlySet<string>>
}
