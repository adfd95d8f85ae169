import { type Instant, ok, type Result } from '@parley/core'
import { type CallData, type EffectiveRole, type ImUserId, memberRoles } from '@parley/im'
import { type Refusal, refuse, refuseData } from '../calls/context.ts'
import type { GroupRow, MemberRow } from '../model/group.ts'
import { memberRow } from '../model/group.ts'
import { isChatRoom, isSilencedWithAll, mayActOn } from './groupPolicy.ts'

/** A row for a person in a chat room, where most people have none. */
export const rowInRoom = (uid: ImUserId, now: Instant): MemberRow => memberRow(uid, now, 0)

/** A changed own name is announced to all, like a message: people who may not write cannot change it. */
function ownNameRefusal(
	effectiveRole: EffectiveRole,
	{ group, member }: { group: GroupRow; member: MemberRow },
	now: Instant,
): Result<never, Refusal> | undefined {
	if (effectiveRole === 'silenced') return refuse('silenced', Math.max(0, (member.silencedUntil ?? now) - now))
	return isSilencedWithAll(group, effectiveRole) ? refuse('allSilenced') : undefined
}

type Changes = Pick<CallData<'groupUpdateMember'>, 'nickName' | 'role' | 'silence'>

/**
 * Returns the changed member: anyone may change their own name, owner and managers the names and silence of those they
 * may act on, the owner roles. One change that is not allowed refuses all.
 */
export function changedMember(
	actor: { uid: ImUserId; effectiveRole: EffectiveRole },
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
	if (role !== undefined && (actor.effectiveRole !== 'owner' || !hasAccount)) return refuse('noPromise')
	const newRole = role ?? member.role
	// Names in a room belong to those who run it: a silenced person has a row, and would write by changing theirs.
	if (nickName !== undefined && isChatRoom(group) && newRole === memberRoles.common) return refuse('noPromise')
	const unheard = isSelf ? ownNameRefusal(actor.effectiveRole, target, now) : undefined
	if (unheard) return unheard

	// Owner and managers can always write: to be silenced, a manager first becomes a common member.
	if (newRole !== memberRoles.common && silence !== undefined && silence > 0) return refuse('noPromise')
	const silencedUntil = silence === undefined ? member.silencedUntil : silence === 0 ? null : now + silence * 1_000
	return ok({
		...member,
		role: newRole,
		nickName: nickName === undefined ? member.nickName : nickName || null,
		silencedUntil: newRole === memberRoles.common ? silencedUntil : null,
	})
}
