import type { Instant } from '@parley/core'
import { type ImUserId, type MemberRole, memberRoles } from '@parley/im'
import type { MemberRow } from './store.ts'

/** The row of a new member; `place` is the position after which they see events, and up to which they have read. */
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
