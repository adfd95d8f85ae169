import { expect, test } from 'vitest'
import { defaultLanguageOf, formatE164, isServedNumber, parseMobileNumber } from './mobileNumber.ts'

test.each([
	['86', '13800000001', '86', '13800000001'],
	[undefined, '13800000001', '86', '13800000001'],
	['', '13800000001', '86', '13800000001'],
	['+86', '138 0000 0001', '86', '13800000001'],
	['0086', '138-0000-0001', '86', '13800000001'],
	// An area code in front of the number, as in the bind payload.
	['86', '8613800000001', '86', '13800000001'],
	['86', '+8613800000001', '86', '13800000001'],
	[undefined, '008613800000001', '86', '13800000001'],
	['852', '51234567', '852', '51234567'],
	['44', '07400 123456', '44', '7400123456'],
	['1', '(201) 555-0123', '1', '2015550123'],
	// Areas that share a country calling code are part of the number.
	['1-684', '7331234', '1', '6847331234'],
	['1684', '7331234', '1', '6847331234'],
])('[SMS-08] area %s and %s are +%s %s', (areaCode, typed, area, mobile) => {
	expect(parseMobileNumber(areaCode, typed)).toEqual({ areaCode: area, mobile })
})

test.each([
	['86', ''],
	['86', '1380000000'],
	['86', '138000000011'],
	['86', '01012345678'],
	['86', '9'.repeat(20)],
	['86', '13800000001 or 1=1'],
	['86', '１３８００００００01'],
	['86', '+85251234567'],
	['86', '0085251234567'],
	['999', '13800000001'],
	['eighty', '13800000001'],
	['86 or more', '13800000001'],
	['x86', '13800000001'],
	['8+6', '13800000001'],
	['86', 'tel:13800000001'],
	['86', '13800000001x'],
	['44', '13800000001'],
	// Numbers of satellites, premium rates and services that belong to no country, and of satellites within a country's
	// plan.
	['870', '773111632'],
	['881', '612345678'],
	['882', '13300655'],
	['883', '510012345'],
	['878', '101234567890'],
	['979', '123456789'],
	['1', '9005551234'],
	['86', '13490012345'],
	['86', '17400123456'],
])('[SMS-22] area %s and "%s" are no mobile number', (areaCode, typed) => {
	expect(parseMobileNumber(areaCode, typed)).toBeUndefined()
})

test('[SMS-22] a number that merely contains the digits of a satellite one is served', () => {
	expect(parseMobileNumber('1', '2015861349')).toEqual({ areaCode: '1', mobile: '2015861349' })
})

test.each([
	['86', '13800000001', 'CN'],
	['852', '51234567', 'HK'],
	['44', '7400123456', 'GB'],
	// One country calling code, several countries.
	['1', '2015550123', 'US'],
	['1', '6847331234', 'AS'],
])('[SMS-22] +%s %s is served by a site that serves %s', (areaCode, mobile, country) => {
	const number = { areaCode, mobile }
	expect(formatE164(number)).toBe(`+${areaCode}${mobile}`)
	for (const smsCountries of [country, `FR,${country}`, 'all'])
		expect(isServedNumber({ smsCountries }, number)).toBe(true)
	expect(isServedNumber({ smsCountries: 'FR' }, number)).toBe(false)
})

test('[SMS-22] a number of no country is served nowhere', () => {
	expect(isServedNumber({ smsCountries: 'all' }, { areaCode: '999', mobile: '1' })).toBe(false)
})

test.each([
	['86', 'zh'],
	['852', 'zh'],
	['853', 'zh'],
	['886', 'zh'],
	['44', 'en'],
	['1', 'en'],
])('messages to +%s are in %s', (areaCode, language) => {
	expect(defaultLanguageOf({ areaCode })).toBe(language)
})
