import { m } from '../../locales/index.ts'
import type { SmsSignInMessageKey } from './smsSignIn.ts'
import { tooManyMessage } from './words.ts'

const smsWords = {
	readProtocol: m.login_read_protocol,
	noPhone: m.login_no_phone,
	wrongCode: m.login_wrong_code,
	codeExpired: m.login_code_expired,
	mobileInvalid: m.login_mobile_invalid,
	noDefaultCompany: m.login_no_company,
	loginError: m.login_sms_error,
	network: m.login_network,
} satisfies Record<Exclude<SmsSignInMessageKey, 'tooMany'>, () => string>

export const smsSignInMessage = (says: SmsSignInMessageKey, retryAfterMs?: number): string =>
	says === 'tooMany' ? tooManyMessage(retryAfterMs) : smsWords[says]()
