import type { Instant } from '@parley/core'
import {
	type GroupId,
	type GroupSettings,
	type GroupType,
	type ImUserId,
	type MemberRole,
	memberRoles,
} from '@parley/im'
import type { HeadRow } from './conversation.ts'

/** Everything that decides a person's rights in a group, plus `announcement`, `introduction` and `imgUrl`. */
export interface GroupRow extends HeadRow {
	id: GroupId
	settings: GroupSettings & { mucType: GroupType; owner: ImUserId }
	memberCount: number
	/** Time of its deletion: since then it accepts no commits and has no members; its settings and log stay. */
	deletedAt: Instant | null
	createdAt: Instant
}

export interface MemberRow {
	uid: ImUserId
	/** Null for that of their profile. */
	nickName: string | null
	role: MemberRole
	/** End of their silence; null if they may write. */
	silencedUntil: Instant | null
	banned: boolean
	/** True if they are no longer a member: the row only keeps their silence, in case they return. Not in chat rooms. */
	hasLeft: boolean
	/** 0 all, 1 silently, 2 none. */
	receiveState: 0 | 1 | 2
	/** They see events after this position. */
	start: number
	/** They have read up to this position. */
	read: number
	joinedAt: Instant
	/** Another person added them to the group: they neither created it nor asked to join. */
	isPutIn: boolean
}

/** The groups a person is in. */
export interface GroupCounts {
	/** Groups they created or joined themselves. */
	chosen: number
	/** {@link MemberRow.isPutIn} */
	putInto: number
}

/** Returns whether a row belongs to a current member. */
export const isThere = ({ banned, hasLeft }: Pick<MemberRow, 'banned' | 'hasLeft'>): boolean => !banned && !hasLeft

/**
 * A member that replaces the row of the same person. Fields only members change stay: `receiveState` of current
 * members, and `read` does not move back.
 */
export interface NewMember extends Omit<MemberRow, 'start' | 'read'> {
	/** `here`: before the events of this commit. */
	start: number | 'here'
	read: number | 'here'
}

/** Returns the row of a new member; `place` is the position after which they see events, and up to which they have read. */
export const memberRow = <P extends number | 'here'>(
	uid: ImUserId,
	joinedAt: Instant,
	place: P,
	role: MemberRole = memberRoles.common,
): Omit<MemberRow, 'start' | 'read'> & { start: P; read: P } => ({
	uid,
	nickName: null,
	role,
	silencedUntil: null,
	banned: false,
	hasLeft: false,
	receiveState: 0,
	start: place,
	read: place,
	joinedAt,
	isPutIn: false,
})
