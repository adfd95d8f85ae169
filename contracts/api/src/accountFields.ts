import { Captcha, challengeRefusals } from './challengeFields.ts'
import { field, optional, text } from './codec.ts'

/** A mobile number with its area code, `86` by default (SMS-08). */
export const Mobile = {
	mobile: field('mobile', text(40)),
	areaCode: optional('mobileCode', text(10)),
}
/**
 * A mobile number with the code that was sent to it. After too many wrong codes a solved challenge must accompany it.
 */
export const CodedMobile = { ...Mobile, code: field('inputCode', text(20)), captcha: Captcha }

/** Refusals of a wrong, used or expired code. */
export const codeRefusals = {
	...challengeRefusals,
	wrongCode: { http: 401, code: 200005 },
	codeExpired: { http: 401, code: 200000 },
	mobileInvalid: { http: 422, code: 200003 },
} as const
