import { type GroupSettings, type ImAppId, type ImUserId, memberRoles } from '@parley/im'
import type { GroupRow, MemberRow, NewMember } from '../model/group.ts'
import type { UserProfile } from '../model/person.ts'
import type { GroupWriteParts } from './groupAccess.ts'
import type { GroupDeps } from './groupDeps.ts'
import { isChatRoom, isSilenced } from './groupPolicy.ts'
import { memberUpdated, wireMember } from './groupView.ts'

/**
 * Changes of a group by its owner and managers, each with its event and audit row; used by calls and by other modules.
 */

/** Undefined if nothing would change. */
export function settingsChange(
	{ id, settings }: GroupRow,
	by: ImUserId,
	changes: Partial<GroupSettings>,
): GroupWriteParts | undefined {
	const names = (Object.keys(changes) as (keyof GroupSettings)[]).filter(name => changes[name] !== settings[name])
	if (names.length === 0) return undefined
	const pick = (from: Partial<GroupSettings>): Partial<GroupSettings> =>
		Object.fromEntries(names.map(name => [name, from[name]]))
	const [before, after] = [pick(settings), pick(changes)]
	return {
		conversation: { events: [{ name: 'groupUpdated', uid: by, body: { changes: after } }], settings: after },
		audit: [{ actor: by, action: 'settings', gid: id, target: id, before, after }],
	}
}

/** Changes to oneself are not audited. */
export function memberChange(
	group: GroupRow,
	by: ImUserId,
	{
		before,
		after,
		profile,
		now,
	}: { before: MemberRow; after: MemberRow; profile: UserProfile | undefined; now: number },
): GroupWriteParts {
	const isKept = !isChatRoom(group) || after.role !== memberRoles.common || isSilenced(after, now)
	return {
		conversation: {
			events: [memberUpdated(by, wireMember(group, after, profile, now))],
			...(isKept ? { members: [after] } : { removedMembers: [after.uid] }),
		},
		audit:
			by === after.uid
				? []
				: [{ actor: by, action: 'member', gid: group.id, target: after.uid, ...difference(before, after) }],
	}
}

/** Changes between two versions of a member. */
function difference(from: MemberRow, to: MemberRow) {
	const names = (['nickName', 'role', 'silencedUntil'] as const).filter(name => from[name] !== to[name])
	const of = (row: MemberRow) => Object.fromEntries(names.map(name => [name, row[name]]))
	return { before: of(from), after: of(to) }
}

/** Changes the owner; the previous one becomes an ordinary member. */
export async function ownerChange(
	{ profiles, timers }: Pick<GroupDeps, 'profiles' | 'timers'>,
	appId: ImAppId,
	{ group, former, successor }: { group: GroupRow; former: MemberRow; successor: MemberRow },
): Promise<GroupWriteParts> {
	const by = former.uid
	const changed: [NewMember & MemberRow, NewMember & MemberRow] = [
		{ ...former, role: memberRoles.common },
		{ ...successor, role: memberRoles.owner, silencedUntil: null },
	]
	const [without, owner] = changed
	const people = await profiles.find(
		appId,
		changed.map(row => row.uid),
	)
	const after = { owner: owner.uid }
	return {
		conversation: {
			events: [
				{ name: 'groupUpdated', uid: by, body: { changes: after } },
				...changed.map(row => memberUpdated(by, wireMember(group, row, people.get(row.uid), timers.now()))),
			],
			settings: after,
			...(isChatRoom(group) ? { members: [owner], removedMembers: [without.uid] } : { members: changed }),
		},
		audit: [{ actor: by, action: 'owner', gid: group.id, target: owner.uid, before: { owner: by }, after }],
	}
}

export function deletion({ id, settings, memberCount }: GroupRow, by: ImUserId): GroupWriteParts {
	const { name, mucType } = settings
	return {
		conversation: { events: [{ name: 'groupDeleted', uid: by, body: {} }], deleted: true },
		audit: [{ actor: by, action: 'delete', gid: id, target: id, before: { name, mucType, memberCount }, after: {} }],
	}
}
