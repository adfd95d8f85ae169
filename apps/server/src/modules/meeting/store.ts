import type { CompanyId, Instant, MeetingId, SiteId, UserId } from '@parley/core'

/** `meeting_status` as it is kept; a recurring room goes back to 1 when an occurrence ends. */
export type StoredStatus = 1 | 2 | 9

export interface MeetingRow {
	id: string
	meetingId: MeetingId
	siteId: SiteId
	companyId: CompanyId
	creatorId: UserId
	hostId: UserId
	topic: string
	/** IANA zone the meeting was made in. */
	zone: string
	startAt: Instant
	endAt: Instant
	durationS: number
	status: StoredStatus
	isPrivate: boolean
	isLocked: boolean
	hostMustOpen: boolean
	password: string | null
	hostPassword: string
	/** A recurring room; its times come from its recurrence. */
	isRoom: boolean
	repeatType: number
	repeatCondition: number
	/** Wall-clock second of the day at which an occurrence starts, in `zone`. */
	repeatSecond: number
	startedAt: Instant | null
	createdAt: Instant
	updatedAt: Instant
}

/** A meeting with what is shown beside it: the name of its host, and whether the asked day's occurrence has ended. */
export interface ListedMeeting extends MeetingRow {
	hostName: string
	occurrenceEndedAt: Instant | null
}

/** Whose meetings are listed: those of a company, or those of a site that anybody may join. */
export type Within = { companyId: CompanyId } | { publicOf: SiteId }

export interface DayQuery {
	within: Within
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

/** What an edit writes. */
export type Revision = Pick<
	MeetingRow,
	| 'topic'
	| 'zone'
	| 'startAt'
	| 'endAt'
	| 'durationS'
	| 'repeatSecond'
	| 'isPrivate'
	| 'hostMustOpen'
	| 'password'
	| 'hostPassword'
>

export interface MeetingStore {
	find(meetingId: MeetingId, day?: string): Promise<ListedMeeting | undefined>
	/** One-off meetings that start on the day and rooms that occur on it, earliest first. */
	ofDay(query: DayQuery): Promise<ListedMeeting[]>
	/** False where the meeting id is taken. */
	insert(meeting: MeetingRow): Promise<boolean>
	insertMany(meetings: MeetingRow[]): Promise<void>
	/** Not started to in progress; false where it was not waiting. */
	start(meetingId: MeetingId, at: Instant): Promise<boolean>
	setStatus(meetingId: MeetingId, status: StoredStatus, at: Instant): Promise<void>
	endOccurrence(
		meetingId: MeetingId,
		occurrence: { day: string; startedAt: Instant | null; endedAt: Instant },
	): Promise<void>
	setLocked(meetingId: MeetingId, locked: boolean, at: Instant): Promise<void>
	/** Writes an edit that was made for a meeting of this status; false where it has another one by now, or is gone. */
	revise(meetingId: MeetingId, status: StoredStatus, revision: Revision, at: Instant): Promise<boolean>
	remove(meetingId: MeetingId): Promise<boolean>
	/** In progress although their time is up. */
	overdue(now: Instant): Promise<MeetingId[]>
	/** One-off meetings nobody came to become over. */
	lapse(endedBefore: Instant, now: Instant): Promise<void>
}
