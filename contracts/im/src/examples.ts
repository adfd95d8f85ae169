import * as answerCodes from './answerCodes.ts'
import type { CallAnswer, CallInput } from './calls.ts'
import type { PushName } from './exchangePackets.ts'
import type { CallName } from './packets.ts'
import type { PushData } from './pushes.ts'

/** One valid input and answer of every call, and one of every push: SPEC.md and the golden vectors are made of them. */

const ts = 1_795_300_000_000
const epoch = 'q3Jx9'
const ids = { li: 'u-lilei', han: 'u-hanmei', guest: 'g-7f31c0de52a94be1', gid: 'gr-design' }
const li = { userId: ids.li, nickName: 'Li Lei', imgUrl: '' }
const han = { userId: ids.han, nickName: 'Han Mei', imgUrl: '' }
const liMember = { ...li, role: 0 }
const message = {
	hisId: 42,
	ts,
	userId: ids.li,
	cmid: '0199c0de-7d1e-7aa0-9b1c-5f2d3c4b5a69',
	type: 0,
	content: '大家好 👋',
	sendUserName: 'Li Lei',
	imgUrl: '',
	role: 0,
}
const group = {
	gid: ids.gid,
	name: 'Design',
	introduction: '',
	imgUrl: '',
	announcement: '',
	mucType: 0,
	owner: ids.han,
	silenceAll: false,
	slowModeS: 0,
	memberCount: 2,
	epoch,
	head: 42,
}
const ownGroup = { ...group, role: 0, receState: 0, read: 40, start: 0 }
const publicGroup = { gid: ids.gid, name: 'Design', introduction: '', imgUrl: '', mucType: 0, memberCount: 2 }
const friend = { ...han, remark: 'Mei', shield: false }
const application = { msgId: 'fa-81', from: li, to: han, content: 'Li from sales', status: 0, ts }
const entry = (messageType: number) => ({ messageType, key: 7, ts })
const page = { epoch, list: [message], head: 42, min: 1 }
const batch = <E>(event: E) => ({ gid: ids.gid, epoch, from: 42, to: 42, list: [event] })
const logged = { hisId: 42, ts, userId: ids.han }
const sent = { hisId: 42, syncKey: `${epoch}.42`, ts, cmid: message.cmid }
const emptyKeys = { notice: '0', broadcast: '0', chat: '0', friend: '0', friend_apply: '0', video: '0' }

type CallExample = { input: unknown; answer: unknown }

export const callExamples = {
	login: {
		input: {
			uid: ids.li,
			appId: 'default',
			token: 'eyJ…',
			appVersion: '6.3.0',
			jid: `${ids.li}/default`,
			deviceId: '9f86d081884c7d659a2f',
			sdkVersion: '2.1.14',
		},
		answer: { session: 's-5', now: ts, user: { ...li, guest: false }, expiresAt: ts + 86_400_000 },
	},
	logout: { input: {}, answer: {} },
	userInfo: { input: { userIds: [ids.han] }, answer: { list: [han] } },
	syncKeys: {
		input: {},
		answer: {
			keys: {
				...emptyKeys,
				group: `${epoch}.3`,
				group_chat: `${epoch}.2-42`,
				notice_group: '0',
				notice_group_sys: '0',
			},
		},
	},
	sync: {
		input: { option: 'group_chat', syncKey: `${epoch}.2-41`, cursors: { [ids.gid]: `${epoch}.41` } },
		answer: {
			option: 'group_chat',
			syncKey: `${epoch}.2-42`,
			nextPage: false,
			list: [],
			conversations: [{ gid: ids.gid, ...page, after: 41, more: false, read: 40 }],
		},
	},
	noticeSearch: { input: { keywords: 'update', count: 20 }, answer: { list: [entry(9017)], more: false } },

	chatSend: { input: { userId: ids.han, content: '在吗？', cmid: message.cmid }, answer: sent },
	chatHistory: { input: { userId: ids.han, hisId: 43, count: 20 }, answer: { ...page, more: true } },
	chatRevoke: { input: { userId: ids.han, hisId: 42 }, answer: {} },

	friendApply: { input: { userId: ids.han, content: 'Li from sales' }, answer: { msgId: 'fa-81', status: 0 } },
	friendHandleApply: { input: { msgId: 'fa-81', accept: true }, answer: {} },
	friendDelete: { input: { userId: ids.han }, answer: {} },
	friendList: { input: {}, answer: { list: [friend] } },
	friendApplyStatus: { input: { userId: ids.han }, answer: { friend: false, application } },
	friendShield: { input: { userId: ids.han, shield: true }, answer: {} },
	friendApplyList: { input: { page: 1, count: 20 }, answer: { list: [application], more: false } },
	friendModifyInfo: { input: { userId: ids.han, remark: 'Mei' }, answer: {} },

	groupInvite: { input: { gid: ids.gid, userIds: [ids.li] }, answer: { added: [ids.li] } },
	groupMemberList: { input: { gid: ids.gid, page: 1 }, answer: { list: [liMember], total: 2, more: false } },
	groupSend: {
		input: {
			gid: ids.gid,
			content: '大家好 👋',
			type: 0,
			cmid: message.cmid,
			userId: ids.li,
			imgUrl: '',
			nickName: 'Li Lei',
			role: 0,
		},
		answer: sent,
	},
	groupHistory: { input: { gid: ids.gid, after: 40, hisId: 43 }, answer: { ...page, more: false } },
	groupCreate: { input: { name: 'Design', mucType: 0, userIds: [ids.li] }, answer: { gid: ids.gid } },
	groupList: { input: {}, answer: { list: [ownGroup] } },
	groupLeave: { input: { gid: ids.gid }, answer: {} },
	groupLeaveMany: { input: { gids: [ids.gid] }, answer: { left: [ids.gid] } },
	groupKick: { input: { gid: ids.gid, userId: ids.li, ban: true }, answer: {} },
	groupUpdateInfo: { input: { gid: ids.gid, name: 'Design & UX', silenceAll: true }, answer: {} },
	groupShield: { input: { gid: ids.gid, receState: 1 }, answer: {} },
	groupDelete: { input: { gid: ids.gid }, answer: {} },
	groupUpdateMember: { input: { gid: ids.gid, userId: ids.li, silence: 600 }, answer: {} },
	groupUpdateImage: { input: { gid: ids.gid, imgUrl: 'https://meet.example.org/files/a.png' }, answer: {} },
	groupInfo: { input: { gid: ids.gid }, answer: { group: ownGroup } },
	groupUpdateAnnouncement: { input: { gid: ids.gid, announcement: 'Review on Friday' }, answer: {} },
	groupQrCode: {
		input: { gid: ids.gid },
		answer: { url: `https://meet.example.org/im/group?gid=${ids.gid}&code=eyJ…`, expiresAt: ts + 604_800_000 },
	},
	groupApply: { input: { gid: ids.gid, content: 'Please let me in' }, answer: { msgId: 'ga-12', status: 0 } },
	groupOperateApply: { input: { gid: ids.gid, msgId: 'ga-12', accept: true }, answer: {} },
	groupPublicInfo: { input: { gid: ids.gid }, answer: { group: publicGroup } },
	groupChangeOwner: { input: { gid: ids.gid, userId: ids.li }, answer: {} },
	groupRevoke: { input: { gid: ids.gid, hisId: 42 }, answer: {} },
	groupUnread: { input: { gid: ids.gid, hisId: 42 }, answer: { unread: 0, read: 42 } },
	groupPoll: {
		input: { gid: ids.gid, hisId: 41, epoch, waitMs: 25_000 },
		answer: { ...page, after: 41, pullKey: 42, more: false, role: 0, group: publicGroup },
	},
} as const satisfies Record<CallName, CallExample>

