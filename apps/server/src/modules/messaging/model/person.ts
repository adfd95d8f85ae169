import type { Instant } from '@parley/core'
import type { ImUserId } from '@parley/im'

/** A person's own profile. */
export interface UserProfile {
	uid: ImUserId
	nickName: string
	imgUrl: string
	isGuest: boolean
}

export interface UserRow extends UserProfile {
	/** Tokens issued before this instant are invalid. */
	tokensNotBefore: Instant
	/** May not use messaging at all until then. */
	barredUntil: Instant | null
}

export interface FriendRow {
	uid: ImUserId
	friendUid: ImUserId
	/** False: the friendship has ended, and only the shield is left. */
	isFriend: boolean
	remark: string
	shield: boolean
	since: Instant
}

export interface ApplicationRow {
	id: string
	kind: 'friend' | 'group'
	from: ImUserId
	/** A person, or a group. */
	to: string
	content: string
	status: 'waiting' | 'accepted' | 'rejected'
	handledBy: ImUserId | null
	ts: Instant
}
