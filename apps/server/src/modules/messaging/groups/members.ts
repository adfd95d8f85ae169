import { isDeepStrictEqual } from 'node:util'
import { type Instant, ok, type Result } from '@parley/core'
import { type CallData, type GroupId, type ImUserId, imLimits, memberRoles } from '@parley/im'
import { type CallContext, type CallHandlers, type Refusal, refuse, refuseData } from '../calls/context.ts'
import type { GroupRow, MemberRow } from '../model/group.ts'
import type { UserProfile } from '../model/person.ts'
import { arrival, findWhoMayJoin } from './arrival.ts'
import type { GroupAccessState, GroupWriteParts } from './groupAccess.ts'
import { memberChange } from './groupChange.ts'
import type { GroupDeps } from './groupDeps.ts'
import { isChatRoom, isOwnerOrManager, isSilenced, mayActOn, mayBringIn } from './groupPolicy.ts'
import { groupListEntry, memberUpdated, wireMember } from './groupView.ts'
import { changedMember, rowInRoom } from './memberChange.ts'

type MemberCalls =
	| 'groupInvite'
	| 'groupMemberList'
	| 'groupLeave'
	| 'groupLeaveMany'
	| 'groupKick'
	| 'groupUpdateMember'

/** Handlers of membership: joining, leaving, and each member's rights. */
export const createMemberHandlers = (deps: GroupDeps): Pick<CallHandlers, MemberCalls> => ({
	groupInvite: createInvite(deps),
	groupMemberList: createMemberList(deps),
	groupLeave: createLeave(deps),
	groupLeaveMany: createLeaveMany(deps),
	groupKick: createKick(deps),
	groupUpdateMember: createUpdateMember(deps),
})

const createInvite =
	({ store, profiles, access, timers }: GroupDeps): CallHandlers['groupInvite'] =>
	async (context, { gid, userIds }) => {
		const { appId, uid } = context.caller
		const stored = await access.write(context, 'groupInvite', gid, async ({ group, effectiveRole }) => {
			if (!mayBringIn(group, effectiveRole)) return refuse('noPromise')
			// Every listener of a room belongs to it.
			if (isChatRoom(group)) return ok({ answer: { added: [] } })
			const uids = [...new Set(userIds)]
			const rows = await store.findMembers(appId, gid, uids)
			const known = new Set(rows.filter(row => !row.hasLeft).map(row => row.uid))
			const strangers = uids.filter(other => !known.has(other))
			const people = await findWhoMayJoin({ store, profiles }, appId, strangers, uid)
			if (group.memberCount + people.length > imLimits.maxGroupMembers) return refuse('full')
			const { lists, ...conversation } = arrival(group, {
				people,
				by: uid,
				putIn: people,
				before: rows,
				now: timers.now(),
			})
			return ok({ conversation, lists, answer: { added: people.map(profile => profile.uid) } })
		})
		return stored.ok ? ok({ added: stored.value.answer.added as ImUserId[] }) : stored
	}

const createMemberList =
	({ store, profiles, access, timers }: GroupDeps): CallHandlers['groupMemberList'] =>
	async (context, { gid, page, count, banned }) => {
		const entered = await access.enter(context, 'groupMemberList', gid)
		if (!entered.ok) return entered
		const { group, effectiveRole } = entered.value
		if (banned && !isOwnerOrManager(effectiveRole)) return refuse('noPromise')
		const { appId } = context.caller
		const offset = (page - 1) * count
		const { members, total } = await store.listMembers(appId, gid, { offset, limit: count, banned })
		const people = await profiles.find(
			appId,
			members.map(row => row.uid),
		)
		const now = timers.now()
		const list = members.map(row => wireMember(group, row, people.get(row.uid), now))
		return ok({ list, total, more: offset + list.length < total })
	}

/** @param requestId for this group, if the call concerns several */
async function leave(
	{ access, timers }: GroupDeps,
	context: CallContext,
	gid: GroupId,
	requestId = context.requestId,
): Promise<Result<Record<string, never>, Refusal>> {
	const { uid } = context.caller
	const stored = await access.write({ ...context, requestId }, 'groupLeave', gid, ({ group, member }) => {
		const isRoom = isChatRoom(group)
		// Listeners are not stored, and silenced people stay silenced.
		if (!member || (isRoom && member.role === memberRoles.common)) return ok({})
		return ok({
			conversation: {
				events: [{ name: 'memberQuit', uid, body: { member: uid } }],
				...departure(group, member, timers.now()),
			},
			lists: isRoom ? [] : [groupListEntry(uid, gid)],
		})
	})
	return stored.ok ? ok({}) : stored
}

const createLeave =
	(deps: GroupDeps): CallHandlers['groupLeave'] =>
	(context, { gid }) =>
		leave(deps, context, gid)

const createLeaveMany =
	(deps: GroupDeps): CallHandlers['groupLeaveMany'] =>
	async (context, { gids }) => {
		const left: GroupId[] = []
		// Together, so that they are stored together.
		await Promise.all(
			[...new Set(gids)].map(async gid => {
				const result = await leave(deps, context, gid, `${context.requestId} ${gid}`)
				if (result.ok) left.push(gid)
			}),
		)
		return ok({ left })
	}

