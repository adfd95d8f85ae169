import type { ChatItem } from './chatItem.ts'
import {
	itemsPage,
	maxShown,
	noItems,
	type PacedItems,
	release,
	withArrived,
	withHistory,
	without,
	withShown,
} from './pacedItems.ts'
import { nobodyRestricted, type RestrictedPeople } from './restrictedPeople.ts'

/** The discussion and the questions are chat rooms of their own. */
export type ChatRoomKind = 'discussion' | 'questions'

/**
 * `entering` until events arrive · `open` · `removed`: the user was removed · `banned`: removed and may not return ·
 * `gone`: the room was deleted · `failed`: it could not be entered; retried when the connection is back · `infoFailed`:
 * events arrive, but the details of the room could not be loaded; retried automatically.
 */
export type ChatRoomStatus = 'entering' | 'open' | 'removed' | 'banned' | 'gone' | 'failed' | 'infoFailed'

/** The user's own message, not yet stored in the room. */
export interface OutgoingItem {
	cmid: string
	text: string
	/** `refused` has the server's code; `sending` is retried automatically. */
	status: 'sending' | 'refused'
	code?: number
	retryAfterMs?: number
}

/** The position of a reader in earlier messages. */
export type Earlier = 'unknown' | 'loading' | 'more' | 'none' | 'failed'

export interface ChatRoom {
	readonly gid: string
	readonly status: ChatRoomStatus
	readonly items: PacedItems
	/** Set while the user reads older messages, which are shown instead of the newest. */
	readonly past?: readonly ChatItem[]
	readonly earlier: Earlier
	/** Position before which the next page of earlier messages ends. */
	readonly edge?: number
	readonly outgoing: readonly OutgoingItem[]
	/** The user owns or manages the room. */
	readonly runs: boolean
	/** End of the user's silence, in ms on this page's clock. */
	readonly silencedUntil?: number
	/** Muted and banned people; known to moderators of the room. */
	readonly restricted: RestrictedPeople
	/** Only moderators of the room may write. */
	readonly silenceAll: boolean
	/** Guests may only read; unknown before the room is entered (CHAT-13). */
	readonly accountsOnly?: boolean
	/** Pinned above the messages; empty if none exists. */
	readonly announcement: string
}

export const enteringChatRoom = (gid: string): ChatRoom => ({
	gid,
	status: 'entering',
	items: noItems,
	earlier: 'unknown',
	outgoing: [],
	runs: false,
	restricted: nobodyRestricted,
	silenceAll: false,
	announcement: '',
})

/** Visible messages, newest last; the user's pending messages count among the hundred (CHAT-18). */
export function shownItems({ past, items, outgoing }: ChatRoom): readonly ChatItem[] {
	const places = maxShown - outgoing.length
	if (past) return past.length > places ? past.slice(0, places) : past
	return items.shown.length > places ? items.shown.slice(items.shown.length - places) : items.shown
}

/** A page of history; it begins at position `edge`. */
export interface HistoryPage {
	items: readonly ChatItem[]
	edge: number | undefined
	hasMore: boolean
}

const earlierOf = ({ edge, hasMore }: HistoryPage): Pick<ChatRoom, 'earlier'> & { edge?: number } => ({
	earlier: hasMore && edge !== undefined ? 'more' : 'none',
	...(edge !== undefined && { edge }),
})

/** Adds the newest page, merged with messages that have arrived. */
export const withNewestPage = (room: ChatRoom, page: HistoryPage): ChatRoom => ({
	...room,
	...earlierOf(page),
	items: withHistory(room.items, page.items),
})

/** Adds an older page: the visible range moves back and never exceeds its limit (CHAT-18). */
export function withOlderPage(room: ChatRoom, page: HistoryPage): ChatRoom {
	const moved = { ...room, ...earlierOf(page) }
	return page.items.length > 0 ? { ...moved, past: itemsPage(page.items, shownItems(room)) } : moved
}

/** Returns to the newest messages; older ones continue before those. */
export function atNewest({ past: _, ...room }: ChatRoom): ChatRoom {
	const first = room.items.shown[0]
	return first ? { ...room, edge: first.id, earlier: 'more' } : room
}

export const withMessages = (
	room: ChatRoom,
	items: readonly ChatItem[],
	showFrom: (item: ChatItem) => number,
): ChatRoom => ({ ...room, items: withArrived(room.items, items, showFrom) })

export const withReleased = (room: ChatRoom, now: number): ChatRoom => {
	const items = release(room.items, now)
	return items === room.items ? room : { ...room, items }
}

export function withoutEndedMutes(room: ChatRoom, now: number): ChatRoom {
	const { muted, removed } = room.restricted
	const lasting = muted.filter(({ until }) => until > now)
	return lasting.length === muted.length ? room : { ...room, restricted: { muted: lasting, removed } }
}

/** The log was restarted: the messages shown are not part of it. */
export const withoutItems = ({ past: _past, edge: _edge, ...room }: ChatRoom): ChatRoom => ({
	...room,
	items: noItems,
	earlier: 'unknown',
})

export function withRevoked(room: ChatRoom, id: number): ChatRoom {
	const { past, ...rest } = room
	const items = without(room.items, id)
	return past ? { ...rest, items, past: past.filter(item => item.id !== id) } : { ...rest, items }
}

/** The user's own message was stored: it is shown at once and no longer pending. */
export const withSent = (room: ChatRoom, cmid: string, item: ChatItem): ChatRoom => ({
	...withoutOutgoing(room, cmid),
	items: withShown(room.items, item),
})

export const withOutgoing = (room: ChatRoom, item: OutgoingItem): ChatRoom => ({
	...room,
	outgoing: [...room.outgoing.filter(({ cmid }) => cmid !== item.cmid), item].slice(-maxShown),
})

export const withoutOutgoing = (room: ChatRoom, cmid: string): ChatRoom => ({
	...room,
	outgoing: room.outgoing.filter(item => item.cmid !== cmid),
})

export function withSilence({ silencedUntil: _, ...room }: ChatRoom, until: number | undefined): ChatRoom {
	return until === undefined ? room : { ...room, silencedUntil: until }
}
