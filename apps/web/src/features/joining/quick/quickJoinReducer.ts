import type { meeting as calls, Meeting } from '@parley/api'
import { isHostOrCreator, meetingStatus, unreachable } from '@parley/core'
import type { ApiFailure } from '../../../api/index.ts'
import type { MeetingReader } from '../../meeting/index.ts'
import { type JoinError, stillWaitingFor, toJoinError } from '../join/joinErrors.ts'
import { type FieldError, validateQuickJoinForm } from '../join/joinForm.ts'
import type { JoinResult } from '../join/joinMeeting.ts'

/** Why the password dialog is still open. */
export type PasswordDialogError = 'Meeting.tips8' | 'wrongPassword'

/** State of joining by id and name (QJ-01 to QJ-09): what is shown and what is running. */
export type QuickJoinState =
	| { status: 'editing'; error?: FieldError }
	| { status: 'lookingUp'; meetingId: string }
	| { status: 'over' }
	| { status: 'loginRequired'; meetingId: string }
	| { status: 'passwordRequired'; meetingId: string; topic: string; error?: PasswordDialogError }
	/** `dialog` is the password dialog, where it was submitted there. */
	| { status: 'joining'; meetingId: string; password?: string; dialog?: { topic: string } }
	| { status: 'refused'; meetingId: string; error: JoinError }
	/** For the host; it joins again by itself. */
	| { status: 'waiting'; meetingId: string; password?: string; error: JoinError; isTrying: boolean }
	| { status: 'joined' }

export type QuickJoinEvent =
	| { type: 'submitted'; meetingId: string; displayName: string }
	| { type: 'edited' }
	| { type: 'found'; meeting: Meeting; reader: MeetingReader }
	| { type: 'lookupFailed'; failure: Pick<ApiFailure<typeof calls.detail>, 'refusal' | 'retryAfterMs'> }
	| { type: 'passwordSubmitted'; password: string }
	| { type: 'passwordDialogClosed' }
	| { type: 'completed'; result: JoinResult }
	| { type: 'triedAgain' }
	/** Back to the form. */
	| { type: 'waitingLeft' }

export const initialQuickJoinState: QuickJoinState = { status: 'editing' }

/** An event that does not fit the state leaves it as it is, so a result that comes too late changes nothing. */
export function quickJoinReducer(state: QuickJoinState, event: QuickJoinEvent): QuickJoinState {
	const { status } = state
	switch (event.type) {
		case 'submitted':
			return isBusy(state) || status === 'waiting' ? state : submit(event)
		case 'edited':
			return status === 'editing' || status === 'over' || status === 'refused' ? initialQuickJoinState : state
		case 'found':
			return status === 'lookingUp' ? handleMeeting(state.meetingId, event.meeting, event.reader) : state
		case 'lookupFailed':
			return status === 'lookingUp' ? handleLookupFailure(state.meetingId, event.failure) : state
		case 'passwordSubmitted':
			return status === 'passwordRequired' ? submitPassword(state, event.password) : state
		case 'passwordDialogClosed':
			return status === 'passwordRequired' ? initialQuickJoinState : state
		case 'completed':
			if (status === 'waiting' && state.isTrying) return completeTry(state, event.result)
			return status === 'joining' ? complete(state, event.result) : state
		case 'triedAgain':
			return status === 'waiting' && !state.isTrying ? { ...state, isTrying: true } : state
		case 'waitingLeft':
			return status === 'waiting' ? initialQuickJoinState : state
		default:
			return unreachable(event)
	}
}

/** Returns whether a request is running, so that another tap does nothing. */
export const isBusy = ({ status }: QuickJoinState): boolean =>
	status === 'lookingUp' || status === 'joining' || status === 'loginRequired' || status === 'joined'

/** The password dialog, where it is open. */
export function getPasswordDialog(
	state: QuickJoinState,
): { topic: string; error?: PasswordDialogError; isSubmitting: boolean } | undefined {
	if (state.status === 'passwordRequired') {
		return { topic: state.topic, isSubmitting: false, ...(state.error && { error: state.error }) }
	}
	return state.status === 'joining' && state.dialog ? { ...state.dialog, isSubmitting: true } : undefined
}

function submit(values: { meetingId: string; displayName: string }): QuickJoinState {
	const error = validateQuickJoinForm(values)
	return error ? { status: 'editing', error } : { status: 'lookingUp', meetingId: values.meetingId }
}

function handleMeeting(meetingId: string, meeting: Meeting, reader: MeetingReader): QuickJoinState {
	if (meeting.status === meetingStatus.ended) return { status: 'over' }
	if (isHostOrCreator(reader, meeting)) return { status: 'joining', meetingId }
	if (meeting.isPrivate && reader.userId === undefined) return { status: 'loginRequired', meetingId }
	if (meeting.needsPassword) return { status: 'passwordRequired', meetingId, topic: meeting.topic }
	return { status: 'joining', meetingId }
}

function handleLookupFailure(
	meetingId: string,
	{ refusal, retryAfterMs }: Extract<QuickJoinEvent, { type: 'lookupFailed' }>['failure'],
): QuickJoinState {
	// Code 501 means to guests what the privacy of a meeting means to members.
	if (refusal === 'loginNeeded' || refusal === 'signedOut') return { status: 'loginRequired', meetingId }
	const joinRefusal = refusal === 'missing' || refusal === 'unknown' ? 'unknownMeeting' : refusal
	const error = toJoinError({ refusal: joinRefusal, ...(retryAfterMs !== undefined && { retryAfterMs }) })
	return refuse(meetingId, error)
}

function submitPassword(
	{ meetingId, topic }: Extract<QuickJoinState, { status: 'passwordRequired' }>,
	password: string,
): QuickJoinState {
	if (password === '') return { status: 'passwordRequired', meetingId, topic, error: 'Meeting.tips8' }
	return { status: 'joining', meetingId, password, dialog: { topic } }
}

function completeTry(state: Extract<QuickJoinState, { status: 'waiting' }>, result: JoinResult): QuickJoinState {
	const { meetingId, password } = state
	const awaited = result.status === 'refused' ? stillWaitingFor(state.error, result.error) : undefined
	if (awaited) return { ...state, error: awaited, isTrying: false }
	return complete({ status: 'joining', meetingId, ...(password !== undefined && { password }) }, result)
}

function complete(
	{ meetingId, password, dialog }: Extract<QuickJoinState, { status: 'joining' }>,
	result: JoinResult,
): QuickJoinState {
	if (result.status === 'joined') return { status: 'joined' }
	if (result.status === 'handedOver') return initialQuickJoinState
	const { error } = result
	if (error.type === 'wrongPassword') {
		// JERR-05: the dialog stays open. A meeting whose password was set after the lookup opens it without an error.
		const topic = dialog?.topic ?? ''
		return { status: 'passwordRequired', meetingId, topic, ...(dialog && { error: 'wrongPassword' as const }) }
	}
	if (error.type === 'over') return { status: 'over' }
	if (error.type === 'loginOnly' || error.type === 'signedOut') return { status: 'loginRequired', meetingId }
	if (error.waits) {
		return { status: 'waiting', meetingId, ...(password !== undefined && { password }), error, isTrying: false }
	}
	return refuse(meetingId, error)
}

/** An unknown id was typed: the field shows the error until the user types (JERR-07). */
function refuse(meetingId: string, error: JoinError): QuickJoinState {
	const atId = error.type === 'unknownMeeting' && ({ field: 'meetingId', remedy: 'none' } as const)
	return { status: 'refused', meetingId, error: { ...error, ...atId } }
}
