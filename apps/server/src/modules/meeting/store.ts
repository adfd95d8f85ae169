import type {
	CompanyId,
	Instant,
	MeetingId,
	MeetingPassword,
	MeetingStatus,
	SiteId,
	UserId,
	WaitingRule,
} from '@parley/core'
import type { ValuesOf } from '../../platform/columns.ts'
import type { editableColumns, MeetingRow } from './fields.ts'

/** A meeting with the name of its host, when its occurrence on the queried day was ended, and whether it is broadcast now. */
export interface ListedMeeting extends MeetingRow {
	hostName: string
	occurrenceEndedAt: Instant | null
	isOnAir: boolean
}

/** People invited by name, and departments including those below them. */
export interface Invited {
	people: readonly UserId[]
	departmentIds: readonly string[]
}

/** Data of a meeting in other tables; missing fields stay. */
interface WithRows {
	invited?: Invited | undefined
	/** Sanitised HTML; empty means none. */
	introduction?: string | undefined
}

/** A meeting to insert, with its data in other tables. */
export type NewMeetingRow = MeetingRow & WithRows

/** Attendees who still exist, with their current names. */
export interface InvitedNames {
	people: { id: UserId; name: string }[]
	departments: { number: string; name: string }[]
}

/**
 * Which meetings are listed: those of a company that a member may know of, those of it a member hosts or created
 * (`hostOrCreatorId`), all of a company, or the public ones of a site.
 */
export type MeetingScope =
	| { companyId: CompanyId; userId: UserId }
	| { companyId: CompanyId; hostOrCreatorId: UserId }
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

/** A search over all days. */
export interface SearchQuery {
	scope: MeetingScope
	keywords: string
	now: Instant
	/** Start of the site's day, with its calendar data. */
	midnight: Instant
	weekday: number
	dayOfMonth: number
	daysOfMonth: number
	offset: number
	limit: number
}

/** The fields an edit writes. */
export type MeetingUpdate = ValuesOf<typeof editableColumns> & WithRows

/** The version of a meeting that an edit was based on. */
export type MeetingVersion = Pick<MeetingRow, 'status' | 'updatedAt'>

/** The last guess at a password of a meeting. */
export interface PasswordGuess {
	at: Instant
	password: MeetingPassword
}

export interface MeetingStore {
	find(meetingId: MeetingId, day?: string): Promise<ListedMeeting | undefined>
	/** One-off meetings that start on the day and series with an occurrence on it, by time of day. */
	findByDay(query: DayQuery): Promise<ListedMeeting[]>
	/** Searches the last year and the future: future ones first, by time; a series once, at its next occurrence. */
	findMatching(query: SearchQuery): Promise<ListedMeeting[]>
	/** False where the meeting id is taken. */
	insert(meeting: NewMeetingRow): Promise<boolean>
	insertMany(meetings: NewMeetingRow[]): Promise<void>
	/** Returns whether a person is invited by name or through a department, including those above theirs. */
	isInvited(meeting: Pick<MeetingRow, 'meetingId' | 'companyId'>, userId: UserId): Promise<boolean>
	/**
	 * Returns people invited by name or through a department who belong to the company and are not disabled; at most
	 * `most`.
	 */
	listAttendees(meetingId: MeetingId, most: number): Promise<UserId[]>
	/** Without people and departments that were deleted or left the company. */
	findInvited(meetingId: MeetingId): Promise<InvitedNames>
	/** Returns the introduction of its live, as sanitised HTML. */
	findIntroduction(meetingId: MeetingId): Promise<string | undefined>
	/** Which of these paths of pictures meetings have, as background or in their introduction. */
	findPicturesInUse(paths: readonly string[]): Promise<ReadonlySet<string>>
	/** Changes the status from not started to in progress; returns false if it was not in that state. */
	start(meetingId: MeetingId, at: Instant): Promise<boolean>
	setStatus(meetingId: MeetingId, status: MeetingStatus, at: Instant): Promise<void>
	endOccurrence(
		meetingId: MeetingId,
		occurrence: { day: string; startedAt: Instant | null; endedAt: Instant },
	): Promise<void>
	setLocked(meetingId: MeetingId, locked: boolean, at: Instant): Promise<void>
	/** Replaces the waiting room of its form until it ends. */
	setWaitingRoomNow(meetingId: MeetingId, rule: WaitingRule, at: Instant): Promise<void>
	/** Writes an edit atomically; false where the meeting was changed or deleted since it was read. */
	update(meetingId: MeetingId, basis: MeetingVersion, revision: MeetingUpdate, at: Instant): Promise<boolean>
	remove(meetingId: MeetingId): Promise<boolean>
	/** Saves the last guess of a password of the meeting, in place of the one before. */
	saveGuess(meetingId: MeetingId, guess: PasswordGuess): Promise<void>
	/** Removes the last guess, if it was of one of these passwords. */
	removeGuess(meetingId: MeetingId, passwords: readonly MeetingPassword[]): Promise<void>
	findGuess(meetingId: MeetingId): Promise<PasswordGuess | undefined>
	/** Meetings in progress after their end. */
	findOverdue(now: Instant): Promise<MeetingId[]>
	/**
	 * One-off meetings of a site that are over, oldest first, at most `limit`: ended before an instant, and those with a live
	 * before another one. Those that have recordings are not among them.
	 */
	findLongOver(
		siteId: SiteId,
		before: { ended: Instant; endedWithLive: Instant },
		limit: number,
	): Promise<{ meetingId: MeetingId; liveBackground: string | null }[]>
	/** Deletes stored occurrences of a site on days before this one, at most `limit`; returns how many. */
	removeOccurrences(siteId: SiteId, beforeDay: string, limit: number): Promise<number>
	/** One-off meetings that were never started become over. */
	closeMissed(endedBefore: Instant, now: Instant): Promise<void>
}
