import { type MeetingStatus, meetingStatus, parseFlag } from '@parley/core'
import { m } from '../../locales/index.ts'

/** The query of /Login: why a person signs in, and where they go afterwards (ROUTE-01, ROUTE-02). */
export interface SignInSearch {
	meetingId?: string | undefined
	publicJoin?: string | undefined
	hasPwd?: string | undefined
	needLogin?: string | undefined
	isFromVerify?: string | undefined
	from?: string | undefined
	/** JSON of the meeting, passed on to the join screen (OP-134). */
	meeting?: string | undefined
	isShortLogin?: string | undefined
	liveLogin?: string | undefined
	roomId?: string | undefined
}

/** A screen and its parameters; the patterns are those of the route table. */
export type SignInDestination =
	| { to: '/liveBroadcast'; search: { roomId?: string; liveLogin?: string } }
	| { to: '/joinQuickly'; search: { meetingId?: string } }
	| { to: '/Login/ScanJoin/$meetingId'; params: { meetingId: string } }
	| { to: '/Login/ScanResult'; search: { status: string; meetingId?: string } }
	| {
			to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd'
			params: { meetingId: string; hasPwd: string }
			search: { from?: string; meeting?: string }
	  }
	| { to: '/verify'; search: { roomId?: string } }
	| { to: '/perfectInfo'; search: { meetingId?: string; publicJoin?: string } }
	| { to: '/MeetingList' }
	| { to: '/' }

/** Returns the destination after sign-in; the order is fixed (LOGIN-27 to LOGIN-31). */
export function getSignInDestination(search: SignInSearch): SignInDestination {
	const { liveLogin, roomId, from, meetingId, publicJoin, isFromVerify } = search
	if (liveLogin) return { to: '/liveBroadcast', search: { liveLogin, ...(roomId && { roomId }) } }
	if (from === 'joinQuickly') return { to: '/joinQuickly', search: meetingId ? { meetingId } : {} }
	if (meetingId && publicJoin === 'false') return { to: '/Login/ScanJoin/$meetingId', params: { meetingId } }
	if (meetingId && publicJoin !== undefined) return getJoinDestination(meetingId, search)
	// OP-134: back to the password of the live one came from.
	if (parseFlag(isFromVerify)) return { to: '/verify', search: roomId ? { roomId } : {} }
	return { to: '/MeetingList' }
}

/** Why a person is asked to sign in, where there is a reason to show (OP-134). */
export function getSignInReason({
	needLogin,
	isShortLogin,
	isFromVerify,
	liveLogin,
}: SignInSearch): SignInReason | undefined {
	if (liveLogin || parseFlag(isFromVerify)) return 'live'
	if (parseFlag(isShortLogin)) return 'internal'
	return parseFlag(needLogin) ? 'meeting' : undefined
}
export type SignInReason = 'live' | 'internal' | 'meeting'

export const signInReasonText: Record<SignInReason, () => string> = {
	live: m.login_needed_live,
	internal: m.login_needed_internal,
	meeting: m.login_needed,
}

/** The profile comes first where it is incomplete (LOGIN-23). */
export const getProfileDestination = ({ meetingId, publicJoin }: SignInSearch): SignInDestination => ({
	to: '/perfectInfo',
	search: { ...(meetingId && { meetingId }), ...(publicJoin && { publicJoin }) },
})

/** The meeting a person is about to join has to be looked up before they are sent there. */
export const getDestinationMeetingId = (destination: SignInDestination): string | undefined =>
	'params' in destination ? destination.params.meetingId : undefined

/** An ended meeting and one that is not there have a screen of their own (LOGIN-32, LOGIN-33). */
export function getDestinationAfterLookup(
	destination: SignInDestination,
	status: MeetingStatus | undefined,
): SignInDestination {
	const meetingId = getDestinationMeetingId(destination)
	if (meetingId === undefined || (status !== undefined && status !== meetingStatus.ended)) return destination
	return { to: '/Login/ScanResult', search: { status: status === undefined ? '0' : '9', meetingId } }
}

const getJoinDestination = (meetingId: string, { hasPwd, meeting }: SignInSearch): SignInDestination => ({
	to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd',
	// OP-145: `1` and `0` are read as well.
	params: { meetingId, hasPwd: parseFlag(hasPwd) ? 'true' : 'false' },
	search: meeting ? { from: 'login', meeting } : {},
})

/** The action of the landing page when it is opened (LAND-13 to LAND-16). */
export type LandingAction = 'publicMeetings' | 'refresh' | 'stay'

export interface LandingFacts {
	publicScan: string | undefined
	hasUser: boolean
	showsPublicList: boolean
}

/** A stored public-scan flag comes before a stored user. */
export function getLandingAction({ publicScan, hasUser, showsPublicList }: LandingFacts): LandingAction {
	if (publicScan && showsPublicList) return 'publicMeetings'
	return hasUser ? 'refresh' : 'stay'
}