interface Target {
	/** Stored row; in a chat room most people have none. */
	row: MemberRow | undefined
	/** {@link Target.row}, or the row they would have. */
	member: MemberRow
	profile: UserProfile | undefined
}

/** The target of a call: someone in the group or banned from it, in a chat room any known person. */
async function findTarget(
	{ store, profiles, timers }: GroupDeps,
	{ caller: { appId } }: CallContext,
	group: GroupRow,
	uid: ImUserId,
): Promise<Result<Target, Refusal>> {
	const [row] = await store.findMembers(appId, group.id, [uid])
	const profile = (await profiles.find(appId, [uid])).get(uid)
	if (row && !row.hasLeft) return ok({ row, member: row, profile })
	if (!isChatRoom(group)) return refuse('notMember')
	return profile ? ok({ row, member: rowInRoom(uid, timers.now()), profile }) : refuse('missing')
}

const createKick = (deps: GroupDeps): CallHandlers['groupKick'] => {
	const { access, addressHolds, timers } = deps
	return async (context, { gid, userId, ban }) => {
		const { appId, uid } = context.caller
		const stored = await access.write(context, 'groupKick', gid, async ({ group, effectiveRole }) => {
			const target = await findTarget(deps, context, group, userId)
			if (!target.ok) return target
			const { row, member } = target.value
			if (!mayActOn({ uid, effectiveRole }, member)) return refuse('noPromise')
			if (member.banned) return refuse(ban ? 'alreadyDone' : 'notMember')
			const body = ban ? { member: userId, banned: true } : { member: userId }
			return ok({
				conversation: {
					events: [{ name: 'memberKicked', uid, body }],
					...(ban
						? { members: [{ ...member, role: memberRoles.common, banned: true }] }
						: row && departure(group, row, timers.now())),
				},
				lists: isChatRoom(group) ? [] : [groupListEntry(userId, gid)],
				audit: [
					{
						actor: uid,
						action: ban ? 'ban' : 'kick',
						gid,
						target: userId,
						before: { role: member.role },
						after: { banned: ban },
					},
				],
			})
		})
		if (stored.ok && ban) await addressHolds.hold(appId, gid, userId)
		return stored.ok ? ok({}) : stored
	}
}

/** The row of a person who left or whose ban was lifted: a silence still applies if they return at once. */
function departure(
	group: GroupRow,
	row: MemberRow,
	now: Instant,
): { members: [MemberRow] } | { removedMembers: [ImUserId] } {
	if (!isSilenced(row, now)) return { removedMembers: [row.uid] }
	return { members: [{ ...row, role: memberRoles.common, banned: false, hasLeft: !isChatRoom(group) }] }
}

const createUpdateMember = (deps: GroupDeps): CallHandlers['groupUpdateMember'] => {
	const { access, addressHolds } = deps
	return async (context, data) => {
		const { gid, userId } = data
		const stored = await access.write(context, 'groupUpdateMember', gid, async state => {
			const target = await findTarget(deps, context, state.group, userId)
			if (!target.ok) return target
			if (data.banned !== undefined) {
				const isAlone = data.nickName === undefined && data.role === undefined && data.silence === undefined
				return isAlone ? liftBan(deps, context, state, target.value) : refuseData('banned: sent with nothing else')
			}
			return updateTarget(deps, context, { state, data, target: target.value })
		})
		if (stored.ok && data.banned === false) await addressHolds.release(context.caller.appId, gid, userId)
		return stored.ok ? ok({}) : stored
	}
}

function liftBan(
	{ timers }: GroupDeps,
	{ caller: { uid } }: CallContext,
	{ group, effectiveRole }: GroupAccessState,
	{ member, profile }: Target,
): Result<GroupWriteParts, Refusal> {
	if (!mayActOn({ uid, effectiveRole }, member)) return refuse('noPromise')
	if (!member.banned) return refuse('alreadyDone')
	const now = timers.now()
	// Tells clients that they are not a member; otherwise the end of a ban would look like a new name.
	const shown = { ...wireMember(group, { ...member, banned: false }, profile, now), banned: false }
	return ok({
		conversation: { events: [memberUpdated(uid, shown)], ...departure(group, member, now) },
		audit: [
			{
				actor: uid,
				action: 'unban',
				gid: group.id,
				target: member.uid,
				before: { banned: true },
				after: { banned: false },
			},
		],
	})
}

function updateTarget(
	{ timers, words }: GroupDeps,
	{ caller: { appId, uid } }: CallContext,
	{
		state: { group, effectiveRole },
		data,
		target: { member, profile },
	}: { state: GroupAccessState; data: CallData<'groupUpdateMember'>; target: Target },
): Result<GroupWriteParts, Refusal> {
	const now = timers.now()
	const hasAccount = profile !== undefined && !profile.isGuest
	const changed = changedMember({ uid, effectiveRole }, { group, member, hasAccount }, data, now)
	if (!changed.ok) return changed
	const after = changed.value
	if (after.nickName !== null && words.refuses(appId, after.nickName)) return refuse('wordRefused')
	if (isDeepStrictEqual(after, member)) return ok({})
	return ok(memberChange(group, uid, { before: member, after, profile, now }))
}
