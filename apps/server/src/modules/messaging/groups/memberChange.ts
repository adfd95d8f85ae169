import { type Instant, ok, type Result } from '@parley/core'
import { type CallData, type GroupStanding, type ImUserId, memberRoles } from '@parley/im'
import { type Refusal, refuse, refuseData } from '../context.ts'
import { memberRow } from '../store/memberRow.ts'
import type { GroupRow, MemberRow } from '../store/store.ts'
import { isChatRoom, isSilencedWithAll, mayActOn } from './groupPolicy.ts'

/** Of somebody in a chat room, where most people have no row. */
export const rowInRoom = (uid: ImUserId, now: Instant): MemberRow => memberRow(uid, now, 0)

/** A name of one's own is told to all, as a message is: who may not write does not change it. */
function ownNameRefusal(
	standing: GroupStanding,
	{ group, member }: { group: GroupRow; member: MemberRow },
	now: Instant,
): Result<never, Refusal> | undefined {
	if (standing === 'silenced') return refuse('silenced', Math.max(0, (member.silencedUntil ?? now) - now))
	return isSilencedWithAll(group, standing) ? refuse('allSilenced') : undefined
}

type Changes = Pick<CallData<'groupUpdateMember'>, 'nickName' | 'role' | 'silence'>

/**
 * A member as somebody changes them: everybody their own name, owner and managers names and silence of those they may act
 * on, the owner roles. Of several changes one that is not allowed refuses all.
 */
export function changedMember(
	actor: { uid: ImUserId; standing: GroupStanding },
	target: { group: GroupRow; member: MemberRow; hasAccount: boolean },
	{ nickName, role, silence }: Changes,
	now: Instant,
): Result<MemberRow, Refusal> {
	const { group, member, hasAccount } = target
	if (nickName === undefined && role === undefined && silence === undefined) return refuseData('no change is given')
	const isSelf = actor.uid === member.uid
	if (!isSelf && !mayActOn(actor, member)) return refuse('noPromise')
	if (member.banned) return refuse('notMember')
	if (isSelf && (role !== undefined || silence !== undefined)) return refuse('noPromise')
	if (role !== undefined && (actor.standing !== 'owner' || !hasAccount)) return refuse('noPromise')
	const newRole = role ?? member.role
	// Names in a room are of those who run it: whoever is silenced has a row, and would write by changing theirs.
	if (nickName !== undefined && isChatRoom(group) && newRole === memberRoles.common) return refuse('noPromise')
	const unheard = isSelf ? ownNameRefusal(actor.standing, target, now) : undefined
	if (unheard) return unheard

	// Who runs a group writes in it: a manager is made a common member first.
	if (newRole !== memberRoles.common && silence !== undefined && silence > 0) return refuse('noPromise')
	const silencedUntil = silence === undefined ? member.silencedUntil : silence === 0 ? null : now + silence * 1_000
	return ok({
		...member,
		role: newRole,
		nickName: nickName === undefined ? member.nickName : nickName || null,
		silencedUntil: newRole === memberRoles.common ? silencedUntil : null,
	})
}
