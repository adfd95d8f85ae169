import type { Instant } from '@parley/core'
import type { AddressHoldStore } from './groups/addressHolds.ts'
import { guestLifetimeMs } from './sessions/guestCookie.ts'
import { tokenLifetimeMs } from './sessions/tokenService.ts'
import type { KeptSince, MessagingStore } from './store/store.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

const roomEventsMs = 30 * dayMs

/** Retention per kind of data. Messages of groups and chats, and with them their `cmid`, are kept forever. */
const retentionMs = {
	/** Events of chat rooms. Their `cmid` are removed with them: a later repetition counts as a new message. */
	roomEvents: roomEventsMs,
	/** Entries of a person's own lists, and broadcasts. Friends, groups and members are not entries, and stay. */
	listEntries: 180 * dayMs,
	/** Answers that a repeated `requestId` gets. */
	requests: 10 * minuteMs,
	/** Actions of owners and managers. */
	audit: 365 * dayMs,
	/**
	 * Counted from their last token, which is valid for a day: by then their messages are deleted, and their cookie has
	 * expired. Messages contain their author's name.
	 */
	guests: Math.max(roomEventsMs, guestLifetimeMs) + tokenLifetimeMs,
} satisfies Record<keyof KeptSince, number>

interface RetentionDeps {
	store: Pick<MessagingStore, 'applyRetention'>
	addressHolds: Pick<AddressHoldStore, 'removeOld'>
	clock: { now(): Instant }
}

/** Removes data older than its retention. */
export const createApplyRetention =
	({ store, addressHolds, clock }: RetentionDeps) =>
	async (): Promise<void> => {
		const now = clock.now()
		const { roomEvents, listEntries, requests, audit, guests } = retentionMs
		await store.applyRetention({
			roomEvents: now - roomEvents,
			listEntries: now - listEntries,
			requests: now - requests,
			audit: now - audit,
			guests: now - guests,
		})
		await addressHolds.removeOld({ holds: now, guests: now - guests })
	}
