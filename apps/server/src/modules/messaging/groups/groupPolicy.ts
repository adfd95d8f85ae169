import type { Instant } from '@parley/core'
import {
	type GroupRightsCall,
	type GroupStanding,
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

export const isChatRoom = (group: GroupRow): boolean => group.settings.mucType === groupTypes.CHATROOM

export const isSilenced = (member: Pick<MemberRow, 'silencedUntil'>, now: Instant): boolean =>
	member.silencedUntil !== null && member.silencedUntil > now

/**
 * Returns a person's standing in a group. A chat room only stores rows of its owner and managers and of silenced or
 * banned people: all others belong to it by being present, with an account as `common`, without one as `guest`.
 */
export function standingOf(
	group: GroupRow,
	member: Pick<MemberRow, 'banned' | 'hasLeft' | 'role' | 'silencedUntil'> | undefined,
	person: { isGuest: boolean },
	now: Instant,
): GroupStanding {
	if (member?.banned) return 'banned'
	if (member?.hasLeft) return 'none'
	if (member?.role === memberRoles.owner) return 'owner'
	if (member?.role === memberRoles.manager) return 'manager'
	if (member && isSilenced(member, now)) return 'silenced'
	if (isChatRoom(group)) return person.isGuest ? 'guest' : 'common'
	return member ? 'common' : 'none'
}

const roleOfStanding: Record<GroupStanding, MemberRole> = {
	owner: memberRoles.owner,
	manager: memberRoles.manager,
	common: memberRoles.common,
	silenced: memberRoles.restricted,
	guest: memberRoles.guest,
	none: memberRoles.guest,
	banned: memberRoles.restricted,
}
/** Wire form of a role, as in messages and answers (IMCALL-19). */
export const wireRole = (standing: GroupStanding): MemberRole => roleOfStanding[standing]

/** The way people join a group, and its visibility. */
export const groupKindOf = (group: GroupRow): (typeof groupKinds)[GroupTypeName] =>
	groupKinds[groupTypeName(group.settings.mucType) ?? 'PRIVATE']

/** Returns whether the person is owner or manager: slow mode and silences of the group do not apply to them. */
export const isOwnerOrManager = (standing: GroupStanding): boolean => standing === 'owner' || standing === 'manager'

/** Returns whether everyone but owner and managers is silenced, and so is this person. */
export const isSilencedWithAll = (group: GroupRow, standing: GroupStanding): boolean =>
	group.settings.silenceAll && !isOwnerOrManager(standing)

/** Returns whether a person may add others, or create a QR code that does. */
export const mayBringIn = (group: GroupRow, standing: GroupStanding): boolean =>
	isOwnerOrManager(standing) || (standing === 'common' && groupKindOf(group).membersInvite)

/** An owner acts on everyone else, a manager on members only; no one on themselves. */
export function mayActOn(
	actor: { uid: ImUserId; standing: GroupStanding },
	target: Pick<MemberRow, 'uid' | 'role'>,
): boolean {
	if (actor.uid === target.uid) return false
	if (actor.standing === 'owner') return true
	return actor.standing === 'manager' && target.role !== memberRoles.owner && target.role !== memberRoles.manager
}

/** Returns why a call is refused, or undefined. */
export function rightsRefusal(
	call: GroupRightsCall,
	group: GroupRow,
	standing: GroupStanding,
): RefusalCode | undefined {
	if (group.deletedAt !== null) return 'missing'
	if (call === 'groupPublicInfo' && standing === 'none' && !groupKindOf(group).isVisible) return 'missing'
	if (call === 'groupSend' && standing === 'guest' && group.settings.accountsOnly) return 'accountsOnly'
	if (groupRights[call].includes(standing)) return undefined
	if (standing === 'none' && !groupKindOf(group).isVisible) return 'missing'
	// This is the only code that makes clients stop polling a room (POLL-09).
	if (call === 'groupPoll') return 'noPromise'
	if (standing === 'none') return 'notMember'
	if (standing === 'banned') return 'banned'
	if (call === 'groupApply') return 'alreadyDone'
	if (call === 'groupSend' && standing === 'silenced') return 'silenced'
	if (call === 'groupLeave' && standing === 'owner') return 'ownerStays'
	return 'noPromise'
}
