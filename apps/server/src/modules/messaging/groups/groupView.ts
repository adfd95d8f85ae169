import type { Instant } from '@parley/core'
import type { CallAnswer, GroupId, ImUserId, Member } from '@parley/im'
import type { NewEvent } from '../model/event.ts'
import type { GroupRow, MemberRow } from '../model/group.ts'
import type { NewListEntry } from '../model/list.ts'
import type { UserProfile } from '../model/person.ts'
import { effectiveRoleOf, wireRole } from './groupPolicy.ts'

/** Fields for the display of a member. */
export type ShownMember = Omit<MemberRow, 'start' | 'read' | 'receiveState' | 'joinedAt'>

type OwnGroup = CallAnswer<'groupInfo'>['group']

/** Returns a group as its members see it; in a chat room a person may have no row. */
export const ownGroup = (
	{ id, settings, memberCount, epoch, last }: GroupRow,
	member: Pick<MemberRow, 'receiveState' | 'read' | 'start'> | undefined,
	role: OwnGroup['role'],
): OwnGroup => ({
	gid: id,
	...settings,
	memberCount,
	epoch,
	head: last,
	role,
	receState: member?.receiveState ?? 0,
	read: member?.read ?? 0,
	start: member?.start ?? 0,
})

export const publicGroup = ({ id, settings, memberCount }: GroupRow): CallAnswer<'groupPublicInfo'>['group'] => ({
	gid: id,
	name: settings.name,
	introduction: settings.introduction,
	imgUrl: settings.imgUrl,
	mucType: settings.mucType,
	memberCount,
})

export function wireMember(
	group: GroupRow,
	member: ShownMember,
	profile: UserProfile | undefined,
	now: Instant,
): Member {
	const { uid, nickName, silencedUntil, banned } = member
	const effectiveRole = effectiveRoleOf(group, member, { isGuest: profile?.isGuest ?? false }, now)
	return {
		userId: uid,
		nickName: nickName ?? profile?.nickName ?? '',
		...(profile?.imgUrl ? { imgUrl: profile.imgUrl } : {}),
		role: wireRole(effectiveRole),
		...(effectiveRole === 'silenced' && silencedUntil !== null ? { silence: silencedUntil } : {}),
		...(banned ? { banned: true } : {}),
	}
}

export const memberUpdated = (by: ImUserId, member: Member): NewEvent => ({
	name: 'memberUpdated',
	uid: by,
	body: { member },
})

/** Notifies a person that they joined a group, or without `group` that they left it. */
export const groupListEntry = (uid: ImUserId, gid: GroupId, group?: OwnGroup): NewListEntry => ({
	uid,
	option: 'group',
	name: 'groupListUpdated',
	body: group ? { gid, group } : { gid },
})
