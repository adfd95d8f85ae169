import type { CallRating } from '@parley/api'
import type { Instant, MeetingId, UserId } from '@parley/core'
import type { ParticipantId, QualityReport } from '@parley/room'
import type { RoomVisit } from '../room/index.ts'

export type Rating = CallRating

/** A visit as it is stored. */
export interface StoredVisit extends RoomVisit {
	/** Null while the person is in the room. */
	leftAt: Instant | null
	joinMs: number | null
	firstFrameMs: number | null
	rating: Rating | null
}

/** One report of a page, without the times of joining, which belong to the visit. */
export type QualitySample = Omit<QualityReport, 'joinMs' | 'firstFrameMs'> & { at: Instant }

export interface VisitWithSamples extends StoredVisit {
	/** Oldest first. */
	samples: QualitySample[]
}

/** A meeting whose room is open. */
export interface OpenMeeting {
	meetingId: MeetingId
	topic: string
	heldAt: Instant
	people: number
}

/** Totals of the visits that began since a time. */
export interface VisitTotals {
	meetings: number
	visits: number
	/** The visits that have ended. */
	totalMs: number
	freezeMs: number
	concealedMs: number
	receivedPackets: number
	lostPackets: number
	reconnects: number
	/** The mean of those who reported it. */
	joinMs: number | null
	firstFrameMs: number | null
	ratings: Record<Rating, number>
}

export interface VisitStore {
	/** Stores a visit. @param node has its room */
	begin(visit: RoomVisit, node: string): Promise<void>
	/** Notes the end of a visit, and the last name of the person. */
	end(visit: RoomVisit, at: Instant): Promise<void>
	addReport(visit: RoomVisit, at: Instant, report: QualityReport): Promise<void>
	/** Ends visits, at their last report, whose node ended without doing so: all but those of this node and of others that run. */
	endOfGoneNodes(node: string): Promise<void>
	/** Returns the visits of the last time that a meeting was held, in order of joining. */
	listLast(meetingId: MeetingId): Promise<VisitWithSamples[]>
	/** Rates the last visit of a participant in place of an earlier rating, which it returns; undefined if there is no such visit, or no longer. */
	rate(participantId: ParticipantId, rating: Rating): Promise<{ before: Rating | null } | undefined>
	/** Returns meetings whose room is not empty, the oldest first. */
	listOpen(): Promise<OpenMeeting[]>
	totalsSince(since: Instant): Promise<VisitTotals>
	/** Removes visits that began before this time, at most so many; returns how many were removed. */
	removeBegunBefore(before: Instant, limit: number): Promise<number>
	/** Removes the name of a person whose account is deleted, also from a visit that has not ended. */
	forgetPerson(userId: UserId): Promise<void>
	/** Removes the visits of a deleted meeting. */
	forget(meetingId: MeetingId): Promise<void>
}
