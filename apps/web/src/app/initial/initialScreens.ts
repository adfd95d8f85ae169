import type { m } from '../../locales/index.ts'
import type { routeTable } from '../../navigation/routes.ts'

type ScreenName = Extract<(typeof routeTable)[number], { screen: string }>['screen']

/** The HTML shown until the screen's chunk is loaded: its title and a skeleton of its layout. */
export interface InitialScreen {
	title?: keyof typeof m
	/**
	 * - `form`: a large title, fields, a button below
	 * - `page`: a title in the bar, rows
	 * - `list`: a title in the bar, cards
	 * - `detail`: a title in the bar, one card
	 * - `result`: a picture, two lines, a button
	 * - `landing`, `login`, `day`, `room`: the layout of that one screen
	 */
	layout: 'form' | 'page' | 'list' | 'detail' | 'result' | 'landing' | 'login' | 'day' | 'room'
}

/** Read by the build only (build/initialHtml.ts). A screen without an entry does not compile. */
export const initialScreens: Record<ScreenName, InitialScreen> = {
	AboutUs: { title: 'personal_about', layout: 'page' },
	// The title depends on the path.
	Agreement: { layout: 'page' },
	AllMeetings: { title: 'meeting_all_title', layout: 'list' },
	BindPhone: { title: 'account_bind_title', layout: 'form' },
	BootLogin: { title: 'link_internal_title', layout: 'result' },
	Companies: { title: 'personal_companies', layout: 'page' },
	Complaints: { title: 'support_complaint_title', layout: 'form' },
	CreateMeeting: { title: 'scheduling_title', layout: 'page' },
	DingTalkLogin: { title: 'social_workplace_title', layout: 'result' },
	EditLiveDetails: { title: 'scheduling_introduction_title', layout: 'page' },
	EditMeeting: { title: 'scheduling_edit_title', layout: 'page' },
	Frequency: { title: 'scheduling_frequency_title', layout: 'page' },
	Help: { title: 'help_title', layout: 'page' },
	HelpDetails: { title: 'help_title', layout: 'page' },
	Invite: { title: 'invite_title', layout: 'list' },
	JoinMeeting: { title: 'joining_title', layout: 'page' },
	JoinQuickly: { title: 'joining_title', layout: 'page' },
	Landing: { layout: 'landing' },
	LiveBackground: { title: 'scheduling_background', layout: 'page' },
	LiveBroadcast: { title: 'live_title', layout: 'detail' },
	LiveDesk: { title: 'desk_title', layout: 'page' },
	LiveDetail: { title: 'live_introduction', layout: 'page' },
	LivePreview: { title: 'live_preview', layout: 'page' },
	Login: { title: 'login_title', layout: 'login' },
	LoginBindOa: { title: 'social_bind_oa_title', layout: 'form' },
	LoginBindPhone: { title: 'social_bind_phone_title', layout: 'form' },
	MeetingDetail: { title: 'meeting_detail_title', layout: 'detail' },
	MeetingList: { title: 'meeting_list_title', layout: 'day' },
	Members: { title: 'directory_members_title', layout: 'list' },
	ModifyPassword: { title: 'personal_password_title', layout: 'form' },
	NoRoom: { title: 'live_over_title', layout: 'result' },
	OaVerification: { title: 'account_forgot_title', layout: 'form' },
	PerfectInfo: { title: 'account_profile_title', layout: 'form' },
	Personal: { title: 'personal_title', layout: 'page' },
	PersonalInfoChange: { title: 'personal_info_title', layout: 'form' },
	PhoneRetrieve: { title: 'account_forgot_title', layout: 'form' },
	PublicMeeting: { title: 'public_title', layout: 'list' },
	Register: { title: 'account_register_title', layout: 'form' },
	ResetPassword: { title: 'account_reset_title', layout: 'form' },
	Room: { title: 'room_entering', layout: 'room' },
	ScanJoin: { title: 'link_join_title', layout: 'page' },
	ScanNoExit: { title: 'link_gone_title', layout: 'result' },
	ScanNoResult: { title: 'link_over_title', layout: 'result' },
	ScanResult: { title: 'link_join_title', layout: 'result' },
	SearchHost: { title: 'scheduling_hosts_title', layout: 'list' },
	SearchMembers: { title: 'directory_search_title', layout: 'list' },
	SelectMembers: { title: 'directory_title', layout: 'list' },
	SetUp: { title: 'account_setup_title', layout: 'form' },
	Verify: { title: 'live_password_title', layout: 'form' },
}
