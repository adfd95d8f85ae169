/** A screen's address. Its place in the table says which way the page slides (ROUTE-49, ROUTE-50). */
export interface RouteEntry {
	path: `/${string}`
	/**
	 * The folder under `screens/` whose `index.ts` shows it as `Screen` and names it as `title`. Without one the address
	 * is not found, and a link to it does not compile.
	 */
	screen?: string
	/** Keys of the query it reads; every value stays a string. */
	search?: readonly string[]
	/** Keeps answers of the server while one moves between screens: brings the query library along. */
	queries?: true
}

/** Every address of the product, from the outside in. */
export const table = [
	{ path: '/', screen: 'Landing' },
	{ path: '/Index', screen: 'Landing' },
	{ path: '/noSupport' },
	{ path: '/invite', search: ['code'] },
	{ path: '/publicMeeting', queries: true },
	{ path: '/joinQuickly', screen: 'JoinQuickly', search: ['meetingId', 'from'] },
	{ path: '/bootLogin/$meetingId/$publicJoin/$hasPwd' },
	{
		path: '/Login',
		screen: 'Login',
		search: [
			'meetingId',
			'publicJoin',
			'hasPwd',
			'needLogin',
			'isFromVerify',
			'from',
			'meeting',
			'isShortLogin',
			'liveLogin',
			'roomId',
		],
	},
	{ path: '/DingTalkLogin', search: ['openid'] },
	{ path: '/loginBindPhone', search: ['needLogin', 'meetingId', 'publicJoin', 'hasPwd'] },
	{ path: '/loginBindOA', search: ['needLogin', 'meetingId', 'publicJoin', 'hasPwd'] },
	{ path: '/bindPhone' },
	{ path: '/Register', search: ['meetingId', 'publicJoin', 'hasPwd', 'needLogin'] },
	{ path: '/perfectInfo', search: ['token', 'meetingId', 'publicJoin'] },
	{
		path: '/forgetPwd/phoneRetrieve',
		search: ['title', 'mobile', 'mobileCode', 'iswx', 'isApple', 'needLogin', 'meetingId'],
	},
	{ path: '/forgetPwd/oaVerification', search: ['title', 'oaName', 'isApple', 'iswx'] },
	{ path: '/forgetPwd/resetPwd', search: ['token'] },
	{ path: '/Protocol', search: ['isSelf'] },
	{ path: '/Law', search: ['isSelf'] },
	{ path: '/Privacy', search: ['isSelf'] },
	{ path: '/Login/ScanJoin/$meetingId' },
	{ path: '/Login/ScanResult', search: ['status'] },
	{ path: '/scanNoResult' },
	{ path: '/scanNoExit' },
	{ path: '/MeetingList', screen: 'MeetingList', queries: true },
	{ path: '/allMeetings', queries: true },
	{ path: '/companies', queries: true },
	{
		path: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
		screen: 'JoinMeeting',
		search: ['meeting', 'password', 'from'],
	},
	{ path: '/detail/$meetingId', screen: 'MeetingDetail', queries: true },
	{ path: '/liveDetail/$meetingId', queries: true },
	{ path: '/preview', search: ['from', 'meetingId'], queries: true },
	{ path: '/MeetingList/CreateMeeting', screen: 'CreateMeeting' },
	{ path: '/MeetingList/EditMeeting', search: ['meetingId'], queries: true },
	{ path: '/frequency', search: ['from'], queries: true },
	{ path: '/selectMembers', search: ['from', 'isOA'], queries: true },
	{ path: '/searchMembers', search: ['from', 'isOA'], queries: true },
	{ path: '/members', search: ['from', 'isOA'], queries: true },
	{ path: '/searchHost', search: ['from', 'isOA'], queries: true },
	{ path: '/EditLiveDetails', search: ['from'], queries: true },
	{ path: '/liveBackground', search: ['from'], queries: true },
	{ path: '/MeetingList/Personal', queries: true },
	{ path: '/MeetingList/Personal/AboutUs' },
	{ path: '/MeetingList/Personal/PersonalInfoChange', queries: true },
	{ path: '/MeetingList/Personal/ModifyPwd', queries: true },
	{ path: '/MeetingList/Personal/help' },
	{ path: '/MeetingList/Personal/helpDetails', search: ['value'] },
	{ path: '/complaints', queries: true },
	{ path: '/verify', search: ['roomId'] },
	{ path: '/noRoom' },
	{ path: '/liveBroadcast', search: ['roomId', 'token', 'details', 'liveLogin'] },
	{ path: '/room/$meetingId', screen: 'Room' },
] as const satisfies readonly RouteEntry[]
