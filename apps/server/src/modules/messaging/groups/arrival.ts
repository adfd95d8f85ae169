import type { Instant } from '@parley/core'
import { type ImAppId, type ImUserId, imLimits, memberRoles } from '@parley/im'
import type { NewEvent } from '../model/event.ts'
import type { GroupRow, MemberRow, NewMember } from '../model/group.ts'
import { memberRow } from '../model/group.ts'
import type { NewListEntry } from '../model/list.ts'
import type { UserProfile } from '../model/person.ts'
import type { GroupDeps } from './groupDeps.ts'
import { effectiveRoleOf, isSilenced, wireRole } from './groupPolicy.ts'
import { groupListEntry, ownGroup, wireMember } from './groupView.ts'

interface Arriving {
	people: readonly UserProfile[]
	/** Person named by the event. */
	by: ImUserId
	/** People added by another person: they neither created the group nor asked to join. */
	putIn?: readonly UserProfile[]
	/** Remaining rows of former members, which preserve a silence. */
	before: readonly MemberRow[]
	now: Instant
}

/** People who join a group together: their rows, the log event, and entries of their personal lists. */
export function arrival(
	group: GroupRow,
	{ people, by, putIn = [], before, now }: Arriving,
): { events: NewEvent[]; members: NewMember[]; lists: NewListEntry[] } {
	if (people.length === 0) return { events: [], members: [], lists: [] }
	const roleOf = (uid: ImUserId) => (uid === group.settings.owner ? memberRoles.owner : memberRoles.common)
	const silenceOf = (uid: ImUserId) =>
		before.find(row => row.uid === uid && isSilenced(row, now))?.silencedUntil ?? null
	const members = people.map(profile => ({
		...memberRow(profile.uid, now, 'here', roleOf(profile.uid)),
		silencedUntil: silenceOf(profile.uid),
		isPutIn: putIn.includes(profile),
	}))
	const memberCount = group.memberCount + people.length
	// Events logged meanwhile move their start position; their client learns it with the first page.
	const place = { receiveState: 0, start: group.last, read: group.last } as const
	return {
		events: [
			{
				name: 'memberJoined',
				uid: by,
				body: {
					members: people.map((profile, index) =>
						wireMember(group, members[index] ?? memberRow(profile.uid, now, 'here'), profile, now),
					),
				},
			},
		],
		members,
		lists: members.map(member =>
			groupListEntry(
				member.uid,
				group.id,
				ownGroup({ ...group, memberCount }, place, wireRole(effectiveRoleOf(group, member, { isGuest: false }, now))),
			),
		),
	}
}

/**
 * Returns the people among these who have an account and may be added to another group. Groups to which others add a person
 * don't count towards the limit of those they create and join.
 *
 * @param by the person who adds them
 */
export async function findWhoMayJoin(
	{ store, profiles }: Pick<GroupDeps, 'store' | 'profiles'>,
	appId: ImAppId,
	uids: readonly ImUserId[],
	by: ImUserId | 'themselves',
): Promise<UserProfile[]> {
	if (uids.length === 0) return []
	const accounts = await profiles.findAccounts(appId, uids)
	const counts = await store.countGroups(appId, [...accounts.keys()])
	return uids.flatMap(uid => {
		const profile = accounts.get(uid)
		const { chosen, putInto } = counts.get(uid) ?? { chosen: 0, putInto: 0 }
		const isOwnChoice = by === 'themselves' || by === uid
		const isBelowLimit = isOwnChoice ? chosen < imLimits.maxGroupsPerPerson : putInto < imLimits.maxGroupsByOthers
		return profile && isBelowLimit ? [profile] : []
	})
}
