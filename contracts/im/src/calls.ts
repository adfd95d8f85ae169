import * as v from 'valibot'
import { ClientMessageId, Epoch, GroupId, HisId, ImAppId, ImUserId, SyncKey } from './ids.ts'
import * as imLimits from './limits.ts'
import {
	conversation,
	GroupChanges,
	GroupSettings,
	ImageUrl,
	Member,
	MessageDraft,
	Name,
	page,
	Ts,
} from './messages.ts'
import type { CallName, WriteName } from './packets.ts'
import { GroupType, MemberRole, receiveStates } from './roles.ts'
import { syncOptions } from './sync.ts'

const nothing = v.looseObject({})
const uids = (max: number) => v.pipe(v.array(ImUserId), v.minLength(1), v.maxLength(max))
const pageSize = v.optional(
	v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(imLimits.historyPage)),
	imLimits.historyPage,
)
const pageNumber = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)), 1)
const optionalText = (max: number) => v.optional(v.pipe(v.string(), v.maxLength(max)), '')

/** Events before `hisId`, or after `after`, or between the two; neither is included. Without both the newest. */
const historyRange = { hisId: v.optional(HisId), after: v.optional(HisId), count: pageSize }
const historyAnswer = v.looseObject({
	...page,
	/** True if the requested direction has more. */
	more: v.boolean(),
})
const sent = v.looseObject({ hisId: HisId, syncKey: SyncKey, ts: Ts, cmid: ClientMessageId })

const User = v.looseObject({
	userId: ImUserId,
	nickName: v.string(),
	imgUrl: v.optional(v.string()),
	guest: v.optional(v.boolean()),
})
const Friend = v.looseObject({
	...User.entries,
	remark: v.string(),
	shield: v.boolean(),
})
/** 0 waiting · 1 accepted · 2 rejected. */
export const applyStatus = { waiting: 0, accepted: 1, rejected: 2 } as const
const ApplyStatus = v.pipe(
	v.picklist(Object.values(applyStatus)),
	v.description(
		Object.entries(applyStatus)
			.map(([name, status]) => `${status} ${name}`)
			.join(', '),
	),
)
const FriendApplication = v.looseObject({
	msgId: v.string(),
	from: User,
	to: User,
	content: v.string(),
	status: ApplyStatus,
	ts: Ts,
})
const ReceiveState = v.pipe(
	v.picklist(Object.values(receiveStates)),
	v.description(
		Object.entries(receiveStates)
			.map(([name, state]) => `${state} ${name}`)
			.join(', '),
	),
)
const Group = v.looseObject({
	gid: GroupId,
	...GroupSettings.entries,
	memberCount: v.number(),
	epoch: Epoch,
	head: HisId,
})
const OwnGroup = v.looseObject({
	...Group.entries,
	role: MemberRole,
	receState: ReceiveState,
	read: HisId,
	start: HisId,
})
/** Group data without the owner and log, for people who are not members. */
const PublicGroup = v.looseObject({
	gid: GroupId,
	name: v.string(),
	introduction: v.string(),
	imgUrl: v.string(),
	mucType: GroupType,
	memberCount: v.number(),
})

/** An entry of a personal list: the push that announced it, and its place. */
export const ListEntry = v.looseObject({
	messageType: v.number(),
	key: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
	ts: Ts,
})
export type ListEntry = v.InferOutput<typeof ListEntry>

export const ConversationPage = v.looseObject({
	...conversation,
	...page,
	after: HisId,
	discontinuity: v.optional(v.boolean()),
	more: v.boolean(),
	read: v.optional(HisId),
})
export type ConversationPage = v.InferOutput<typeof ConversationPage>

/** Position in a log: `epoch.hisId`. */
const Cursor = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}\.\d{1,15}$/))
const gid = { gid: GroupId }

