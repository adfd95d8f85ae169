import type { Instant, MeetingId, SiteId, UserId } from '@parley/core'
import type { SmsKind } from './sender.ts'

/** A message that tells the host of a meeting that somebody tries its passwords. */
export interface GuessingNotice {
	meetingId: MeetingId
	siteId: SiteId
	hostId: UserId
}

export interface SmsStore {
	/** How many text messages of each kind a site sent since then, to any number. */
	countSent(siteId: SiteId, since: Instant): Promise<Record<SmsKind, number>>
	/** Those that told one host of guesses. */
	countGuessingNotices(siteId: SiteId, since: Instant, hostId: UserId): Promise<number>
	/** When the host of a meeting was last told. */
	findGuessingNotice(meetingId: MeetingId): Promise<Instant | undefined>
	/** Of several at once exactly one gets true; none where there was one since then. */
	claimGuessingNotice(notice: GuessingNotice, at: Instant, since: Instant): Promise<boolean>
	removeGuessingNotices(before: Instant): Promise<void>
}
