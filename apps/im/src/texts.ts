import { defaultLocale, type Locale, localeTags, parseLocale } from '@parley/core'
import type { SessionState } from '@parley/im-sdk'

const zh = {
	title: '消息服务',
	otherLanguage: 'English',
	people: '切换人物',
	person: '身份',
	guest: '访客',
	pane: (name: string) => `${name} 的页面`,
	cut: '断开线路',
	join: '接回线路',
	freeze: '冻结 10 秒',
	frozen: '已冻结',
	reload: '重新加载',
	logout: '退出',
	login: '登录',
	chat: '单聊',
	group: '群组',
	room: '聊天室',
	friends: '好友',
	statistics: '统计',
	earlier: '加载更早的消息',
	write: '输入消息',
	send: '发送',
	revoke: '撤回',
	revoked: '消息已撤回',
	joined: '有人加入',
	left: '有人离开',
	changed: '会话有变更',
	kept: '重新加载前写的消息',
	empty: '还没有消息',
	asGuest: '以访客身份发言',
	guestOnlyRoom: '访客只能进入聊天室。',
	gap: (reason: string) => `此处有内容未送达（${reason}）`,
	apply: (name: string) => `申请加${name}为好友`,
	unfriend: (name: string) => `删除好友${name}`,
	applications: '好友申请',
	noApplications: '没有待处理的申请',
	from: (name: string) => `${name} 申请加你为好友`,
	sentTo: (name: string) => `已向 ${name} 提出申请`,
	accept: '接受',
	reject: '拒绝',
	isFriend: (name: string) => `${name} 已是你的好友`,
	history: '最近的状态变化与错误',
	failed: '操作失败',
	notHere: '此页面仅在演示环境的主站点提供。',
	invitation: '群邀请',
	joinGroup: '加入群组',
	joinedGroup: '你已在群组中',
	status: { waiting: '等待', sending: '发送中', sent: '已发送', rejected: '被拒绝', cancelled: '已取消' },
	states: {
		idle: '未登录',
		connecting: '连接中',
		authenticating: '验证中',
		syncing: '同步中',
		ready: '已就绪',
		reconnecting: '等待重连',
		gaveUp: '已停止重试',
		closed: '已结束',
	} satisfies Record<SessionState, string>,
}

type Texts = typeof zh

const en: Texts = {
	title: 'Messaging',
	otherLanguage: '中文',
	people: 'Switch person',
	person: 'Who this is',
	guest: 'Guest',
	pane: name => `Page of ${name}`,
	cut: 'Cut the line',
	join: 'Restore line',
	freeze: 'Freeze for 10 s',
	frozen: 'Frozen',
	reload: 'Reload',
	logout: 'Log out',
	login: 'Log in',
	chat: 'Chat',
	group: 'Group',
	room: 'Room',
	friends: 'Friends',
	statistics: 'Figures',
	earlier: 'Load earlier messages',
	write: 'Write a message',
	send: 'Send',
	revoke: 'Revoke',
	revoked: 'This message was revoked',
	joined: 'Somebody joined',
	left: 'Somebody left',
	changed: 'The conversation changed',
	kept: 'A message written before the reload',
	empty: 'No messages yet',
	asGuest: 'Talk as a guest',
	guestOnlyRoom: 'Guests enter the room only.',
	gap: reason => `Something was not delivered here (${reason})`,
	apply: name => `Ask ${name} to become a friend`,
	unfriend: name => `Remove ${name} from friends`,
	applications: 'Friend applications',
	noApplications: 'No application is waiting',
	from: name => `${name} would like to be your friend`,
	sentTo: name => `You have asked ${name}`,
	accept: 'Accept',
	reject: 'Reject',
	isFriend: name => `${name} is your friend`,
	history: 'Latest states and errors',
	failed: 'That failed',
	notHere: 'This page is on the main site of the demo only.',
	invitation: 'Invitation to a group',
	joinGroup: 'Join the group',
	joinedGroup: 'You are in the group',
	status: { waiting: 'waiting', sending: 'sending', sent: 'sent', rejected: 'refused', cancelled: 'cancelled' },
	states: {
		idle: 'Logged out',
		connecting: 'Connecting',
		authenticating: 'Logging in',
		syncing: 'Catching up',
		ready: 'Ready',
		reconnecting: 'Reconnecting',
		gaveUp: 'Stopped trying',
		closed: 'Ended',
	},
}

const stored = 'locale'

/** As the page of the product: what was chosen there counts here. */
export const locale: Locale =
	parseLocale(new URLSearchParams(location.search).get('language') ?? localStorage.getItem(stored) ?? undefined) ??
	defaultLocale
export const texts: Texts = locale === 'zh' ? zh : en
document.documentElement.lang = localeTags[locale]
document.title = `${texts.title} · Parley`

export function switchLanguage() {
	localStorage.setItem(stored, locale === 'zh' ? 'en' : 'zh')
	location.reload()
}
