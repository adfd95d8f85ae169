import type { SmsCountry } from '@parley/api'
import { defaults, digitsWhileTyping, limits } from '@parley/core'

/** A number with the calling code of its country or region, without `+`. */
export interface MobileNumber {
	areaCode: string
	mobile: string
}

/** The values of a form with a number and the code that was sent to it. */
export interface MobileCodeValues extends MobileNumber {
	code: string
}

/** SMS-08, and where the site does not serve that country, the first that it serves. */
export function getEmptyMobileCode(served: readonly SmsCountry[] | undefined): MobileCodeValues {
	const isServed = !served || served.some(({ areaCode }) => areaCode === defaults.areaCode)
	return { areaCode: (isServed ? undefined : served[0]?.areaCode) ?? defaults.areaCode, mobile: '', code: '' }
}

/** SMS-05 */
export const filterMobile = (text: string): string => digitsWhileTyping(text, limits.mobileMax)
/** SMS-07 */
export const filterCode = (text: string): string => digitsWhileTyping(text, limits.smsCodeMax)

/** SMS-03 */
export const isMobileCodeFilled = ({ mobile, code }: MobileCodeValues): boolean => mobile !== '' && code !== ''

export const isSameMobile = (one: MobileNumber, other: MobileNumber): boolean =>
	one.areaCode === other.areaCode && one.mobile === other.mobile

/**
 * Why a number cannot be sent to the server (SMS-06, SMS-09).
 * @param expected the only number that is accepted, where there is one
 */
export function getMobileErrorKey(
	given: MobileNumber,
	expected?: MobileNumber,
): 'noPhone' | 'inconsistent' | undefined {
	if (given.mobile === '') return 'noPhone'
	return expected && !isSameMobile(given, expected) ? 'inconsistent' : undefined
}
