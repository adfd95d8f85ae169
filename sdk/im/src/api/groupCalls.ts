import type { CallAnswer, CallInput } from '@parley/im'
import { misuse } from '../core/errors.ts'
import type { CallOptions } from '../session/requests.ts'
import type { CallContext } from './callContext.ts'
import { type HistoryOptions, historyPages, numberedPages } from './pages.ts'

/** The input of a call about one group, without the group. */
type About<N extends 'groupKick' | 'groupUpdateInfo' | 'groupUpdateMember' | 'groupApply'> = Omit<CallInput<N>, 'gid'>

/** Actions on one group, apart from its messages. */
export function createGroupCalls({ call, setRole, stopRoom }: CallContext, gid: string) {
	async function operateApply(msgId: string, accept: boolean, options?: CallOptions) {
		if (!msgId) throw misuse('param illegal')
		await call('groupOperateApply', { gid, msgId, accept }, options)
	}
	return {
		/** Empties the content of a message, for all members. */
		revoke: (hisId: number, options?: CallOptions): Promise<CallAnswer<'groupRevoke'>> =>
			call('groupRevoke', { gid, hisId }, options),
		async info(options?: CallOptions): Promise<CallAnswer<'groupInfo'>['group']> {
			const { group } = await call('groupInfo', { gid }, options)
			setRole(gid, group.role)
			return group
		},
		/** Group data visible to non-members. */
		publicInfo: async (options?: CallOptions): Promise<CallAnswer<'groupPublicInfo'>['group']> =>
			(await call('groupPublicInfo', { gid }, options)).group,
		members: ({ limit = 100, banned = false } = {}): AsyncGenerator<CallAnswer<'groupMemberList'>, void> =>
			numberedPages(page => call('groupMemberList', { gid, page, count: limit, banned })),
		history: (options: HistoryOptions = {}): AsyncGenerator<CallAnswer<'groupHistory'>, void> =>
			historyPages(options, range => call('groupHistory', { gid, ...range })),
		invite: async (userIds: string[], options?: CallOptions) =>
			(await call('groupInvite', { gid, userIds }, options)).added,
		leave: (options?: CallOptions): Promise<CallAnswer<'groupLeave'>> => call('groupLeave', { gid }, options),
		kick: (member: About<'groupKick'>, options?: CallOptions): Promise<CallAnswer<'groupKick'>> =>
			call('groupKick', { gid, ...member } as never, options),
		update: (changes: About<'groupUpdateInfo'>, options?: CallOptions): Promise<CallAnswer<'groupUpdateInfo'>> =>
			call('groupUpdateInfo', { gid, ...changes } as never, options),
		updateImage: (imgUrl: string, options?: CallOptions): Promise<CallAnswer<'groupUpdateImage'>> =>
			call('groupUpdateImage', { gid, imgUrl }, options),
		updateAnnouncement: (announcement: string, options?: CallOptions): Promise<CallAnswer<'groupUpdateAnnouncement'>> =>
			call('groupUpdateAnnouncement', { gid, announcement }, options),
		updateMember: (
			member: About<'groupUpdateMember'>,
			options?: CallOptions,
		): Promise<CallAnswer<'groupUpdateMember'>> => call('groupUpdateMember', { gid, ...member } as never, options),
		changeOwner: (userId: string, options?: CallOptions): Promise<CallAnswer<'groupChangeOwner'>> =>
			call('groupChangeOwner', { gid, userId }, options),
		/**
		 * `receState`: how to notify of its messages: 0 as usual, 1 without a sound, 2 not at all. They arrive in any case.
		 */
		shield: (
			receState: CallInput<'groupShield'>['receState'],
			options?: CallOptions,
		): Promise<CallAnswer<'groupShield'>> => call('groupShield', { gid, receState }, options),
		async delete(options?: CallOptions) {
			await call('groupDelete', { gid }, options)
			// POLL-04
			stopRoom(gid, 'deleted')
		},
		/** Creates a link that adds people to the group, to be shown as a QR code. */
		qrCode: (options?: CallOptions): Promise<CallAnswer<'groupQrCode'>> => call('groupQrCode', { gid }, options),
		apply: (application: About<'groupApply'> = {}, options?: CallOptions): Promise<CallAnswer<'groupApply'>> =>
			call('groupApply', { gid, ...application } as never, options),
		/** IMCALL-35 */
		acceptApplication: (msgId: string, options?: CallOptions) => operateApply(msgId, true, options),
		rejectApplication: (msgId: string, options?: CallOptions) => operateApply(msgId, false, options),
		unread: (options?: CallOptions): Promise<CallAnswer<'groupUnread'>> => call('groupUnread', { gid }, options),
		/** Marks everything up to that position as read. */
		markRead: (hisId: number, options?: CallOptions): Promise<CallAnswer<'groupUnread'>> =>
			call('groupUnread', { gid, hisId }, options),
	}
}

export function createGroupsCalls({ call, setRole }: CallContext) {
	return {
		create: async (input: CallInput<'groupCreate'>, options?: CallOptions) =>
			(await call('groupCreate', input, options)).gid,
		/**
		 * Leaves up to 300 groups; returns those that were left. The others are owned by the user, do not have them as a
		 * member, or no longer exist.
		 */
		leave: async (gids: string[], options?: CallOptions): Promise<string[]> =>
			(await call('groupLeaveMany', { gids }, options)).left,
		/**
		 * Lists the user's groups; with `rooms` the chat rooms they own or manage instead. Rooms they only listen to are in
		 * neither list.
		 */
		async list(options?: CallOptions & { rooms?: boolean }): Promise<CallAnswer<'groupList'>['list']> {
			const { list } = await call('groupList', options?.rooms ? { rooms: true } : {}, options)
			for (const { gid, role } of list) setRole(gid, role)
			return list
		},
	}
}
