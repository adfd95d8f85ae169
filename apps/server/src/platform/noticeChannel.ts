import type { MeetingId, SiteId, UserId } from '@parley/core'

/** A fact that a person is told away from the page: passwords of their meeting are being guessed. */
export interface Notice {
	kind: 'passwordGuessing'
	topic: string
	meetingId: MeetingId
}

export interface NoticeRecipient {
	siteId: SiteId
	userId: UserId
}

/** The port to a way of reaching people away from the page, such as text messages. */
export interface NoticeChannel {
	/** Stored with every notice, so it never changes. */
	name: string
	/**
	 * Sends a notice if the channel reaches the person: their site uses it, they have a verified address, and the channel
	 * has something left to spend. Calls `claim` immediately before, and sends nothing unless it resolves to true.
	 * Resolves to whether the notice was claimed. A claimed notice that could not be sent is logged without the address
	 * and counts as sent, because it may have arrived.
	 */
	send(notice: Notice, to: NoticeRecipient, claim: () => Promise<boolean>): Promise<boolean>
}
