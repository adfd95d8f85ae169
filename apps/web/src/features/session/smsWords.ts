import { m } from '../../locales/index.ts'
import type { SmsSaying } from './smsSignIn.ts'
import { tooManyWords } from './words.ts'

const smsWords = {
	readProtocol: m.login_read_protocol,
	noPhone: m.login_no_phone,
	wrongCode: m.login_wrong_code,
	codeExpired: m.login_code_expired,
	mobileInvalid: m.login_mobile_invalid,
	noDefaultCompany: m.login_no_company,
	loginError: m.login_sms_error,
	network: m.login_network,
} satisfies Record<Exclude<SmsSaying, 'tooMany'>, () => string>

export const smsSignInWords = (says: SmsSaying, retryAfterMs?: number): string =>
	says === 'tooMany' ? tooManyWords(retryAfterMs) : smsWords[says]()
