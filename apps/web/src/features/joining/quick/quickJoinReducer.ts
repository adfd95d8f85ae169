import type { meeting as calls, Meeting } from '@parley/api'
import { isHostOrCreator, meetingStatus, unreachable } from '@parley/core'
import type { ApiFailure } from '../../../api/index.ts'
import type { Viewer } from '../../meeting/index.ts'
import { type JoinField, type JoinFormErrorKey, validateQuickJoinForm } from '../form/joinForm.ts'
import { type JoinError, toJoinError } from '../join/joinErrors.ts'
import type { JoinResult } from '../join/joinMeeting.ts'

/** Joining in one go, by id and name (QJ-01 to QJ-09). Each state says what is on the screen and what is under way. */
export type QuickJoinState =
	| { at: 'form'; fault?: { field: JoinField; fault: JoinFormErrorKey } }
	| { at: 'looking'; meetingId: string }
	| { at: 'over' }
	| { at: 'login'; meetingId: string }
	| { at: 'password'; meetingId: string; topic: string; says?: 'Meeting.tips8' | 'wrongPassword' }
	| { at: 'knocking'; meetingId: string; password?: string; behind?: { topic: string } }
	| { at: 'turned-away'; meetingId: string; why: JoinError }
	| { at: 'inside' }

export type QuickJoinEvent =
	| { type: 'asked'; meetingId: string; displayName: string }
	| { type: 'edited' }
	| { type: 'found'; meeting: Meeting; viewer: Viewer }
	| { type: 'not-found'; failure: Pick<ApiFailure<typeof calls.detail>, 'refusal' | 'retryAfterMs'> }
	| { type: 'password-given'; password: string }
	| { type: 'password-closed' }
	| { type: 'answered'; entered: JoinResult }

export const initialQuickJoinState: QuickJoinState = { at: 'form' }

/** An event that does not belong to a state leaves it: an answer that comes too late changes nothing. */
export function quickJoinReducer(state: QuickJoinState, event: QuickJoinEvent): QuickJoinState {
	switch (event.type) {
		case 'asked':
			return isBusy(state) ? state : submit(event)
		case 'edited':
			return state.at === 'form' || state.at === 'over' || state.at === 'turned-away' ? initialQuickJoinState : state
		case 'found':
			return state.at === 'looking' ? handleMeeting(state.meetingId, event.meeting, event.viewer) : state
		case 'not-found':
			return state.at === 'looking' ? handleLookupFailure(state.meetingId, event.failure) : state
		case 'password-given':
			return state.at === 'password' ? submitPassword(state, event.password) : state
		case 'password-closed':
			return state.at === 'password' ? initialQuickJoinState : state
		case 'answered':
			return state.at === 'knocking' ? complete(state, event.entered) : state
		default:
			return unreachable(event)
	}
}

/** Whether something is under way, so that another tap does nothing. */
export const isBusy = ({ at }: QuickJoinState): boolean =>
	at === 'looking' || at === 'knocking' || at === 'login' || at === 'inside'

/** Which meeting the dialog for the password is open for. */
export function getPasswordDialog(
	state: QuickJoinState,
): { topic: string; says?: 'Meeting.tips8' | 'wrongPassword'; isAsking: boolean } | undefined {
	if (state.at === 'password') return { topic: state.topic, isAsking: false, ...(state.says && { says: state.says }) }
	return state.at === 'knocking' && state.behind ? { ...state.behind, isAsking: true } : undefined
}

function submit({ meetingId, displayName }: { meetingId: string; displayName: string }): QuickJoinState {
	const fault = validateQuickJoinForm({ meetingId, displayName })
	return fault ? { at: 'form', fault } : { at: 'looking', meetingId }
}

function handleMeeting(meetingId: string, meeting: Meeting, viewer: Viewer): QuickJoinState {
	if (meeting.status === meetingStatus.over) return { at: 'over' }
	if (isHostOrCreator(viewer, meeting)) return { at: 'knocking', meetingId }
	if (meeting.isPrivate && viewer.userId === undefined) return { at: 'login', meetingId }
	if (meeting.needsPassword) return { at: 'password', meetingId, topic: meeting.topic }
	return { at: 'knocking', meetingId }
}

function handleLookupFailure(
	meetingId: string,
	{ refusal, retryAfterMs }: Extract<QuickJoinEvent, { type: 'not-found' }>['failure'],
) {
	// 501 says of a private meeting what its own field says to members.
	if (refusal === 'loginNeeded' || refusal === 'signedOut') return { at: 'login', meetingId } as const
	const asJoin = refusal === 'missing' || refusal === 'unknown' ? 'unknownMeeting' : refusal
	const why = toJoinError({ refusal: asJoin, ...(retryAfterMs !== undefined && { retryAfterMs }) })
	return { at: 'turned-away', meetingId, why } as const
}

function submitPassword(
	{ meetingId, topic }: Extract<QuickJoinState, { at: 'password' }>,
	password: string,
): QuickJoinState {
	if (password === '') return { at: 'password', meetingId, topic, says: 'Meeting.tips8' }
	return { at: 'knocking', meetingId, password, behind: { topic } }
}

function complete(
	{ meetingId, behind }: Extract<QuickJoinState, { at: 'knocking' }>,
	entered: JoinResult,
): QuickJoinState {
	if (entered.at === 'inside') return { at: 'inside' }
	if (entered.at === 'handed-over') return initialQuickJoinState
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
