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
	sentenceWith,
	type TurnedAway,
	wantsChallenge,
} from '../../account/index.ts'
import { type MobileCodeValues, type MobileNumber, mobileMessage } from '../../verification/index.ts'
import { type Identity, type IdentityMessageKey, identityMessages } from '../identity.ts'
import { type Provider, providerCalls } from '../provider.ts'

type Calls = typeof messenger

/** The screen shows every failure itself. */
const options = { quiet: true, handles401: true } as const

/** An unknown code means that binding failed (BIND-22). */
function orBindFailed(failure: ApiFailure): TurnedAway<CommonSaying | 'bindFailed'> {
	const why = commonly(failure)
	return why.says === 'notNow' || why.says === 'server' ? away('bindFailed') : why
}

export type BindMobileMessageKey =
	| CommonSaying
	| 'proofInvalid'
	| 'wrongCode'
	| 'codeExpired'
	| 'mobileInvalid'
	| 'noDefaultCompany'
	| 'notInCompany'
	| 'bindTooMany'
	| 'bindFailed'
	| 'numberTaken'

export const bindMobileMessage = sentenceWith<BindMobileMessageKey | IdentityMessageKey>({
	...identityMessages,
	wrongCode: m.account_says_wrongCode,
	codeExpired: m.account_says_codeExpired,
	mobileInvalid: () => mobileMessage('mobileInvalid'),
	notInCompany: () => mobileMessage('notInCompany'),
	numberTaken: m.social_says_numberTaken,
	bindTooMany: m.social_says_bindTooMany,
	bindFailed: m.social_says_bindFailed,
})

/** Checks that a number can be bound, before a code is sent to it (BIND-09, SOC-13). */
export async function checkBindable(
	provider: Provider,
	{ areaCode, mobile }: MobileNumber,
	callApi: CallApi,
): Promise<TurnedAway<BindMobileMessageKey> | undefined> {
	const answer = await callApi(providerCalls[provider].isBindable, { areaCode, mobile }, options)
	return answer.ok ? undefined : bindableRefused(answer.failure)
}

function bindableRefused(failure: ApiFailure<Calls['isBindable']>): TurnedAway<BindMobileMessageKey> {
	switch (failure.refusal) {
		case 'mobileInvalid':
			return away('mobileInvalid', 'none', { field: 'mobile' })
		case 'alreadyBound':
			return away('numberTaken', 'by-oa', { field: 'mobile' })
		case 'notInCompany':
			return away('notInCompany', 'none', { field: 'mobile' })
		default:
			return commonly(failure as ApiFailure)
	}
}

/** Binds an identity to the account of a number; returns the access token (BIND-05, BIND-07). */
export async function bindByMobile(
	{ provider, proof }: Identity,
	{ areaCode, mobile, code }: MobileCodeValues,
	callApi: CallApi,
): Promise<Answered<string, BindMobileMessageKey>> {
	// OP-130: in this call alone the number is prefixed with its area code.
	const input = { areaCode, mobile: areaCode + mobile, code, proof, staySignedIn: true }
	const answer = await callApi(providerCalls[provider].bindMobile, input, options)
	return answer.ok ? ok(answer.value.token) : { ok: false, failure: bindMobileRefused(answer.failure) }
}

/** BIND-17 to BIND-22 */
function bindMobileRefused(failure: ApiFailure<Calls['bindMobile']>): TurnedAway<BindMobileMessageKey> {
	switch (failure.refusal) {
		case 'wrongCode':
		case 'codeExpired':
			return away(failure.refusal, 'none', { field: 'code' })
		case 'mobileInvalid':
			return away('mobileInvalid', 'none', { field: 'mobile' })
		case 'noDefaultCompany':
			return away('noDefaultCompany', 'by-oa')
		case 'tooManyAttempts':
			return away('bindTooMany')
		case 'bindFailed':
			return away('bindFailed', 'by-oa')
		case 'proofInvalid':
			return away('proofInvalid', 'app-again')
		default:
			return orBindFailed(failure as ApiFailure)
	}
}

export type BindOaMessageKey =
	| CommonSaying
	| 'proofInvalid'
	| 'bindTooMany'
	| 'bindFailed'
	| 'bindAlready'
	| 'oaUnknown'
	| 'oaLoginError'

export const bindOaMessage = sentenceWith<BindOaMessageKey | IdentityMessageKey>({
	...identityMessages,
	oaUnknown: m.social_says_oaUnsupported,
	oaLoginError: m.social_says_oaLoginError,
	bindTooMany: m.social_says_bindTooMany,
	bindFailed: m.social_says_bindFailed,
	bindAlready: m.social_says_bindAlready,
})

/** Binds an identity to an OA account; returns the access token (BIND-06, BIND-08). */
export async function bindByOa(
	{ provider, proof }: Identity,
	form: OaForm,
	captcha: string,
	{ callApi, encryptPassword }: { callApi: CallApi; encryptPassword(password: string): Promise<string> },
): Promise<OaAnswered<string, BindOaMessageKey>> {
	const sealedPassword = await encryptPassword(form.password)
	const input = { name: form.name, sealedPassword, captcha, proof, staySignedIn: true }
	const answer = await callApi(providerCalls[provider].bindOa, input, options)
	if (answer.ok) return { at: 'done', value: answer.value.token }
	if (wantsChallenge(answer.failure)) return { at: 'challenge' }
	return { at: 'turned-away', why: bindOaRefused(answer.failure) }
}

/** BIND-23 to BIND-27 */
function bindOaRefused(failure: ApiFailure<Calls['bindOa']>): TurnedAway<BindOaMessageKey> {
	switch (failure.refusal) {
		case 'invalidUser':
			return away('oaUnknown', 'none', { field: 'name' })
		case 'wrongPassword':
			return away('oaLoginError', 'none', { field: 'password' })
		case 'tooManyAttempts':
			return away('bindTooMany')
		case 'alreadyBound':
			return away('bindAlready', 'by-phone')
		case 'bindFailed':
			return away('bindFailed', 'by-phone')
		case 'proofInvalid':
			return away('proofInvalid', 'app-again')
		default:
			return orBindFailed(failure as ApiFailure)
	}
}

export type BindToCurrentUserMessageKey = CommonSaying | 'proofInvalid' | 'bindFailed' | 'bindAlready'

export const bindToCurrentUserMessage = sentenceWith<BindToCurrentUserMessageKey | IdentityMessageKey>({
	...identityMessages,
	bindFailed: m.social_says_bindFailed,
	bindAlready: m.social_says_bindAlready,
})

/** Binds a messenger identity to the signed-in person (BIND-29). */
export async function bindToCurrentUser(
	{ proof }: Identity,
	callApi: CallApi,
): Promise<Answered<undefined, BindToCurrentUserMessageKey>> {
	const answer = await callApi(providerCalls.messenger.bindOwn, { proof }, options)
	if (answer.ok) return ok(undefined)
	switch (answer.failure.refusal) {
		case 'alreadyBound':
			return { ok: false, failure: away('bindAlready') }
		case 'proofInvalid':
			return { ok: false, failure: away('proofInvalid', 'app-again') }
		default:
			return { ok: false, failure: orBindFailed(answer.failure as ApiFailure) }
	}
}
