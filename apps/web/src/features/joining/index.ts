export { joinLabel } from './form/DeviceSwitches.tsx'
export { JoinErrorBanner, showJoinError } from './form/JoinErrorBanner.tsx'
export type { JoinError, JoinRemedy } from './join/joinErrors.ts'
export { isJoinFormComplete, type JoinFormValues } from './join/joinForm.ts'
export type { JoinDeps, JoinRequest, JoinResult } from './join/joinMeeting.ts'
export { endLinkVisit, isLinkVisit, linkPassword } from './join/linkVisit.ts'
export {
	createShellApp,
	type JoinMeetingOptions,
	recordJoin,
	useIsInApp,
	useJoinMeeting,
} from './join/useJoinMeeting.ts'
export { directJoin, getRouteAfterRefusal, validateDirectJoin } from './links/directJoin.ts'
export { getLinkFollower, resolveLink } from './links/followLink.ts'
export { meetingIdPlaceholder, parseJoinParams, parsePrefill, serializePrefill } from './links/joinAddress.ts'
export { LinkResult } from './links/LinkResult.tsx'
export { getLinkDestination, type LinkRoute, toLinkRoute } from './links/linkDestination.ts'
export {
	formatMeetingLink,
	type MeetingLink,
	parseScannedCode,
	parseShortLink,
	readLinkAddress,
} from './links/meetingLink.ts'
export { createAppUrl, createOpenAppDeps, openApp } from './links/openApp.ts'
export { useJoinFromList } from './lookup/joinFromList.ts'
export { MeetingFacts } from './lookup/MeetingFacts.tsx'
export { MeetingSummary } from './lookup/MeetingSummary.tsx'
export { shownMeeting } from './lookup/useMeetingLookup.ts'
export { QuickJoinForm, QuickJoinPasswordDialog } from './quick/QuickJoinForm.tsx'
export { isBusy } from './quick/quickJoinReducer.ts'
export { useQuickJoin } from './quick/useQuickJoin.ts'
export { Scanner } from './scan/Scanner.tsx'
export { JoinForm, RecentMeetings } from './screen/JoinForm.tsx'
export { useJoinScreen } from './screen/useJoinScreen.ts'
export { WaitingPage } from './wait/WaitingPage.tsx'
