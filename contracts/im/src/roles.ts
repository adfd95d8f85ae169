import * as v from 'valibot'
import { type GroupTypeName, groupTypes } from './groupTypes.ts'
import type { CallName } from './packets.ts'

// The schemas are marked as pure, so that the SDK has the numbers without them.

export const GroupType = /* @__PURE__ */ v.picklist(/* @__PURE__ */ Object.values(groupTypes))
export type GroupType = v.InferOutput<typeof GroupType>

/** Role of a person in a group, as messages carry it (IMCALL-19). */
export const memberRoles = { guest: -2, restricted: -1, common: 0, owner: 1, manager: 2 } as const
export type MemberRoleName = keyof typeof memberRoles
export const MemberRole = /* @__PURE__ */ v.picklist(/* @__PURE__ */ Object.values(memberRoles))
export type MemberRole = v.InferOutput<typeof MemberRole>

/**
 * The ways people join a group, and whether non-members can see it.
 * - `invitation`: an owner, a manager or (if `membersInvite` is set) a member adds them
 * - `application`: they apply, and an owner or a manager accepts
 * - `free`: applying admits them
 */
export const groupKinds: Record<
	GroupTypeName,
	{ entry: 'invitation' | 'application' | 'free'; isVisible: boolean; membersInvite: boolean; guests: boolean }
> = {
	COMMON: { entry: 'application', isVisible: true, membersInvite: true, guests: false },
	PRIVATE: { entry: 'invitation', isVisible: false, membersInvite: false, guests: false },
	FORUM: { entry: 'free', isVisible: true, membersInvite: true, guests: false },
	PUBLIC: { entry: 'free', isVisible: true, membersInvite: true, guests: false },
	/** Read by all listeners; it keeps no member list. */
	CHATROOM: { entry: 'free', isVisible: true, membersInvite: true, guests: true },
}

export const groupTypeName = (type: number): GroupTypeName | undefined =>
	(Object.keys(groupTypes) as GroupTypeName[]).find(name => groupTypes[name] === type)

/** A person's effective role in a group when a call is judged. */
export const effectiveRoles = ['owner', 'manager', 'common', 'silenced', 'guest', 'none', 'banned'] as const
/**
 * `silenced`: a member who may temporarily not write (`restricted` on the wire) · `guest`: without an account, in a
 * chat room · `none`: not a member; not used in chat rooms, where everyone present is `common` or `guest` · `banned`:
 * may not rejoin.
 */
export type EffectiveRole = (typeof effectiveRoles)[number]

type GroupCall = Extract<CallName, `group${string}`>
/** Calls that are about one group; the others name none. */
export type GroupRightsCall = Exclude<GroupCall, 'groupCreate' | 'groupList' | 'groupLeaveMany'>

/**
 * Rights in a group, which the source leaves open (IMCALL-44). A call that is not allowed gets `noPromise`,
 * `notMember`, `banned` or `silenced`, and `missing` if the caller may not know that the group exists. Some rights
 * depend on more: see {@link groupKinds}; and a manager acts on members only, never on the owner or another manager.
 */
export const groupRights: Record<GroupRightsCall, readonly EffectiveRole[]> = {
	groupSend: ['owner', 'manager', 'common', 'guest'],
	groupHistory: ['owner', 'manager', 'common', 'silenced', 'guest'],
	groupPoll: ['owner', 'manager', 'common', 'silenced', 'guest'],
	groupInfo: ['owner', 'manager', 'common', 'silenced', 'guest'],
	groupPublicInfo: ['owner', 'manager', 'common', 'silenced', 'guest', 'none'],
	groupMemberList: ['owner', 'manager', 'common', 'silenced'],
	groupUnread: ['owner', 'manager', 'common', 'silenced'],
	groupShield: ['owner', 'manager', 'common', 'silenced'],
	groupLeave: ['manager', 'common', 'silenced', 'guest'],
	groupQrCode: ['owner', 'manager', 'common'],
	groupApply: ['none'],
	groupInvite: ['owner', 'manager', 'common'],
	groupRevoke: ['owner', 'manager', 'common', 'guest'],
	groupUpdateMember: ['owner', 'manager', 'common', 'silenced'],
	groupKick: ['owner', 'manager'],
	groupUpdateInfo: ['owner', 'manager'],
	groupUpdateImage: ['owner', 'manager'],
	groupUpdateAnnouncement: ['owner', 'manager'],
	groupOperateApply: ['owner', 'manager'],
	groupChangeOwner: ['owner'],
	groupDelete: ['owner'],
}

/**
 * Calls a person without an account may make that concern no group; all others get `noPromise`. For calls that name a
 * group, {@link groupRights} decide.
 */
const guestCalls: readonly CallName[] = ['login', 'logout', 'userInfo', 'syncKeys', 'sync', 'noticeSearch']

export const mayGuestCall = (name: CallName): boolean => guestCalls.includes(name) || name in groupRights

/** People in the room of a meeting also write to one another; the server decides to whom. */
export const mayParticipantCall = (name: CallName): boolean =>
	mayGuestCall(name) || name === 'chatSend' || name === 'chatHistory' || name === 'chatRevoke'

/** Notification settings for a group's messages (`receState`): the server pushes them all anyway. */
export const receiveStates = { all: 0, silent: 1, none: 2 } as const
