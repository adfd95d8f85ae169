import type { messenger } from '@parley/api'
import { ok } from '@parley/core'
import type { ApiFailure, CallApi } from '../../api/index.ts'
import { type Answered, away, type CommonSaying, commonly, type TurnedAway } from '../account/index.ts'
import type { CodedMobile, MobileNumber } from '../verification/index.ts'
import { orBindFailed, quietOptions } from './binding.ts'
import { providerCalls } from './calls.ts'
import type { Identity } from './identity.ts'
import type { Provider } from './provider.ts'

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

type Calls = typeof messenger

/** Whether a number may be bound at all, asked before a code is sent to it (BIND-09, SOC-13). */
export async function isBindable(
	provider: Provider,
	mobile: MobileNumber,
	ask: CallApi,
): Promise<TurnedAway<BindMobileMessageKey> | undefined> {
	const answer = await ask(
		providerCalls[provider].isBindable,
		{ areaCode: mobile.areaCode, mobile: mobile.mobile },
		quietOptions,
	)
	return answer.ok ? undefined : bindableRefused(answer.failure)
}

export function bindableRefused(failure: ApiFailure<Calls['isBindable']>): TurnedAway<BindMobileMessageKey> {
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

/** Binds an identity to the account of a number; answers the access token (BIND-05, BIND-07). */
export async function bindByMobile(
	{ provider, proof }: Identity,
	{ areaCode, mobile, code }: CodedMobile,
	ask: CallApi,
): Promise<Answered<string, BindMobileMessageKey>> {
	// OP-130: in this payload alone the number goes with its area code before it.
	const input = { areaCode, mobile: areaCode + mobile, code, proof, staySignedIn: true }
	const answer = await ask(providerCalls[provider].bindMobile, input, quietOptions)
	return answer.ok ? ok(answer.value.token) : { ok: false, failure: bindPhoneRefused(answer.failure) }
}

/** BIND-17 to BIND-22 */
export function bindPhoneRefused(failure: ApiFailure<Calls['bindMobile']>): TurnedAway<BindMobileMessageKey> {
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
