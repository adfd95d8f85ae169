import type { Instant } from '@parley/core'
import {
	type EffectiveRole,
	type GroupRightsCall,
	type GroupTypeName,
	groupKinds,
	groupRights,
	groupTypeName,
	groupTypes,
	type ImUserId,
	type MemberRole,
	memberRoles,
} from '@parley/im'
import type { RefusalCode } from '../calls/context.ts'
import type { GroupRow, MemberRow } from '../model/group.ts'
import { isParticipantId, type ParticipantAccess } from '../ports/participation.ts'

export const isChatRoom = (group: GroupRow): boolean => group.settings.mucType === groupTypes.CHATROOM

export const isSilenced = (member: Pick<MemberRow, 'silencedUntil'>, now: Instant): boolean =>
	member.silencedUntil !== null && member.silencedUntil > now

/**
 * Returns a person's effective role in a group. A chat room only stores rows of its owner and managers and of silenced or
 * banned people: all others belong to it by being present, with an account as `common`, without one as `guest`.
 */
export function effectiveRoleOf(
	group: GroupRow,
	member: Pick<MemberRow, 'banned' | 'hasLeft' | 'role' | 'silencedUntil'> | undefined,
	person: { isGuest: boolean },
	now: Instant,
): EffectiveRole {
	if (member?.banned) return 'banned'
	if (member?.hasLeft) return 'none'
	if (member?.role === memberRoles.owner) return 'owner'
	if (member?.role === memberRoles.manager) return 'manager'
	if (member && isSilenced(member, now)) return 'silenced'
	if (isChatRoom(group)) return person.isGuest ? 'guest' : 'common'
	return member ? 'common' : 'none'
}

/**
 * Returns the role of a person where participation decides it: the chat of a meeting is for those in its room, whoever they
 * are elsewhere, and they are nothing in any other room. Undefined where it does not decide.
 */
export function participantRole(
	group: GroupRow,
	{ uid }: { uid: ImUserId },
	participant: ParticipantAccess | undefined,
): EffectiveRole | undefined {
	if (participant?.gid === group.id) return 'guest'
	return group.settings.participantsOnly || isParticipantId(uid) ? 'none' : undefined
}

const wireRoles: Record<EffectiveRole, MemberRole> = {
	owner: memberRoles.owner,
	manager: memberRoles.manager,
	common: memberRoles.common,
	silenced: memberRoles.restricted,
	guest: memberRoles.guest,
	none: memberRoles.guest,
	banned: memberRoles.restricted,
}
/** Wire form of a role, as in messages and answers (IMCALL-19). */
export const wireRole = (effectiveRole: EffectiveRole): MemberRole => wireRoles[effectiveRole]

/** The way people join a group, and its visibility. */
export const groupKindOf = (group: GroupRow): (typeof groupKinds)[GroupTypeName] =>
	groupKinds[groupTypeName(group.settings.mucType) ?? 'PRIVATE']

/** Returns whether the person is owner or manager: slow mode and silences of the group do not apply to them. */
export const isOwnerOrManager = (effectiveRole: EffectiveRole): boolean =>
	effectiveRole === 'owner' || effectiveRole === 'manager'

/** Returns whether everyone but owner and managers is silenced, and so is this person. */
export const isSilencedWithAll = (group: GroupRow, effectiveRole: EffectiveRole): boolean =>
	group.settings.silenceAll && !isOwnerOrManager(effectiveRole)

/** Returns whether a person may add others, or create a QR code that does. */
export const mayBringIn = (group: GroupRow, effectiveRole: EffectiveRole): boolean =>
	isOwnerOrManager(effectiveRole) || (effectiveRole === 'common' && groupKindOf(group).membersInvite)

/** An owner acts on everyone else, a manager on members only; no one on themselves. */
export function mayActOn(
	actor: { uid: ImUserId; effectiveRole: EffectiveRole },
	target: Pick<MemberRow, 'uid' | 'role'>,
): boolean {
	if (actor.uid === target.uid) return false
	if (actor.effectiveRole === 'owner') return true
	return actor.effectiveRole === 'manager' && target.role !== memberRoles.owner && target.role !== memberRoles.manager
}

/** Returns why a call is refused, or undefined. */
export function rightsRefusal(
	call: GroupRightsCall,
	group: GroupRow,
	effectiveRole: EffectiveRole,
): RefusalCode | undefined {
	if (group.deletedAt !== null) return 'missing'
	const isVisible = groupKindOf(group).isVisible && !group.settings.participantsOnly
	if (call === 'groupPublicInfo' && effectiveRole === 'none' && !isVisible) return 'missing'
	if (call === 'groupSend' && effectiveRole === 'guest' && group.settings.accountsOnly) return 'accountsOnly'
	if (groupRights[call].includes(effectiveRole)) return undefined
	if (effectiveRole === 'none' && !isVisible && !group.settings.participantsOnly) return 'missing'
	// This is the only code that makes clients stop polling a room (POLL-09).
	if (call === 'groupPoll') return 'noPromise'
	if (effectiveRole === 'none') return isVisible ? 'notMember' : 'missing'
	if (effectiveRole === 'banned') return 'banned'
	if (call === 'groupApply') return 'alreadyDone'
	if (call === 'groupSend' && effectiveRole === 'silenced') return 'silenced'
	if (call === 'groupLeave' && effectiveRole === 'owner') return 'ownerStays'
	return 'noPromise'
}
