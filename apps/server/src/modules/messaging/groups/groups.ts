import { ok, type Result } from '@parley/core'
import {
	type CallData,
	GroupId,
	type GroupRightsCall,
	type GroupSettings,
	groupTypes,
	type ImUserId,
	imLimits,
} from '@parley/im'
import * as v from 'valibot'
import { type CallContext, type CallHandlers, type Refusal, refuse, refuseData } from '../calls/context.ts'
import { epochOf } from '../model/conversation.ts'
import { type GroupRow, isThere, type MemberRow } from '../model/group.ts'
import { arrival, findWhoMayJoin } from './arrival.ts'
import { deletion, ownerChange, settingsChange } from './groupChange.ts'
import type { GroupDeps } from './groupDeps.ts'
import { effectiveRoleOf, isChatRoom, isOwnerOrManager, mayBringIn, wireRole } from './groupPolicy.ts'
import { groupListEntry, ownGroup, publicGroup } from './groupView.ts'
import { rowInRoom } from './memberChange.ts'
import { newGroupId, newGroupSettings } from './newGroup.ts'
import { qrCodeLifetimeMs } from './qrCodes.ts'

type GroupCalls =
	| 'groupCreate'
	| 'groupList'
	| 'groupInfo'
	| 'groupPublicInfo'
	| 'groupUpdateInfo'
	| 'groupUpdateImage'
	| 'groupUpdateAnnouncement'
	| 'groupDelete'
	| 'groupChangeOwner'
	| 'groupQrCode'
	| 'groupShield'

/** Handlers of groups themselves: their settings, their owner, and each member's own settings. */
export const createGroupHandlers = (deps: GroupDeps): Pick<CallHandlers, GroupCalls> => ({
	groupCreate: createCreate(deps),
	...createReads(deps),
	groupUpdateInfo: (context, { gid, name, introduction, mucType, silenceAll, slowModeS }) => {
		const changes = givenSettings({ name, introduction, mucType, silenceAll, slowModeS })
		return changeSettings(deps, context, { call: 'groupUpdateInfo', gid, changes })
	},
	groupUpdateImage: (context, { gid, imgUrl }) =>
		changeSettings(deps, context, { call: 'groupUpdateImage', gid, changes: { imgUrl } }),
	groupUpdateAnnouncement: (context, { gid, announcement }) =>
		changeSettings(deps, context, { call: 'groupUpdateAnnouncement', gid, changes: { announcement } }),
	groupDelete: createDelete(deps),
	groupChangeOwner: createChangeOwner(deps),
	groupShield: createShield(deps),
})

/** Returns whether a person owns the maximum number of groups, or chat rooms; others may hand over at most `part` of it. */
async function ownsTooMany(
	store: GroupDeps['store'],
	{ appId, uid }: Pick<CallContext['caller'], 'appId' | 'uid'>,
	isRoom: boolean,
	part = 1,
): Promise<boolean> {
	const groups = await store.listGroups(appId, uid, isRoom ? 'room' : 'group')
	const owned = groups.filter(({ group }) => group.settings.owner === uid)
	return owned.length >= part * (isRoom ? imLimits.maxOwnedRooms : imLimits.maxOwnedGroups)
}

const createCreate =
	({ store, timers, ids, write, profiles, words }: GroupDeps): CallHandlers['groupCreate'] =>
	async (context, data) => {
		const { appId, uid } = context.caller
		const stored = await write(context, async () => {
			const now = timers.now()
			const id = newGroupId(ids)
			const settings = newGroupSettings({ ...givenSettings(data), name: data.name, mucType: data.mucType, owner: uid })
			if (refusesSettings(words, appId, settings)) return refuse('wordRefused')
			const isRoom = data.mucType === groupTypes.CHATROOM
			if (await ownsTooMany(store, context.caller, isRoom)) return refuse('full')
			const others = isRoom ? [] : [...new Set(data.userIds)].filter(other => other !== uid)
			const accounts = await profiles.findAccounts(appId, [uid])
			if (!accounts.has(uid)) return refuse('accountsOnly')
			const [creator, ...invited] = await findWhoMayJoin({ store, profiles }, appId, [uid, ...others], uid)
			if (creator?.uid !== uid) return refuse('full')
			const group: GroupRow = {
				id,
				epoch: epochOf(now),
				last: 0,
				min: 1,
				version: 1,
				settings,
				memberCount: 0,
				deletedAt: null,
				createdAt: now,
			}
			const { lists, ...arrived } = arrival(group, {
				people: [creator, ...invited],
				by: uid,
				putIn: invited,
				before: [],
				now,
			})
			return ok({
				conversation: { id, create: { group: settings, epoch: group.epoch }, ...arrived },
				lists: isRoom ? [] : lists,
				answer: { gid: id },
			})
		})
		return stored.ok ? ok({ gid: v.parse(GroupId, stored.value.answer.gid) }) : stored
	}

