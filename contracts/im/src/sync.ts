import type { PushName } from './exchangePackets.ts'

/** Parts of the SDK; the first three are always on (SYNC-07, SYNC-08). */
export const imModules = ['public', 'user', 'system', 'notice', 'friend', 'chat', 'video', 'muc'] as const
export type ImModule = (typeof imModules)[number]

/**
 * Options kept in sync between server and client, one key each (SYNC-05), with the module that must be enabled for an
 * option to be pulled.
 */
export const moduleOfOption = {
	notice: 'notice',
	broadcast: 'notice',
	chat: 'chat',
	friend: 'friend',
	friend_apply: 'friend',
	group: 'muc',
	group_chat: 'muc',
	notice_group: 'muc',
	notice_group_sys: 'muc',
	video: 'video',
} as const satisfies Record<string, ImModule>
export type SyncOption = keyof typeof moduleOfOption
export const syncOptions = /* @__PURE__ */ Object.keys(moduleOfOption) as SyncOption[]

/** The options whose data are conversations; the others are lists of a person's own. */
export const conversationOptions = ['chat', 'group_chat'] as const satisfies SyncOption[]
export type ConversationOption = (typeof conversationOptions)[number]
export type ListOption = Exclude<SyncOption, ConversationOption | 'video'>

export const isConversationOption = (option: SyncOption): option is ConversationOption =>
	option === 'chat' || option === 'group_chat'

/** The key of an option that has nothing to pull, and of `video` always (SYNC-06). */
export const emptySyncKey = '0'

/** The list an entry belongs to, by the push that announces it; its `key` is the position there. */
export const optionOfPush = {
	friendApplication: 'friend_apply',
	friendApplicationResult: 'friend_apply',
	friendDeleted: 'friend',
	friendUpdated: 'friend',
	groupListUpdated: 'group',
	groupApplication: 'notice_group_sys',
	groupApplicationResult: 'notice_group',
	notice: 'notice',
	broadcast: 'broadcast',
} as const satisfies Partial<Record<PushName, ListOption>>
export type ListPushName = keyof typeof optionOfPush
