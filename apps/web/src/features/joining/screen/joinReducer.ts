import { unreachable } from '@parley/core'
import { type JoinError, stillWaitingFor } from '../join/joinErrors.ts'
import { type FieldError, type JoinFormValues, validateJoinForm } from '../join/joinForm.ts'
import type { JoinResult } from '../join/joinMeeting.ts'

/** State of the join screen. */
export type JoinState =
	| { status: 'editing'; error?: FieldError }
	| { status: 'joining' }
	| { status: 'refused'; error: JoinError }
	/** The meeting has a password that was not known of, so the form asks for it. */
	| { status: 'passwordRequired' }
	/** For the host; it joins again by itself. */
	| { status: 'waiting'; error: JoinError; isTrying: boolean }
	| { status: 'joined' }

export type JoinEvent =
	| { type: 'submitted'; values: JoinFormValues; isPasswordRequired: boolean }
	| { type: 'edited' }
	/** Back to the form. */
	| { type: 'waitingLeft' }
	| { type: 'completed'; result: JoinResult; hadPassword: boolean }

/** An event that does not fit the state leaves it as it is. */
export function joinReducer(state: JoinState, event: JoinEvent): JoinState {
	switch (event.type) {
		case 'submitted':
			if (state.status === 'waiting') return state.isTrying ? state : { ...state, isTrying: true }
			return state.status === 'joining' || state.status === 'joined' ? state : submit(event)
		case 'waitingLeft':
			return state.status === 'waiting' ? { status: 'editing' } : state
		case 'edited':
			return state.status === 'editing' || state.status === 'refused' ? { status: 'editing' } : state
		case 'completed':
			if (state.status === 'waiting' && state.isTrying) return completeTry(state, event)
			return state.status === 'joining' ? complete(event) : state
		default:
			return unreachable(event)
	}
}

function submit({ values, isPasswordRequired }: Extract<JoinEvent, { type: 'submitted' }>): JoinState {
	const error = validateJoinForm(values, isPasswordRequired)
	return error ? { status: 'editing', error } : { status: 'joining' }
}

function complete({ result, hadPassword }: Extract<JoinEvent, { type: 'completed' }>): JoinState {
	if (result.status === 'joined') return { status: 'joined' }
	// A person who returns from the app may join again.
	if (result.status === 'handedOver') return { status: 'editing' }
	if (result.error.type === 'wrongPassword' && !hadPassword) return { status: 'passwordRequired' }
	if (result.error.waits) return { status: 'waiting', error: result.error, isTrying: false }
	return { status: 'refused', error: result.error }
}

function completeTry(
	{ error }: Extract<JoinState, { status: 'waiting' }>,
	event: Extract<JoinEvent, { type: 'completed' }>,
): JoinState {
	const awaited = event.result.status === 'refused' ? stillWaitingFor(error, event.result.error) : undefined
	return awaited ? { status: 'waiting', error: awaited, isTrying: false } : complete(event)
}

/** The origin of the join screen. */
export type JoinOrigin = 'list' | 'typing' | 'link'

/** Returns the destination of a refusal that redirects without a button (JERR-06, JERR-07, JERR-12, OP-008). */
export function getRefusalDestination(
	{ type }: Pick<JoinError, 'type'>,
	{ from }: { from: JoinOrigin },
): 'login' | 'start' | 'list' | 'result' | 'stay' {
	if (type === 'signedOut') return from === 'link' ? 'start' : 'login'
	if (type !== 'unknownMeeting' && type !== 'over') return 'stay'
	if (from === 'link') return 'result'
	// The list is fetched again when it is shown. A typed id may be a typing error, so it can be corrected.
	return from === 'list' ? 'list' : 'stay'
}
