import { unreachable } from '@parley/core'
import { type JoinField, type JoinFormErrorKey, type JoinFormValues, validateJoinForm } from '../form/joinForm.ts'
import type { JoinError } from '../join/joinErrors.ts'
import type { JoinResult } from '../join/joinMeeting.ts'

/** Where joining from the join screen stands. */
export type JoinState =
	| { at: 'form'; fault?: { field: JoinField; fault: JoinFormErrorKey } }
	| { at: 'knocking' }
	| { at: 'turned-away'; why: JoinError }
	/** The meeting turned out to have a password nobody spoke of. */
	| { at: 'password-wanted' }
	| { at: 'inside' }

export type JoinEvent =
	| { type: 'asked'; form: JoinFormValues; asksPassword: boolean }
	| { type: 'edited' }
	| { type: 'answered'; entered: JoinResult; hadPassword: boolean }

export function joinReducer(state: JoinState, event: JoinEvent): JoinState {
	switch (event.type) {
		case 'asked':
			return state.at === 'knocking' || state.at === 'inside' ? state : submit(event)
		case 'edited':
			return state.at === 'form' || state.at === 'turned-away' ? { at: 'form' } : state
		case 'answered':
			return state.at === 'knocking' ? complete(event) : state
		default:
			return unreachable(event)
	}
}

function submit({ form, asksPassword }: Extract<JoinEvent, { type: 'asked' }>): JoinState {
	const fault = validateJoinForm(form, asksPassword)
	return fault ? { at: 'form', fault } : { at: 'knocking' }
}

function complete({ entered, hadPassword }: Extract<JoinEvent, { type: 'answered' }>): JoinState {
	if (entered.at === 'inside') return { at: 'inside' }
	// Whoever comes back from the app may want to go in again.
	if (entered.at === 'handed-over') return { at: 'form' }
	if (entered.why.says === 'wrongPassword' && !hadPassword) return { at: 'password-wanted' }
	return { at: 'turned-away', why: entered.why }
}

/** What brought somebody to a join screen. */
export type JoinOrigin = 'list' | 'typing' | 'link'

/** Where a refusal leads by itself, without a button (JERR-07, JERR-12, OP-008). */
export function getRefusalDestination(
	{ says }: Pick<JoinError, 'says'>,
	came: { from: JoinOrigin },
): 'login' | 'start' | 'list' | 'result' | 'stay' {
	if (says === 'signedOut') return came.from === 'link' ? 'start' : 'login'
	if (came.from === 'link') return says === 'unknownMeeting' || says === 'over' ? 'result' : 'stay'
	// A typed id may be a slip of the finger, so it stays to be mended.
	return says === 'unknownMeeting' && came.from === 'list' ? 'list' : 'stay'
}
