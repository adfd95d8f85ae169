import { JoinParameters } from '@parley/api'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/index.ts'
import { useBridge } from '../../bridge/index.ts'
import { language } from '../../locales/index.ts'
import { history, storage } from '../../storage/index.ts'
import { currentUserId } from '../session/index.ts'
import { type Entered, type EnterOutside, enter, type Knock, roomOf } from './enter.ts'

/** Knocks at a meeting, and opens its room where it lets somebody in. */
export function useEnter(): (knock: Knock) => Promise<Entered> {
	const bridge = useBridge()
	const navigate = useNavigate()

	function openRoom(roomUrl: string) {
		const room = roomOf(roomUrl, window.location)
		if (room?.at === 'elsewhere') return window.location.assign(room.url)
		if (room) void navigate({ to: '/room/$meetingId', params: { meetingId: room.meetingId }, hash: room.hash })
	}

	return knock => {
		const outside: EnterOutside = { ask, language, openRoom, remember: rememberJoin }
		if (!bridge.present) return enter(knock, outside)
		return enter(knock, {
			...outside,
			shell: {
				checkAuthority: devices => bridge.call('checkAuthority', devices),
				openMeeting: parameters => bridge.call('joinMeeting', wireParameters(parameters)),
			},
		})
	}
}

/** JOIN-06, JOIN-28: a guest's name, and where somebody has been. */
export function rememberJoin({ meetingId, topic, displayName }: Parameters<EnterOutside['remember']>[0]) {
	const userId = currentUserId()
	if (userId === undefined) storage.write('joinDisplayName', displayName)
	history.joined.remember(userId, { id: meetingId, topic })
	history.seen.remember(userId, { meeting_id: meetingId, topic })
}

/** JOIN-27: the phone gets the parameters in the spelling they came in. */
const wireParameters = (parameters: JoinParameters) => ({
	...JoinParameters.write(parameters),
	meetingId: parameters.meetingId,
	displayName: parameters.displayName,
	rtc_join_url: parameters.roomUrl,
})
