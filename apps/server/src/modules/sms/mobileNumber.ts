import { defaults, type Locale } from '@parley/core'
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/mobile'

export interface MobileNumber {
	/** Digits only, such as `86`. */
	areaCode: string
	/** National number, digits only. */
	mobile: string
}

/** Area code of numbers that come without one (SMS-08). */
const defaultAreaCode = defaults.areaCode

const typedForm = /^(\+|00)?\d{3,20}$/

/**
 * Normalises a number as typed; undefined if it cannot be a mobile number. An area code in front of the number is
 * removed.
 */
export function parseMobileNumber(areaCode: string | undefined, typed: string): MobileNumber | undefined {
	const area = (areaCode || defaultAreaCode).replace(/[\s-]/g, '').replace(/^(\+|00)/, '')
	const digits = typed.replace(/[\s().-]/g, '')
	if (!/^\d{1,6}$/.test(area) || !typedForm.test(digits)) return undefined
	const international = digits.replace(/^(\+|00)/, '')
	return (
		(digits.startsWith('+') ? undefined : parseInArea(area, area + digits)) ??
		(international.startsWith(area) ? parseInArea(area, international) : undefined)
	)
}

/** Area codes such as 1-684 are stored as part of the number: their country calling code is 1. */
function parseInArea(area: string, international: string): MobileNumber | undefined {
	const parsed = parsePhoneNumber(`+${international}`)
	if (!parsed?.isValid() || !area.startsWith(parsed.countryCallingCode)) return undefined
	// Codes of no country are those of satellites, premium rates and services.
	if (parsed.country === undefined || satellitePrefixes.test(parsed.number)) return undefined
	return { areaCode: parsed.countryCallingCode, mobile: parsed.nationalNumber }
}

/** Satellite numbers within the plan of a country. */
const satellitePrefixes = /^\+86(1349|1740[0-5])/

/** The country or region of a number, ISO 3166. */
const countryOf = (number: MobileNumber): CountryCode | undefined => parsePhoneNumber(formatE164(number))?.country

export const formatE164 = ({ areaCode, mobile }: MobileNumber): string => `+${areaCode}${mobile}`

/** Returns whether a site sends text messages to the country or region of a number (SMS-22). */
export function isServedNumber({ smsCountries }: { smsCountries: string }, number: MobileNumber): boolean {
	const country = countryOf(number)
	return country !== undefined && (smsCountries === 'all' || smsCountries.split(',').includes(country))
}

const chineseAreaCodes = [defaultAreaCode, '852', '853', '886']

/** The language of messages to a number if its owner's language is unknown. */
export const defaultLanguageOf = ({ areaCode }: Pick<MobileNumber, 'areaCode'>): Locale =>
	chineseAreaCodes.includes(areaCode) ? 'zh' : 'en'
