import { JoinParameters } from '@parley/api'
import type { Bridge } from '@parley/bridge'
import { useNavigate } from '@tanstack/react-router'
import { track } from '../../../analytics/index.ts'
import { callApi } from '../../../api/index.ts'
import { isInApp, useBridge, useBridgeInfo } from '../../../bridge/index.ts'
import { language } from '../../../locales/index.ts'
import { history, storage } from '../../../storage/index.ts'
import { getCurrentUserId } from '../../session/index.ts'
import { type JoinDeps, type JoinRequest, type JoinResult, joinMeeting, type RoomAddress } from './joinMeeting.ts'
import { endLinkVisit } from './linkVisit.ts'

/** The opener of the meeting: the app, this page, or (`any`) the shell if present and otherwise this page. */
export type JoinMethod = 'any' | 'app' | 'web'

export interface JoinMeetingOptions {
	/** Opens the app from a browser without a shell. */
	openApp?: ((parameters: JoinParameters) => Promise<unknown>) | undefined
	/** The connection to rooms that this screen has opened ahead. */
	preparedRoom?: JoinDeps['preparedRoom']
	/** Called before the room is opened in this page. */
	onOpenRoom?: (() => void) | undefined
}

/** Joins a meeting and opens its room. */
export function useJoinMeeting({
	openApp,
	preparedRoom,
	onOpenRoom,
}: JoinMeetingOptions = {}): (request: JoinRequest, method?: JoinMethod) => Promise<JoinResult> {
	const bridge = useBridge()
	const navigate = useNavigate()

	function openRoom(room: RoomAddress) {
		endLinkVisit()
		if (room.type === 'external') return window.location.assign(room.url)
		onOpenRoom?.()
		void navigate({ to: '/room/$meetingId', params: { meetingId: room.meetingId }, hash: room.hash })
	}

	return (request, method = 'any') => {
		const deps: JoinDeps = {
			callApi,
			getLanguage: language,
			openRoom,
			page: window.location,
			onJoined: recordJoin,
			...(preparedRoom && { preparedRoom }),
		}
		if (method !== 'web' && bridge.present) return joinMeeting(request, { ...deps, app: createShellApp(bridge) })
		if (method !== 'app' || !openApp) return joinMeeting(request, deps)
		return joinMeeting(request, { ...deps, app: { checkAuthority: async () => {}, openMeeting: openApp } })
	}
}

/** The shell around the page as the app that opens meetings. */
export const createShellApp = (bridge: Bridge): NonNullable<JoinDeps['app']> => ({
	checkAuthority: devices => bridge.call('checkAuthority', devices),
	openMeeting: parameters => bridge.call('joinMeeting', encodeParameters(parameters)),
})

/** Keeps the name of a guest and the history of meetings (JOIN-06, JOIN-28), and publishes the join (HTTP-17). */
export function recordJoin({ meetingId, topic, displayName }: Parameters<JoinDeps['onJoined']>[0]) {
	track({ event: 'join', meetingId })
	const userId = getCurrentUserId()
	if (userId === undefined && displayName !== undefined) storage.write('joinDisplayName', displayName)
	history.joined.add(userId, { id: meetingId, topic })
	history.seen.add(userId, { meeting_id: meetingId, topic })
}

/** JOIN-27: the shell gets the parameters under their wire names. */
const encodeParameters = (parameters: JoinParameters) => ({
	...JoinParameters.encode(parameters),
	meetingId: parameters.meetingId,
	displayName: parameters.displayName,
	rtc_join_url: parameters.roomUrl,
})

/** Returns whether the page is shown inside the app; the flag of its first address is in storage (OP-072). */
export function useIsInApp(): boolean {
	const { present } = useBridgeInfo()
	return isInApp({ query: storage.read('isInApp'), stored: undefined, present, userAgent: navigator.userAgent })
}
