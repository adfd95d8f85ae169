import { defaults, digitsWhileTyping, limits } from '@parley/core'

/** A number with the code of its country or region, without `+`. */
export interface MobileNumber {
	areaCode: string
	mobile: string
}

/** What a form with a number and its code holds. */
export interface MobileCodeValues extends MobileNumber {
	code: string
}

/** SMS-08 */
export const emptyMobileCode: MobileCodeValues = { areaCode: defaults.areaCode, mobile: '', code: '' }

/** SMS-05 */
export const filterMobile = (text: string): string => digitsWhileTyping(text, limits.mobileMax)
/** SMS-07 */
export const filterCode = (text: string): string => digitsWhileTyping(text, limits.smsCodeMax)

/** The button that follows a number and its code works when both are filled (SMS-03). */
export const isMobileCodeFilled = ({ mobile, code }: MobileCodeValues): boolean => mobile !== '' && code !== ''

export const isSameMobile = (one: MobileNumber, other: MobileNumber): boolean =>
	one.areaCode === other.areaCode && one.mobile === other.mobile

/**
 * What is wrong with a number before anything is asked (SMS-06, SMS-09).
 * @param initial the number it has to be, where there is one
 */
export function getMobileErrorKey(given: MobileNumber, initial?: MobileNumber): 'noPhone' | 'inconsistent' | undefined {
	if (given.mobile === '') return 'noPhone'
	return initial && !isSameMobile(given, initial) ? 'inconsistent' : undefined
}
