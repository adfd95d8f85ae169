import { JoinParameters } from '@parley/api'
import type { Bridge } from '@parley/bridge'
import { useNavigate } from '@tanstack/react-router'
import { track } from '../../../analytics/index.ts'
import { callApi } from '../../../api/index.ts'
import { useBridge } from '../../../bridge/index.ts'
import { language } from '../../../locales/index.ts'
import { history, storage } from '../../../storage/index.ts'
import { getCurrentUserId } from '../../session/index.ts'
import { endLinkVisit } from '../linkFlag.ts'
import { type JoinDeps, type JoinRequest, type JoinResult, joinMeeting, parseRoomUrl } from './joinMeeting.ts'

/** By which door: the phone where there is one and else this page, the app in any case, or this page in any case. */
export type JoinMethod = 'any' | 'app' | 'web'

export interface JoinMeetingOptions {
	/** Reaches the app from a plain browser, where there is no phone around the page. */
	openApp?: ((parameters: JoinParameters) => Promise<unknown>) | undefined
}

/** Knocks at a meeting, and opens its room where it lets somebody in. */
export function useJoinMeeting({
	openApp,
}: JoinMeetingOptions = {}): (knock: JoinRequest, door?: JoinMethod) => Promise<JoinResult> {
	const bridge = useBridge()
	const navigate = useNavigate()

	function openRoom(roomUrl: string) {
		endLinkVisit()
		const room = parseRoomUrl(roomUrl, window.location)
		if (room?.at === 'elsewhere') return window.location.assign(room.url)
		if (room) void navigate({ to: '/room/$meetingId', params: { meetingId: room.meetingId }, hash: room.hash })
	}

	return (knock, door = 'any') => {
		const outside: JoinDeps = { callApi: callApi, getLanguage: language, openRoom, onJoined: recordJoin }
		if (door !== 'web' && bridge.present) return joinMeeting(knock, { ...outside, app: createShellApp(bridge) })
		if (door !== 'app' || !openApp) return joinMeeting(knock, outside)
		return joinMeeting(knock, { ...outside, app: { checkAuthority: async () => {}, openMeeting: openApp } })
	}
}

/** The phone around the page, as entering sees it. */
export const createShellApp = (bridge: Bridge): NonNullable<JoinDeps['app']> => ({
	checkAuthority: devices => bridge.call('checkAuthority', devices),
	openMeeting: parameters => bridge.call('joinMeeting', encodeParameters(parameters)),
})

/** JOIN-06, JOIN-28: a guest's name, and where somebody has been; HTTP-17: that somebody joined. */
export function recordJoin({ meetingId, topic, displayName }: Parameters<JoinDeps['onJoined']>[0]) {
	track({ event: 'join', meetingId })
	const userId = getCurrentUserId()
	if (userId === undefined && displayName !== undefined) storage.write('joinDisplayName', displayName)
	history.joined.add(userId, { id: meetingId, topic })
	history.seen.add(userId, { meeting_id: meetingId, topic })
}

/** JOIN-27: the phone gets the parameters in the spelling they came in. */
const encodeParameters = (parameters: JoinParameters) => ({
	...JoinParameters.encode(parameters),
	meetingId: parameters.meetingId,
	displayName: parameters.displayName,
	rtc_join_url: parameters.roomUrl,
})
