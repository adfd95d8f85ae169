import { unreachable } from '@parley/core'
import type { Entered } from './enter.ts'
import { faultOf, type JoinFault, type JoinField, type JoinForm } from './form.ts'
import type { TurnedAway } from './refusals.ts'

/** Where joining from the join screen stands. */
export type JoinScreen =
	| { at: 'form'; fault?: { field: JoinField; fault: JoinFault } }
	| { at: 'knocking' }
	| { at: 'turned-away'; why: TurnedAway }
	/** The meeting turned out to have a password nobody spoke of. */
	| { at: 'password-wanted' }
	| { at: 'inside' }

export type JoinEvent =
	| { type: 'asked'; form: JoinForm; asksPassword: boolean }
	| { type: 'edited' }
	| { type: 'answered'; entered: Entered; hadPassword: boolean }

export function joinScreen(state: JoinScreen, event: JoinEvent): JoinScreen {
	switch (event.type) {
		case 'asked':
			return state.at === 'knocking' || state.at === 'inside' ? state : asked(event)
		case 'edited':
			return state.at === 'form' || state.at === 'turned-away' ? { at: 'form' } : state
		case 'answered':
			return state.at === 'knocking' ? answered(event) : state
		default:
			return unreachable(event)
	}
}

function asked({ form, asksPassword }: Extract<JoinEvent, { type: 'asked' }>): JoinScreen {
	const fault = faultOf(form, asksPassword)
	return fault ? { at: 'form', fault } : { at: 'knocking' }
}

function answered({ entered, hadPassword }: Extract<JoinEvent, { type: 'answered' }>): JoinScreen {
	if (entered.at === 'inside') return { at: 'inside' }
	// Whoever comes back from the app may want to go in again.
	if (entered.at === 'handed-over') return { at: 'form' }
	if (entered.why.says === 'wrongPassword' && !hadPassword) return { at: 'password-wanted' }
	return { at: 'turned-away', why: entered.why }
}

/** What brought somebody to a join screen. */
export type Origin = 'list' | 'typing' | 'link'

/** Where a refusal leads by itself, without a button (JERR-07, JERR-12, OP-008). */
export function leadsTo(
	{ says }: Pick<TurnedAway, 'says'>,
	came: { from: Origin },
): 'login' | 'start' | 'list' | 'result' | 'stay' {
	if (says === 'signedOut') return came.from === 'link' ? 'start' : 'login'
	if (came.from === 'link') return says === 'unknownMeeting' || says === 'over' ? 'result' : 'stay'
	// A typed id may be a slip of the finger, so it stays to be mended.
	return says === 'unknownMeeting' && came.from === 'list' ? 'list' : 'stay'
}
