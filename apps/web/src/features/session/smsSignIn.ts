import { session } from '@parley/api'
import type { ApiFailure } from '../../api/index.ts'
import { getMobileErrorKey, type MobileCodeValues } from '../verification/index.ts'
import type { Arrival } from './arrival.ts'
import { type FinishOutside, finishSignIn } from './finish.ts'
import type { SignIn } from './signIn.ts'

export interface SmsForm extends MobileCodeValues {
	agreed: boolean
}

/** What the screen has to say; it owns the words. */
export type SmsSaying =
	| 'readProtocol'
	| 'noPhone'
	| 'wrongCode'
	| 'codeExpired'
	| 'mobileInvalid'
	| 'noDefaultCompany'
	| 'tooMany'
	| 'network'
	| 'loginError'

export interface SmsOutside extends FinishOutside {
	/** Keeps the number that let somebody in. */
	keepMobile(mobile: string): void
}

/** Signs in by mobile number and code, from the form to the screen that follows (SMS-02). */
export async function smsSignIn(form: SmsForm, arrival: Arrival, outside: SmsOutside): Promise<SignIn<SmsSaying>> {
	if (getMobileErrorKey(form)) return { at: 'turned-away', says: 'noPhone' }
	// SMS-04
	if (!form.agreed) return { at: 'turned-away', says: 'readProtocol' }

	const { areaCode, mobile, code } = form
	const login = await outside.ask(
		session.loginBySms,
		{ areaCode, mobile, code, staySignedIn: true },
		{ handles401: true, quiet: true },
	)
	if (!login.ok) {
		return { at: 'turned-away', says: smsSaying(login.failure), retryAfterMs: login.failure.retryAfterMs }
	}
	outside.keepMobile(mobile)
	return finishSignIn(login.value.token, arrival, outside)
}

/** SMS-23 to SMS-25 */
export function smsSaying({ refusal }: ApiFailure<typeof session.loginBySms>): SmsSaying {
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
