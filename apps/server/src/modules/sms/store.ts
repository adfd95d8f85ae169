import type { Instant, MeetingId, SiteId, UserId } from '@parley/core'
import type { SmsKind } from './sender.ts'

/** A message that warns the host of a meeting of password guessing. */
export interface GuessingNotice {
	meetingId: MeetingId
	siteId: SiteId
	hostId: UserId
	/** Name of the channel it is sent by. */
	channel: string
}

/** Name of the channel of text messages. */
export const smsChannelName = 'sms'

export interface SmsStore {
	/** Counts the text messages of each kind a site sent since then, to any number. */
	countSent(siteId: SiteId, since: Instant): Promise<Record<SmsKind, number>>
	/** Counts the warnings of guessing sent to one host, by any channel. */
	countGuessingNotices(siteId: SiteId, since: Instant, hostId: UserId): Promise<number>
	/** Returns when the host of a meeting last received a notice. */
	findGuessingNotice(meetingId: MeetingId): Promise<Instant | undefined>
	/** Claims a notice: exactly one of several concurrent claims gets true; none if a notice was sent since then. */
	claimGuessingNotice(notice: GuessingNotice, at: Instant, since: Instant): Promise<boolean>
	removeGuessingNotices(before: Instant): Promise<void>
}