const ended = (code: number) => ({ code })

export const pushExamples = {
	messagesReceived: batch(message),
	messageRevoked: batch({ ...logged, target: 41 }),
	groupUpdated: batch({ ...logged, changes: { announcement: 'Review on Friday' } }),
	groupDeleted: batch(logged),
	memberJoined: batch({ ...logged, members: [liMember] }),
	memberQuit: batch({ ...logged, member: ids.li }),
	memberKicked: batch({ ...logged, member: ids.li, banned: true }),
	memberUpdated: batch({ ...logged, member: { ...liMember, role: 2 } }),

	friendApplication: { ...entry(9010), application },
	friendApplicationResult: { ...entry(9011), application: { ...application, status: 1 } },
	friendDeleted: { ...entry(9012), userId: ids.han },
	friendUpdated: { ...entry(9013), friend },
	groupApplication: { ...entry(9014), gid: ids.gid, msgId: 'ga-12', from: li, content: 'Please let me in' },
	groupApplicationResult: { ...entry(9015), gid: ids.gid, msgId: 'ga-12', accept: true },
	groupListUpdated: { ...entry(9016), gid: ids.gid, group: ownGroup },
	notice: { ...entry(9017), title: 'Update tonight', content: 'From 23:00 for ten minutes' },
	broadcast: { ...entry(9018), title: 'Update tonight', content: 'From 23:00 for ten minutes' },
	videoNotice: { ts, from: han, meetingId: '312846905', content: 'Design review' },

	kickedOff: ended(answerCodes.userKickedOff),
	tokenExpired: ended(answerCodes.userTokenExpired),
	forcedDisconnect: ended(answerCodes.forcedDisconnect),
	unauthorised: ended(answerCodes.unauthorised),
	reconnectLater: { code: answerCodes.stopping, retryAfterMs: 1_200 },
	heads: { ts, heads: { [ids.gid]: 42, [`u:${ids.han}`]: 9 } },
	malformed: ended(answerCodes.malformed),
} as const satisfies Record<PushName, unknown>

/** Proof that the examples have the shape of the contract, without the brands of ids. */
type Plain<T> = T extends string
	? string
	: T extends number
		? number
		: T extends object
			? { [K in keyof T]: Plain<T[K]> }
			: T
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
callExamples satisfies { [N in CallName]: DeepReadonly<Plain<{ input: CallInput<N>; answer: CallAnswer<N> }>> }
pushExamples satisfies { [N in PushName]: DeepReadonly<Plain<PushData<N>>> }
