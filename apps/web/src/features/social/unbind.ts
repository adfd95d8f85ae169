import type { messenger } from '@parley/api'
import { ok, unreachable } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import {
	type Answered,
	away,
	type CommonSaying,
	commonly,
	type OaAnswered,
	type OaForm,
	type OaSaying,
	oaRefused,
	type TurnedAway,
	wantsChallenge,
} from '../account/index.ts'
import type { CodedMobile } from '../verification/index.ts'
import { quietOptions } from './binding.ts'
import { providerCalls } from './calls.ts'
import type { Provider } from './provider.ts'

export type UnbindMessageKey =
	| CommonSaying
	| OaSaying
	| 'wrongCode'
	| 'unbindExpired'
	| 'mobileInvalid'
	| 'unbindInvalid'

type Calls = typeof messenger

/** Proves the number of whoever is signed in (UNBIND-02); the token is for taking the identity off. */
export async function verifyByMobile(
	provider: Provider,
	form: CodedMobile,
	ask: CallApi,
): Promise<Answered<string, UnbindMessageKey>> {
	const answer = await ask(providerCalls[provider].proveMobile, form, quietOptions)
	// OP-037: a server that sends none is asked with an empty one.
	return answer.ok ? ok(answer.value.token ?? '') : { ok: false, failure: mobileVerificationRefused(answer.failure) }
}

/** UNBIND-06 to UNBIND-09 */
export function mobileVerificationRefused(failure: ApiFailure<Calls['proveMobile']>): TurnedAway<UnbindMessageKey> {
	switch (failure.refusal) {
		case 'wrongCode':
			return away('wrongCode', 'none', { field: 'code' })
		case 'pageExpired':
			return away('unbindExpired', 'none', { field: 'code' })
		case 'mobileInvalid':
			return away('mobileInvalid', 'none', { field: 'mobile' })
		case 'invalid':
			return away('unbindInvalid', 'by-oa')
		default:
			return commonly(failure as ApiFailure)
	}
}

/**
 * Proves an OA account by its password (UNBIND-03): for whoever is signed in to take an identity off, for anybody else
 * to set a new password (OP-038).
 */
export async function verifyByOa(
	provider: Provider,
	form: OaForm,
	captcha: string,
	{ ask, seal, asNobody }: { ask: CallApi; seal(password: string): Promise<string>; asNobody: boolean },
): Promise<OaAnswered<string, OaSaying>> {
	const input = { name: form.name, sealedPassword: await seal(form.password), captcha }
	// A session that happens to be kept here must not make it the other kind of proof.
	const answer = await ask(providerCalls[provider].proveOa, input, { ...quietOptions, unauth: asNobody })
	if (answer.ok) return { at: 'done', value: answer.value.token ?? '' }
	if (wantsChallenge(answer.failure)) return { at: 'challenge' }
	return { at: 'turned-away', why: oaRefused(answer.failure) }
}

/** Taking an identity off: nothing is deleted before somebody said yes to it (UNBIND-05). */
export type UnbindState =
	| { at: 'proving' }
	| { at: 'asked'; token: string }
	/** The question was put away; it can be asked again as long as the proof is good. */
	| { at: 'kept'; token: string }
	| { at: 'working'; token: string }
	| { at: 'turned-away'; why: TurnedAway<UnbindMessageKey> }
	| { at: 'gone' }

export type UnbindEvent =
	| { type: 'proved'; token: string }
	| { type: 'declined' }
	| { type: 'asked-again' }
	| { type: 'confirmed' }
	| { type: 'answered'; why: TurnedAway<UnbindMessageKey> | undefined }
	| { type: 'edited' }

export function unbindReducer(state: UnbindState, event: UnbindEvent): UnbindState {
	switch (event.type) {
		case 'proved':
			return state.at === 'gone' ? state : { at: 'asked', token: event.token }
		case 'declined':
			return state.at === 'asked' ? { at: 'kept', token: state.token } : state
		case 'asked-again':
			return state.at === 'kept' ? { at: 'asked', token: state.token } : state
		case 'confirmed':
			return state.at === 'asked' ? { at: 'working', token: state.token } : state
		case 'answered':
			if (state.at !== 'working') return state
			return event.why ? { at: 'turned-away', why: event.why } : { at: 'gone' }
		case 'edited':
			return state.at === 'kept' || state.at === 'turned-away' ? { at: 'proving' } : state
		default:
			return unreachable(event)
	}
}

/** Takes the identity off (UNBIND-04). */
export async function unbindIdentity(
	provider: Provider,
	token: string,
	ask: CallApi,
): Promise<TurnedAway<UnbindMessageKey> | undefined> {
	const answer = await ask(providerCalls[provider].unbind, { token }, quietOptions)
	if (answer.ok) return undefined
	return answer.failure.refusal === 'pageExpired' ? away('unbindExpired') : commonly(answer.failure as ApiFailure)
}
