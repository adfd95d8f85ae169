import type { Instant } from '@parley/core'
import { type ImAppId, type ImUserId, imLimits, memberRoles } from '@parley/im'
import type { HandlerDeps } from '../handlerDeps.ts'
import { memberRow } from '../store/memberRow.ts'
import type { GroupRow, MemberRow, NewEvent, NewListEntry, NewMember, UserProfile } from '../store/store.ts'
import { isSilenced, standingOf, wireRole } from './groupPolicy.ts'
import { groupListEntry, ownGroup, wireMember } from './groupView.ts'

interface Arriving {
	people: readonly UserProfile[]
	/** Whom the event names. */
	by: ImUserId
	/** People added by somebody else: they neither made the group nor asked to join. */
	putIn?: readonly UserProfile[]
	/** What is kept of those who were here before: who is silenced still is. */
	before: readonly MemberRow[]
	now: Instant
}

/** People who come into a group together: their rows, the event of its log, and the entries of their own lists. */
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
	// What is logged meanwhile moves the place where they begin; their client learns it with the first page.
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
				ownGroup({ ...group, memberCount }, place, wireRole(standingOf(group, member, { isGuest: false }, now))),
			),
		),
	}
}

/**
 * Those of these people who have an account and room for one more group. What one is put into takes no room of what one makes
 * and joins oneself.
 *
 * @param by who wants them in
 */
export async function findWhoMayJoin(
	{ store, profiles }: Pick<HandlerDeps, 'store' | 'profiles'>,
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
		const hasRoom = isOwnChoice ? chosen < imLimits.maxGroupsPerPerson : putInto < imLimits.maxGroupsByOthers
		return profile && hasRoom ? [profile] : []
	})
}
