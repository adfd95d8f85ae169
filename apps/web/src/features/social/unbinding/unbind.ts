import type { messenger } from '@parley/api'
import { ok } from '@parley/core'
import type { ApiFailure, CallApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import {
	type Answered,
	away,
	type CommonSaying,
	commonly,
	type OaAnswered,
	type OaForm,
	type OaSaying,
	oaRefused,
	oaWords,
	sentenceWith,
	type TurnedAway,
	wantsChallenge,
} from '../../account/index.ts'
import { type MobileCodeValues, mobileMessage } from '../../verification/index.ts'
import { type Provider, providerCalls } from '../provider.ts'

type Calls = typeof messenger

/** The screen shows every failure itself. */
const options = { quiet: true, handles401: true } as const

export type UnbindMessageKey =
	| CommonSaying
	| OaSaying
	| 'wrongCode'
	| 'unbindExpired'
	| 'mobileInvalid'
	| 'unbindInvalid'

export const unbindMessage = sentenceWith<UnbindMessageKey>({
	...oaWords,
	wrongCode: m.account_says_wrongCode,
	mobileInvalid: () => mobileMessage('mobileInvalid'),
	unbindExpired: m.social_says_unbindExpired,
	unbindInvalid: m.social_says_unbindInvalid,
})

/** Verifies the number of the signed-in person; returns the proof token that unbinding needs (UNBIND-02). */
export async function verifyByMobile(
	provider: Provider,
	form: MobileCodeValues,
	callApi: CallApi,
): Promise<Answered<string, UnbindMessageKey>> {
	const answer = await callApi(providerCalls[provider].proveMobile, form, options)
	// OP-037: a server that returns no token is sent an empty one.
	return answer.ok ? ok(answer.value.token ?? '') : { ok: false, failure: mobileRefused(answer.failure) }
}

/** UNBIND-06 to UNBIND-09 */
function mobileRefused(failure: ApiFailure<Calls['proveMobile']>): TurnedAway<UnbindMessageKey> {
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

export interface VerifyByOaDeps {
	callApi: CallApi
	encryptPassword(password: string): Promise<string>
	/** Sends the call without the stored session. */
	isAnonymous: boolean
}

/**
 * Verifies an OA account by its password; returns the proof token. For the signed-in person it allows to unbind
 * (UNBIND-03), for an anonymous caller to set a new password (OP-038).
 */
export async function verifyByOa(
	provider: Provider,
	form: OaForm,
	captcha: string,
	{ callApi, encryptPassword, isAnonymous }: VerifyByOaDeps,
): Promise<OaAnswered<string, OaSaying>> {
	const input = { name: form.name, sealedPassword: await encryptPassword(form.password), captcha }
	const answer = await callApi(providerCalls[provider].proveOa, input, { ...options, unauth: isAnonymous })
	if (answer.ok) return { at: 'done', value: answer.value.token ?? '' }
	if (wantsChallenge(answer.failure)) return { at: 'challenge' }
	return { at: 'turned-away', why: oaRefused(answer.failure) }
}

/** Unbinds an identity with a proof token (UNBIND-04); returns why it failed, if it did. */
export async function unbindIdentity(
	provider: Provider,
	token: string,
	callApi: CallApi,
): Promise<TurnedAway<UnbindMessageKey> | undefined> {
	const answer = await callApi(providerCalls[provider].unbind, { token }, options)
	if (answer.ok) return undefined
	return answer.failure.refusal === 'pageExpired' ? away('unbindExpired') : commonly(answer.failure as ApiFailure)
}