function createReads({
	store,
	timers,
	access,
	qrCodes,
}: GroupDeps): Pick<CallHandlers, 'groupList' | 'groupInfo' | 'groupPublicInfo' | 'groupQrCode'> {
	return {
		async groupList({ caller }, { rooms }) {
			const groups = await store.listGroups(caller.appId, caller.uid, rooms ? 'room' : 'group')
			const now = timers.now()
			const list = groups.flatMap(({ group, member }) => {
				const effectiveRole = effectiveRoleOf(group, member, caller, now)
				// A room also stores rows of silenced people.
				return rooms && !isOwnerOrManager(effectiveRole) ? [] : [ownGroup(group, member, wireRole(effectiveRole))]
			})
			return ok({ list })
		},
		async groupInfo(context, { gid }) {
			// A member's own settings do not change the group's version.
			const entered = await access.enter(context, 'groupInfo', gid, true)
			if (!entered.ok) return entered
			const { group, member, effectiveRole } = entered.value
			return ok({ group: ownGroup(group, member, wireRole(effectiveRole)) })
		},
		async groupPublicInfo(context, { gid }) {
			const entered = await access.enter(context, 'groupPublicInfo', gid)
			return entered.ok ? ok({ group: publicGroup(entered.value.group) }) : entered
		},
		async groupQrCode(context, { gid }) {
			const entered = await access.enter(context, 'groupQrCode', gid, true)
			if (!entered.ok) return entered
			const { group, effectiveRole } = entered.value
			if (!mayBringIn(group, effectiveRole)) return refuse('noPromise')
			const { appId, uid } = context.caller
			const expiresAt = timers.now() + qrCodeLifetimeMs
			const { origin } = context.subscriber.connection
			return ok({ url: qrCodes.create({ appId, gid, issuer: uid, expiresAt }, origin), expiresAt })
		},
	}
}

/** Settings owner and managers change; the owner changes only by handing the group over. */
const settingNames = [
	'name',
	'introduction',
	'imgUrl',
	'announcement',
	'mucType',
	'silenceAll',
	'slowModeS',
] as const satisfies (keyof GroupSettings)[]
type SettingChanges = Partial<Pick<GroupSettings, (typeof settingNames)[number]>>

/** The settings a client sent; other fields are ignored. */
const givenSettings = (data: { [K in keyof SettingChanges]: SettingChanges[K] | undefined }): SettingChanges =>
	Object.fromEntries(settingNames.filter(name => data[name] !== undefined).map(name => [name, data[name]]))

const refusesSettings = (
	words: GroupDeps['words'],
	appId: CallContext['caller']['appId'],
	{ name = '', introduction = '', announcement = '' }: SettingChanges,
): boolean => [name, introduction, announcement].some(text => words.refuses(appId, text))

async function changeSettings(
	{ access, words }: GroupDeps,
	context: CallContext,
	{ call, gid, changes }: { call: GroupRightsCall; gid: GroupId; changes: SettingChanges },
): Promise<Result<Record<string, never>, Refusal>> {
	const { appId, uid } = context.caller
	const stored = await access.write(context, call, gid, ({ group }) => {
		if (Object.keys(changes).length === 0) return refuseData('no setting is given')
		if (changes.mucType !== undefined && becomesAnotherLog(group, changes.mucType))
			return refuseData('mucType: a group becomes no chat room, and a chat room no group')
		if (refusesSettings(words, appId, changes)) return refuse('wordRefused')
		return ok(settingsChange(group, uid, changes) ?? {})
	})
	return stored.ok ? ok({}) : stored
}

/** A room is readable by everyone and has no member list: messages stay in the log of the type they were written in. */
const becomesAnotherLog = (group: GroupRow, mucType: GroupSettings['mucType']): boolean =>
	isChatRoom(group) !== (mucType === groupTypes.CHATROOM)

const createDelete =
	({ store, access }: GroupDeps): CallHandlers['groupDelete'] =>
	async (context, { gid }) => {
		const { appId, uid } = context.caller
		const stored = await access.write(context, 'groupDelete', gid, async ({ group }) => {
			const members = isChatRoom(group) ? [] : await store.memberIds(appId, gid)
			return ok({ ...deletion(group, uid), lists: members.map(member => groupListEntry(member, gid)) })
		})
		return stored.ok ? ok({}) : stored
	}

const createChangeOwner =
	(deps: GroupDeps): CallHandlers['groupChangeOwner'] =>
	async (context, { gid, userId }) => {
		const stored = await deps.access.write(context, 'groupChangeOwner', gid, async ({ group, member }) => {
			if (userId === context.caller.uid || !member) return refuse('alreadyDone')
			const successor = await findSuccessor(deps, context, group, userId)
			if (!successor.ok) return successor
			return ok(await ownerChange(deps, context.caller.appId, { group, former: member, successor: successor.value }))
		})
		return stored.ok ? ok({}) : stored
	}

/** The row of the new owner: a member, in a chat room anyone with an account. */
async function findSuccessor(
	{ store, profiles, timers }: GroupDeps,
	{ caller: { appId } }: CallContext,
	group: GroupRow,
	uid: ImUserId,
): Promise<Result<MemberRow, Refusal>> {
	const [row] = await store.findMembers(appId, group.id, [uid])
	if (row && !isThere(row)) return refuse('notMember')
	// They are not asked for consent, so they must be able to own further groups.
	if (await ownsTooMany(store, { appId, uid }, isChatRoom(group), 0.5)) return refuse('full')
	if (!isChatRoom(group)) return row ? ok(row) : refuse('notMember')
	const accounts = await profiles.findAccounts(appId, [uid])
	if (!accounts.has(uid)) return refuse('missing')
	return ok(row ?? rowInRoom(uid, timers.now()))
}

const createShield =
	({ store, access }: GroupDeps): CallHandlers['groupShield'] =>
	async (context, { gid, receState }: CallData<'groupShield'>) => {
		const { appId, uid } = context.caller
		const stored = await access.write(context, 'groupShield', gid, async ({ group, member, effectiveRole }) => {
			// A room notifies its listeners only, and nothing is stored.
			if (!member || isChatRoom(group)) return refuse('noPromise')
			await store.setReceiveState(appId, gid, uid, receState)
			const shown = ownGroup(group, { ...member, receiveState: receState }, wireRole(effectiveRole))
			return ok({ lists: [groupListEntry(uid, gid, shown)] })
		})
		return stored.ok ? ok({}) : stored
	}
