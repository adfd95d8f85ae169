import type { CallArguments } from './bridge.ts'
import type { PageHandlerName, ShellHandlerName } from './handlers.ts'

/** A valid argument for every handler of the page. */
export const pageHandlerExamples = {
	updateVersionInfo: {
		versionName: '6.2.5',
		versionCode: '60205',
		hasNewVersion: false,
		appleSupport: true,
		wechatInstall: true,
		screenShare: true,
		language: 'zh',
	},
	dingTalkLogin: { openid: 'envelope-signed-by-the-shell' },
	shortLinkJoin: { meetingId: '312846905', pwd: '' },
	directJoin: { meetingId: '312846905', displayName: 'Li Lei', password: '' },
	exitMeeting: { type: 'meeting' },
	backPreviousPage: {},
	needsSetStatusColor: {},
	screenShareEnded: {},
} as const satisfies Record<PageHandlerName, object>

const meetingShare = {
	joinMeetingUrl: 'https://meet.example.org/?meetingId=312846905',
	meetingId: '312846905',
	meetingTopic: 'Design review',
	duration: 3600,
	hostDisplayName: 'Han Mei',
	startTime: '2026-11-21 14:00:00',
}

/** A valid argument for every call of the page. */
export const shellCallExamples = {
	scan: 'publicScan',
	switchSite: undefined,
	joinMeeting: {
		rtc_join_url: 'https://meet.example.org/room/312846905#ticket=example',
		meetingId: '312846905',
		displayName: 'Li Lei',
	},
	cancelShortLink: undefined,
	thirdPartyLogin: { type: 'weixin' },
	weixinLogin: undefined,
	appleLogin: undefined,
	agreementBack: undefined,
	checkAuthority: { audio: true, video: true },
	setBlackStatusColor: undefined,
	setWhiteStatusColor: undefined,
	shareMeetingInfo: meetingShare,
	shareLiveInfo: { ...meetingShare, liveUrl: 'https://meet.example.org/liveBroadcast?roomId=88', livePwd: '1234' },
	startScreenShare: { offer: 'v=0' },
	stopScreenShare: undefined,
} as const satisfies { [N in ShellHandlerName]: CallArguments<N> }

/** A valid reply to every call that has one. */
export const shellReplyExamples = {
	scan: { content: 'https://meet.example.org/?meetingId=312846905', publicScan: 'publicScan' },
	thirdPartyLogin: { info: 'envelope-signed-by-the-shell', appleId: '' },
	weixinLogin: { info: 'envelope-signed-by-the-shell' },
	appleLogin: { appleId: 'identity-token' },
	checkAuthority: { audio: true, video: false },
	startScreenShare: { answer: 'v=0', failed: false },
} as const satisfies { [N in ShellHandlerName]?: object }