/** Input and answer of every call; answers carry them next to `code` and `msg`. */
export const calls = {
	login: {
		input: v.looseObject({
			uid: ImUserId,
			appId: ImAppId,
			token: v.pipe(v.string(), v.maxLength(2_048)),
			appVersion: v.optional(v.pipe(v.string(), v.maxLength(64)), ''),
			jid: v.optional(v.pipe(v.string(), v.maxLength(130)), ''),
			/** Ends the session on another device of the same person; another tab of the same device stays. */
			deviceId: optionalText(imLimits.deviceIdLength),
			sdkVersion: optionalText(32),
		}),
		answer: v.looseObject({
			/** Id of this session on the server. */
			session: v.string(),
			now: Ts,
			user: User,
			/** Expiry of the token; the client logs in again with a new one before it. */
			expiresAt: Ts,
		}),
	},
	logout: { input: nothing, answer: nothing },
	userInfo: { input: v.looseObject({ userIds: uids(100) }), answer: v.looseObject({ list: v.array(User) }) },
	syncKeys: { input: nothing, answer: v.looseObject({ keys: v.record(v.picklist(syncOptions), SyncKey) }) },
	sync: {
		input: v.looseObject({
			option: v.picklist(syncOptions),
			syncKey: v.optional(SyncKey, ''),
			/**
			 * For `chat` and `group_chat`: the client's position in each conversation it knows, by the other person or group.
			 */
			cursors: v.optional(v.record(v.pipe(v.string(), v.maxLength(64)), Cursor), {}),
		}),
		answer: v.looseObject({
			option: v.picklist(syncOptions),
			/** Store it once everything that came with it is applied. */
			syncKey: SyncKey,
			nextPage: v.boolean(),
			/** For lists. */
			list: v.array(ListEntry),
			/** The list was reset: the client's copy is void. */
			reset: v.optional(v.boolean()),
			/** For `chat` and `group_chat`. */
			conversations: v.optional(v.array(ConversationPage)),
		}),
	},
	noticeSearch: {
		/** `before`: the `ts` of the previous page's last entry; entries of one instant are in one page. */
		input: v.looseObject({ keywords: optionalText(100), before: v.optional(Ts), count: pageSize }),
		answer: v.looseObject({ list: v.array(ListEntry), more: v.boolean() }),
	},

	chatSend: { input: v.looseObject({ ...MessageDraft.entries, userId: ImUserId }), answer: sent },
	chatHistory: { input: v.looseObject({ userId: ImUserId, ...historyRange }), answer: historyAnswer },
	chatRevoke: { input: v.looseObject({ userId: ImUserId, hisId: HisId }), answer: nothing },

	friendApply: {
		input: v.looseObject({ userId: ImUserId, content: optionalText(imLimits.maxContentLength) }),
		answer: v.looseObject({ msgId: v.string(), status: ApplyStatus }),
	},
	friendHandleApply: { input: v.looseObject({ msgId: v.string(), accept: v.boolean() }), answer: nothing },
	friendDelete: { input: v.looseObject({ userId: ImUserId }), answer: nothing },
	friendList: { input: nothing, answer: v.looseObject({ list: v.array(Friend) }) },
	friendApplyStatus: {
		input: v.looseObject({ userId: ImUserId }),
		answer: v.looseObject({ friend: v.boolean(), application: v.optional(FriendApplication) }),
	},
	friendShield: { input: v.looseObject({ userId: ImUserId, shield: v.boolean() }), answer: nothing },
	friendApplyList: {
		input: v.looseObject({ page: pageNumber, count: pageSize }),
		answer: v.looseObject({ list: v.array(FriendApplication), more: v.boolean() }),
	},
	friendModifyInfo: { input: v.looseObject({ userId: ImUserId, remark: Name }), answer: nothing },

	groupInvite: {
		input: v.looseObject({ ...gid, userIds: uids(100) }),
		/** People who were added; the others were already members, are banned, or are at their limit of groups. */
		answer: v.looseObject({ added: v.array(ImUserId) }),
	},
	groupMemberList: {
		input: v.looseObject({ ...gid, page: pageNumber, count: pageSize, banned: v.optional(v.boolean(), false) }),
		answer: v.looseObject({ list: v.array(Member), total: v.number(), more: v.boolean() }),
	},
	groupSend: {
		input: v.looseObject({
			...MessageDraft.entries,
			...gid,
			/** The sender's own claims; the server delivers its own data instead (IMCALL-18). */
			userId: v.optional(v.string()),
			imgUrl: v.optional(v.string()),
			nickName: v.optional(v.string()),
			role: v.optional(v.number()),
		}),
		answer: sent,
	},
	groupHistory: { input: v.looseObject({ ...gid, ...historyRange }), answer: historyAnswer },
	groupCreate: {
		input: v.looseObject({
			...GroupChanges.entries,
			name: GroupSettings.entries.name,
			mucType: v.optional(GroupType, 0),
			userIds: v.optional(v.pipe(v.array(ImUserId), v.maxLength(100)), []),
		}),
		answer: v.looseObject({ gid: GroupId }),
	},
	groupList: {
		/** `rooms`: the chat rooms one owns or manages, instead of groups. */
		input: v.looseObject({ rooms: v.optional(v.boolean(), false) }),
		answer: v.looseObject({ list: v.array(OwnGroup) }),
	},
	groupLeave: { input: v.looseObject(gid), answer: nothing },
	groupLeaveMany: {
		input: v.looseObject({ gids: v.pipe(v.array(GroupId), v.minLength(1), v.maxLength(imLimits.maxGroupsByOthers)) }),
		/** Groups that were left; the others are owned by the caller, do not have them as a member, or no longer exist. */
		answer: v.looseObject({ left: v.array(GroupId) }),
	},
	groupKick: {
		input: v.looseObject({ ...gid, userId: ImUserId, ban: v.optional(v.boolean(), false) }),
		answer: nothing,
	},
	groupUpdateInfo: {
		input: v.looseObject({
			...gid,
			...v.pick(GroupChanges, ['name', 'introduction', 'mucType', 'silenceAll', 'slowModeS']).entries,
		}),
		answer: nothing,
	},
	groupShield: { input: v.looseObject({ ...gid, receState: ReceiveState }), answer: nothing },
	groupDelete: { input: v.looseObject(gid), answer: nothing },
	groupUpdateMember: {
		input: v.looseObject({
			...gid,
			userId: ImUserId,
			/** The caller's own name in the group; an owner or manager may set another member's. */
			nickName: v.optional(Name),
			/** By the owner: manager or common. */
			role: v.optional(v.picklist([0, 2])),
			/** Seconds from now a member may not write; 0 lifts it. */
			silence: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365 * 86_400))),
			/** Lifts a ban; sent alone. */
			banned: v.optional(v.literal(false)),
		}),
		answer: nothing,
	},
	groupUpdateImage: { input: v.looseObject({ ...gid, imgUrl: ImageUrl }), answer: nothing },
	groupInfo: { input: v.looseObject(gid), answer: v.looseObject({ group: OwnGroup }) },
	groupUpdateAnnouncement: {
		input: v.looseObject({ ...gid, announcement: GroupSettings.entries.announcement }),
		answer: nothing,
	},
	groupQrCode: {
		input: v.looseObject(gid),
		/** Scanning `url` admits a person to the group until `expiresAt`. */
		answer: v.looseObject({ url: v.string(), expiresAt: Ts }),
	},
	groupApply: {
		input: v.looseObject({
			...gid,
			content: optionalText(imLimits.maxContentLength),
			/** Code of the QR code: admits without approval. */
			code: optionalText(512),
		}),
		answer: v.looseObject({ msgId: v.optional(v.string()), status: ApplyStatus }),
	},
	groupOperateApply: {
		input: v.looseObject({ ...gid, msgId: v.string(), accept: v.boolean() }),
		answer: nothing,
	},
	groupPublicInfo: { input: v.looseObject(gid), answer: v.looseObject({ group: PublicGroup }) },
	groupChangeOwner: { input: v.looseObject({ ...gid, userId: ImUserId }), answer: nothing },
	groupRevoke: { input: v.looseObject({ ...gid, hisId: HisId }), answer: nothing },
	groupUnread: {
		/** With `hisId` everything up to it is marked as read; without it only counted. */
		input: v.looseObject({ ...gid, hisId: v.optional(HisId) }),
		answer: v.looseObject({ unread: v.number(), read: HisId }),
	},
	groupPoll: {
		input: v.looseObject({
			...gid,
			/** Position to continue after; without it, the head. */
			hisId: v.optional(HisId),
			epoch: v.optional(Epoch),
			/** Maximum time the server may hold the answer while it has nothing to return. */
			waitMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(imLimits.maxPollWaitMs)), 0),
			/**
			 * Maximum number of messages per second this client wants; the rest is skipped and counted. Rounded down to one
			 * of `roomRates`.
			 */
			maxRate: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(1_000))),
			/** False: only this answer is sent to the connection, which stops listening to the room. */
			listen: v.optional(v.boolean(), true),
		}),
		answer: v.looseObject({
			...page,
			/** Position after which `list` begins, and after which to continue. */
			after: HisId,
			pullKey: HisId,
			discontinuity: v.optional(v.boolean()),
			more: v.boolean(),
			role: MemberRole,
			group: PublicGroup,
		}),
	},
} satisfies Record<CallName, { input: v.GenericSchema<Record<string, unknown>>; answer: v.GenericSchema }>

/** Field of every write except sending messages: a repeated write gets the same answer. */
export const writeId = v.looseObject({ requestId: v.optional(ClientMessageId) })
export type WithRequestId<N extends CallName> = N extends WriteName ? { requestId?: string } : object

/** Input of a call: as a client writes it, and as a handler receives it. */
export type CallInput<N extends CallName> = v.InferInput<(typeof calls)[N]['input']>
export type CallData<N extends CallName> = v.InferOutput<(typeof calls)[N]['input']>
export type CallAnswer<N extends CallName> = v.InferOutput<(typeof calls)[N]['answer']>

/** Fields of every answer. */
export const AnswerHead = v.looseObject({
	code: v.number(),
	/** For readers of logs; a client shows its own text. */
	msg: v.optional(v.string()),
	retryAfterMs: v.optional(v.number()),
})
export type AnswerHead = v.InferOutput<typeof AnswerHead>
export { Friend, FriendApplication, Group, OwnGroup, PublicGroup, User }
