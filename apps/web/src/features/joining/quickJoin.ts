import type { meeting as calls, Meeting } from '@parley/api'
import { meetingStatus, unreachable } from '@parley/core'
import type { ApiFailure } from '../../api/index.ts'
import { isHostOrCreator, type Viewer } from '../meeting/index.ts'
import type { Entered } from './enter.ts'
import { type JoinFault, type JoinField, quickFaultOf } from './form.ts'
import { type TurnedAway, turnedAway } from './refusals.ts'

/** Joining in one go, by id and name (QJ-01 to QJ-09). Each state says what is on the screen and what is under way. */
export type QuickJoin =
	| { at: 'form'; fault?: { field: JoinField; fault: JoinFault } }
	| { at: 'looking'; meetingId: string }
	| { at: 'over' }
	| { at: 'login'; meetingId: string }
	| { at: 'password'; meetingId: string; topic: string; says?: 'Meeting.tips8' | 'wrongPassword' }
	| { at: 'knocking'; meetingId: string; password?: string; behind?: { topic: string } }
	| { at: 'turned-away'; meetingId: string; why: TurnedAway }
	| { at: 'inside' }

export type QuickEvent =
	| { type: 'asked'; meetingId: string; displayName: string }
	| { type: 'edited' }
	| { type: 'found'; meeting: Meeting; viewer: Viewer }
	| { type: 'not-found'; failure: Pick<ApiFailure<typeof calls.detail>, 'refusal' | 'retryAfterMs'> }
	| { type: 'password-given'; password: string }
	| { type: 'password-closed' }
	| { type: 'answered'; entered: Entered }

export const quickStart: QuickJoin = { at: 'form' }

/** An event that does not belong to a state leaves it: an answer that comes too late changes nothing. */
export function quickJoin(state: QuickJoin, event: QuickEvent): QuickJoin {
	switch (event.type) {
		case 'asked':
			return isBusy(state) ? state : asked(event)
		case 'edited':
			return state.at === 'form' || state.at === 'over' || state.at === 'turned-away' ? quickStart : state
		case 'found':
			return state.at === 'looking' ? found(state.meetingId, event.meeting, event.viewer) : state
		case 'not-found':
			return state.at === 'looking' ? notFound(state.meetingId, event.failure) : state
		case 'password-given':
			return state.at === 'password' ? withPassword(state, event.password) : state
		case 'password-closed':
			return state.at === 'password' ? quickStart : state
		case 'answered':
			return state.at === 'knocking' ? answered(state, event.entered) : state
		default:
			return unreachable(event)
	}
}

/** Whether something is under way, so that another tap does nothing. */
export const isBusy = ({ at }: QuickJoin): boolean =>
	at === 'looking' || at === 'knocking' || at === 'login' || at === 'inside'

/** Which meeting the dialog for the password is open for. */
export function passwordDialog(
	state: QuickJoin,
): { topic: string; says?: 'Meeting.tips8' | 'wrongPassword'; isAsking: boolean } | undefined {
	if (state.at === 'password') return { topic: state.topic, isAsking: false, ...(state.says && { says: state.says }) }
	return state.at === 'knocking' && state.behind ? { ...state.behind, isAsking: true } : undefined
}

function asked({ meetingId, displayName }: { meetingId: string; displayName: string }): QuickJoin {
	const fault = quickFaultOf({ meetingId, displayName })
	return fault ? { at: 'form', fault } : { at: 'looking', meetingId }
}

function found(meetingId: string, meeting: Meeting, viewer: Viewer): QuickJoin {
	if (meeting.status === meetingStatus.over) return { at: 'over' }
	if (isHostOrCreator(meeting, viewer)) return { at: 'knocking', meetingId }
	if (meeting.isPrivate && viewer.id === undefined) return { at: 'login', meetingId }
	if (meeting.needsPassword) return { at: 'password', meetingId, topic: meeting.topic }
	return { at: 'knocking', meetingId }
}

function notFound(meetingId: string, { refusal, retryAfterMs }: Extract<QuickEvent, { type: 'not-found' }>['failure']) {
	// 501 says of a private meeting what its own field says to members.
	if (refusal === 'loginNeeded' || refusal === 'signedOut') return { at: 'login', meetingId } as const
	const asJoin = refusal === 'missing' || refusal === 'unknown' ? 'unknownMeeting' : refusal
	const why = turnedAway({ refusal: asJoin, ...(retryAfterMs !== undefined && { retryAfterMs }) })
	return { at: 'turned-away', meetingId, why } as const
}

function withPassword({ meetingId, topic }: Extract<QuickJoin, { at: 'password' }>, password: string): QuickJoin {
	if (password === '') return { at: 'password', meetingId, topic, says: 'Meeting.tips8' }
	return { at: 'knocking', meetingId, password, behind: { topic } }
}

function answered({ meetingId, behind }: Extract<QuickJoin, { at: 'knocking' }>, entered: Entered): QuickJoin {
	if (entered.at === 'inside') return { at: 'inside' }
	if (entered.at === 'handed-over') return quickStart
	const { why } = entered
	switch (why.says) {
		case 'wrongPassword':
			// JERR-05: the dialog stays; a password set a moment ago opens it.
			return {
				at: 'password',
				meetingId,
				topic: behind?.topic ?? '',
				...(behind && { says: 'wrongPassword' as const }),
			}
		case 'over':
			return { at: 'over' }
		case 'loginOnly':
		case 'signedOut':
			return { at: 'login', meetingId }
		default:
			return { at: 'turned-away', meetingId, why }
	}
}
