import type { SmsType } from '@parley/api'
import { callApi } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import type { MobileNumber } from './mobile.ts'
import { checkMobile, type MobileMessageKey } from './smsCode.ts'

const words = {
	noPhone: m.verification_no_phone,
	inconsistent: m.verification_inconsistent,
	limit: m.verification_limit,
	notSent: m.verification_not_sent,
	mobileInvalid: m.verification_mobile_invalid,
	notRegistered: m.verification_not_registered,
	alreadyRegistered: m.verification_already_registered,
	notInCompany: m.verification_not_in_company,
	network: m.verification_network,
	failed: m.verification_failed,
} satisfies Record<Exclude<MobileMessageKey, 'tooMany'>, () => string>

/** From here on a wait is told in minutes. */
const longWaitS = 120

export function mobileMessage(says: MobileMessageKey, retryAfterMs?: number): string {
	if (says !== 'tooMany') return words[says]()
	if (!retryAfterMs) return m.says_sms_too_often()
	const seconds = Math.ceil(retryAfterMs / 1000)
	if (seconds < longWaitS) return m.verification_too_many({ seconds })
	return m.verification_too_many_minutes({ minutes: Math.ceil(seconds / 60) })
}

/** For `beforeSend`: a sentence where a number will not do (SMS-26 to SMS-30). */
export async function validateMobile(type: SmsType, mobile: MobileNumber): Promise<string | undefined> {
	const says = await checkMobile(type, mobile, callApi)
	return says && mobileMessage(says)
}
