import { session } from '@parley/api'
import type { ApiFailure } from '../../api/index.ts'
import { getMobileErrorKey, type MobileCodeValues } from '../verification/index.ts'
import { type CompleteSignInDeps, completeSignIn } from './completeSignIn.ts'
import type { SignInSearch } from './destination.ts'
import type { SignInState } from './signIn.ts'

export interface SmsFormValues extends MobileCodeValues {
	agreed: boolean
}

/** What the screen has to say; it owns the words. */
export type SmsSignInMessageKey =
	| 'readProtocol'
	| 'noPhone'
	| 'wrongCode'
	| 'codeExpired'
	| 'mobileInvalid'
	| 'noDefaultCompany'
	| 'tooMany'
	| 'network'
	| 'loginError'

export interface SmsSignInDeps extends CompleteSignInDeps {
	/** Keeps the number that let somebody in. */
	saveMobile(mobile: string): void
}

/** Signs in by mobile number and code, from the form to the screen that follows (SMS-02). */
export async function smsSignIn(
	form: SmsFormValues,
	arrival: SignInSearch,
	outside: SmsSignInDeps,
): Promise<SignInState<SmsSignInMessageKey>> {
	if (getMobileErrorKey(form)) return { at: 'turned-away', says: 'noPhone' }
	// SMS-04
	if (!form.agreed) return { at: 'turned-away', says: 'readProtocol' }

	const { areaCode, mobile, code } = form
	const login = await outside.callApi(
		session.loginBySms,
		{ areaCode, mobile, code, staySignedIn: true },
		{ handles401: true, quiet: true },
	)
	if (!login.ok) {
		return { at: 'turned-away', says: getSmsSignInMessageKey(login.failure), retryAfterMs: login.failure.retryAfterMs }
	}
	outside.saveMobile(mobile)
	return completeSignIn(login.value.token, arrival, outside)
}

/** SMS-23 to SMS-25 */
export function getSmsSignInMessageKey({ refusal }: ApiFailure<typeof session.loginBySms>): SmsSignInMessageKey {
	switch (refusal) {
		case 'wrongCode':
		case 'codeExpired':
		case 'mobileInvalid':
		case 'noDefaultCompany':
		case 'tooMany':
			return refusal
		case 'offline':
		case 'timeout':
		case 'cancelled':
			return 'network'
		default:
			return 'loginError'
	}
}
