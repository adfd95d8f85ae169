/** A screen's address. Its place in the table says which way the page slides (ROUTE-49, ROUTE-50). */
export interface RouteEntry {
	path: `/${string}`
	/**
	 * The folder under `screens/` whose `<Name>.screen.tsx` exports it as `Screen` with its `title`. Without one the address
	 * is not found, and a link to it does not compile.
	 */
	screen?: string
	/** Keys of the query it reads; every value stays a string. */
	search?: readonly string[]
}

/** Every address of the page, from the outside in; `/noSupport` is a page of the server. */
export const routeTable = [
	{ path: '/', screen: 'Landing', search: ['meetingId', 'pwd', 'publicScan'] },
	{ path: '/Index', screen: 'Landing' },
	{ path: '/invite', screen: 'Invite', search: ['code'] },
	{ path: '/publicMeeting', screen: 'PublicMeeting' },
	{ path: '/joinQuickly', screen: 'JoinQuickly', search: ['meetingId', 'from'] },
	{ path: '/bootLogin/$meetingId/$publicJoin/$hasPwd', screen: 'BootLogin' },
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
	{ path: '/DingTalkLogin', screen: 'DingTalkLogin', search: ['openid'] },
	{ path: '/loginBindPhone', screen: 'LoginBindPhone', search: ['needLogin', 'meetingId', 'publicJoin', 'hasPwd'] },
	{ path: '/loginBindOA', screen: 'LoginBindOa', search: ['needLogin', 'meetingId', 'publicJoin', 'hasPwd'] },
	{ path: '/bindPhone', screen: 'BindPhone' },
	{
		path: '/Register',
		screen: 'Register',
		search: ['meetingId', 'publicJoin', 'hasPwd', 'needLogin', 'from', 'meeting'],
	},
	{
		path: '/perfectInfo',
		screen: 'PerfectInfo',
		search: ['token', 'meetingId', 'publicJoin', 'hasPwd', 'needLogin', 'from', 'meeting'],
	},
	{
		path: '/forgetPwd/phoneRetrieve',
		screen: 'PhoneRetrieve',
		search: ['title', 'mobile', 'mobileCode', 'iswx', 'isApple', 'needLogin', 'meetingId'],
	},
	{ path: '/forgetPwd/oaVerification', screen: 'OaVerification', search: ['title', 'oaName', 'isApple', 'iswx'] },
	{ path: '/setUp', screen: 'SetUp' },
	{ path: '/forgetPwd/resetPwd', screen: 'ResetPassword', search: ['token'] },
	{ path: '/Protocol', screen: 'Agreement', search: ['isSelf'] },
	{ path: '/Law', screen: 'Agreement', search: ['isSelf'] },
	{ path: '/Privacy', screen: 'Agreement', search: ['isSelf'] },
	{ path: '/Login/ScanJoin/$meetingId', screen: 'ScanJoin', search: ['from'] },
	{ path: '/Login/ScanResult', screen: 'ScanResult', search: ['status', 'again'] },
	{ path: '/scanNoResult', screen: 'ScanNoResult' },
	{ path: '/scanNoExit', screen: 'ScanNoExit' },
	{ path: '/MeetingList', screen: 'MeetingList', search: ['week'] },
	{ path: '/allMeetings', screen: 'AllMeetings' },
	{ path: '/companies', screen: 'Companies' },
	{
		path: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
		screen: 'JoinMeeting',
		search: ['meeting', 'password', 'from'],
	},
	{ path: '/detail/$meetingId', screen: 'MeetingDetail', search: ['week'] },
	{ path: '/liveDetail/$meetingId', screen: 'LiveDetail' },
	{ path: '/liveDesk/$meetingId', screen: 'LiveDesk' },
	{ path: '/preview', screen: 'LivePreview', search: ['from', 'meetingId'] },
	{ path: '/MeetingList/CreateMeeting', screen: 'CreateMeeting', search: ['start_time', 'duration', 'week'] },
	{
		path: '/MeetingList/EditMeeting',
		screen: 'EditMeeting',
		search: [
			'meeting_id',
			'meeting_topic',
			'start_time',
			'time_zone',
			'duration',
			'is_room',
			'repeat_type',
			'repeat_condition',
			'host_user_name',
			'host_display_name',
			'meeting_privacy',
			'meeting_start_rule',
		],
	},
	{ path: '/frequency', screen: 'Frequency', search: ['from'] },
	{ path: '/selectMembers', screen: 'SelectMembers', search: ['from', 'isOA', 'department'] },
	{ path: '/searchMembers', screen: 'SearchMembers', search: ['from', 'isOA'] },
	{ path: '/members', screen: 'Members', search: ['from', 'isOA'] },
	{ path: '/searchHost', screen: 'SearchHost', search: ['from', 'isOA'] },
	{ path: '/EditLiveDetails', screen: 'EditLiveDetails', search: ['from'] },
	{ path: '/liveBackground', screen: 'LiveBackground', search: ['from'] },
	{ path: '/MeetingList/Personal', screen: 'Personal' },
	{ path: '/MeetingList/Personal/AboutUs', screen: 'AboutUs' },
	{ path: '/MeetingList/Personal/PersonalInfoChange', screen: 'PersonalInfoChange' },
	{ path: '/MeetingList/Personal/ModifyPwd', screen: 'ModifyPassword' },
	{ path: '/MeetingList/Personal/help', screen: 'Help' },
	{ path: '/MeetingList/Personal/helpDetails', screen: 'HelpDetails', search: ['value'] },
	{ path: '/complaints', screen: 'Complaints' },
	{ path: '/verify', screen: 'Verify', search: ['roomId', 'displayName'] },
	{ path: '/noRoom', screen: 'NoRoom' },
	{
		path: '/liveBroadcast',
		screen: 'LiveBroadcast',
		search: ['roomId', 'token', 'details', 'liveLogin', 'displayName'],
	},
	{ path: '/room/$meetingId', screen: 'Room' },
] as const satisfies readonly RouteEntry[]
