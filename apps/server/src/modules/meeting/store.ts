import type { CompanyId, Instant, MeetingId, MeetingStatus, SiteId, UserId } from '@parley/core'
import type { ValuesOf } from '../../platform/columns.ts'
import type { editableColumns, MeetingRow } from './fields.ts'

/** A meeting with what is shown beside it: the name of its host, and whether the asked day's occurrence has ended. */
export interface ListedMeeting extends MeetingRow {
	hostName: string
	occurrenceEndedAt: Instant | null
}

/** Who is invited by name, and which departments with everybody in and below them. */
export interface Invited {
	people: readonly UserId[]
	departmentIds: readonly string[]
}

/** A meeting to be kept, with those who are invited to it. */
export type NewMeetingRow = MeetingRow & { invited?: Invited | undefined }

/** Those of the invited who are still there, under their names of now. */
export interface InvitedNames {
	people: { id: UserId; name: string }[]
	departments: { number: string; name: string }[]
}

/**
 * Whose meetings are listed: those of a company that somebody in it is to know of, those of it that somebody runs, all of
 * a company, or those of a site that anybody may join.
 */
export type MeetingScope =
	| { companyId: CompanyId; userId: UserId }
	| { companyId: CompanyId; runBy: UserId }
	| { allOf: CompanyId }
	| { publicOf: SiteId }

export interface DayQuery {
	scope: MeetingScope
	day: string
	from: Instant
	to: Instant
	/** Day of the week of `day`, Sunday 0, and of the month; `isLastOfMonth` stands in for 29 to 31 (OP-018). */
	weekday: number
	dayOfMonth: number
	isLastOfMonth: boolean
	keywords: string
	offset: number
	limit: number
}

/** What an edit writes; who is invited stays where it says nothing of them. */
export type MeetingUpdate = ValuesOf<typeof editableColumns> & { invited?: Invited | undefined }

/** The state of a meeting that an edit was made for. */
export type MeetingVersion = Pick<MeetingRow, 'status' | 'updatedAt'>

export interface MeetingStore {
	find(meetingId: MeetingId, day?: string): Promise<ListedMeeting | undefined>
	/** One-off meetings that start on the day and rooms that occur on it, earliest first. */
	findByDay(query: DayQuery): Promise<ListedMeeting[]>
	/** False where the meeting id is taken. */
	insert(meeting: NewMeetingRow): Promise<boolean>
	insertMany(meetings: NewMeetingRow[]): Promise<void>
	/** Whether somebody is invited to a meeting in person, or in a department or below one. */
	isInvited(meeting: Pick<MeetingRow, 'meetingId' | 'companyId'>, userId: UserId): Promise<boolean>
	/** People and departments that are gone, or of the company no more, are left out. */
	findInvited(meetingId: MeetingId): Promise<InvitedNames>
	/** Not started to in progress; false where it was not waiting. */
	start(meetingId: MeetingId, at: Instant): Promise<boolean>
	setStatus(meetingId: MeetingId, status: MeetingStatus, at: Instant): Promise<void>
	endOccurrence(
		meetingId: MeetingId,
		occurrence: { day: string; startedAt: Instant | null; endedAt: Instant },
	): Promise<void>
	setLocked(meetingId: MeetingId, locked: boolean, at: Instant): Promise<void>
	/** Writes an edit, all of it; false where the meeting has changed since it was read, or is gone. */
	update(meetingId: MeetingId, basis: MeetingVersion, revision: MeetingUpdate, at: Instant): Promise<boolean>
	remove(meetingId: MeetingId): Promise<boolean>
	/** In progress although their time is up. */
	findOverdue(now: Instant): Promise<MeetingId[]>
	/** One-off meetings nobody came to become over. */
	closeMissed(endedBefore: Instant, now: Instant): Promise<void>
}
