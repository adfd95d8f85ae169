import { session } from '@parley/api'
import { type ApiFailure, type GeneralRefusal, type RefusalTable, valueOfFailure } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { getMobileErrorKey, type MobileCodeValues } from '../verification/index.ts'
import { type CompleteSignInDeps, completeSignIn } from './completeSignIn.ts'
import type { SignInSearch } from './destination.ts'
import { type SignInState, tooManyMessage, toSignInState } from './signIn.ts'

export interface SmsFormValues extends MobileCodeValues {
	agreed: boolean
}

const messages = {
	readProtocol: m.login_read_protocol,
	noPhone: m.login_no_phone,
	wrongCode: m.login_wrong_code,
	codeExpired: m.login_code_expired,
	mobileInvalid: m.login_mobile_invalid,
	noDefaultCompany: m.login_no_company,
	loginError: m.login_sms_error,
	network: m.login_network,
	challengeNeeded: m.challenge_needed,
	challengeFailed: m.challenge_not_passed,
	challengeExpired: m.challenge_too_late,
}
export type SmsSignInMessageKey = keyof typeof messages | 'tooMany'

export const smsSignInMessage = (key: SmsSignInMessageKey, retryAfterMs?: number): string =>
	key === 'tooMany' ? tooManyMessage(retryAfterMs) : messages[key]()

export interface SmsSignInDeps extends CompleteSignInDeps {
	/** Stores the number that signed in. */
	saveMobile(mobile: string): void
}

/** Signs in by mobile number and code (SMS-02). */
export async function smsSignIn(
	form: SmsFormValues,
	search: SignInSearch,
	deps: SmsSignInDeps,
): Promise<SignInState<SmsSignInMessageKey>> {
	if (getMobileErrorKey(form)) return { status: 'failed', messageKey: 'noPhone' }
	// SMS-04
	if (!form.agreed) return { status: 'failed', messageKey: 'readProtocol' }

	const { areaCode, mobile, code } = form
	const login = await deps.callApi(
		session.loginBySms,
		{ areaCode, mobile, code, staySignedIn: true },
		{ handles401: true, quiet: true },
	)
	if (!login.ok) {
		const { retryAfterMs } = login.failure
		return { status: 'failed', messageKey: getSmsSignInMessageKey(login.failure), retryAfterMs }
	}
	deps.saveMobile(mobile)
	return toSignInState(await completeSignIn(login.value.token, search, deps))
}

/** SMS-23 to SMS-25 */
const refusals: RefusalTable<typeof session.loginBySms, SmsSignInMessageKey, GeneralRefusal> = {
	wrongCode: 'wrongCode',
	codeExpired: 'codeExpired',
	mobileInvalid: 'mobileInvalid',
	noDefaultCompany: 'noDefaultCompany',
	tooMany: 'tooMany',
	challengeNeeded: 'challengeNeeded',
	challengeFailed: 'challengeFailed',
	challengeExpired: 'challengeExpired',
	signedOut: 'loginError',
	forbidden: 'loginError',
	missing: 'loginError',
	staleToken: 'loginError',
	invalidInput: 'loginError',
	phoneNeeded: 'loginError',
	profileNeeded: 'loginError',
	broken: 'loginError',
	unknown: 'loginError',
}

export const getSmsSignInMessageKey = (
	failure: Pick<ApiFailure<typeof session.loginBySms>, 'refusal'>,
): SmsSignInMessageKey => valueOfFailure<typeof session.loginBySms, SmsSignInMessageKey>(failure, refusals, 'network')
