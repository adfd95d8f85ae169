import { meeting as calls, type Meeting } from '@parley/api'
import { type MeetingId, meetingStatus } from '@parley/core'
import type { CallApi } from '../../../api/index.ts'
import { isHostOrCreator, type Viewer } from '../../meeting/index.ts'

/** What joining from a list leads to; the meeting is looked at anew first (JOIN-29 to JOIN-33). */
export type JoinDestination =
	| { at: 'join'; meeting: Meeting; hasPwd: 'true' | 'false' }
	| { at: 'login'; meetingId: string }
	| { at: 'over' | 'gone' | 'unreachable' }

export async function findJoinDestination(
	meetingId: MeetingId,
	viewer: Viewer,
	ask: CallApi,
): Promise<JoinDestination> {
	const answer = await ask(calls.detail, { id: meetingId }, { quiet: true, handles401: true })
	if (!answer.ok) return getDestinationOfRefusal(answer.failure.refusal, meetingId)

	const { meeting } = answer.value
	if (meeting.status === meetingStatus.over) return { at: 'over' }
	if (meeting.isPrivate && viewer.id === undefined) return { at: 'login', meetingId }
	const asksPassword = meeting.needsPassword && !isHostOrCreator(meeting, viewer)
	return { at: 'join', meeting, hasPwd: asksPassword ? 'true' : 'false' }
}

function getDestinationOfRefusal(refusal: string, meetingId: string): JoinDestination {
	if (refusal === 'loginNeeded' || refusal === 'signedOut') return { at: 'login', meetingId }
	// A network that is silent says nothing about the meeting.
	return { at: refusal === 'offline' || refusal === 'timeout' ? 'unreachable' : 'gone' }
}
