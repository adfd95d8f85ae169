import { account, smsType } from '@parley/api'
import { delays } from '@parley/core'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/metadata.min.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import type { CallApi } from '../../api/index.ts'
import { chooseLanguage } from '../../locales/index.ts'
import all from './countries.json' with { type: 'json' }
import {
	commonLetter,
	findSelectedRegion,
	getCountryName,
	groupByLetter,
	pickServed,
	searchCountries,
	sortCountries,
} from './country.ts'
import { filterCode, filterMobile, getEmptyMobileCode, getMobileErrorKey, isMobileCodeFilled } from './mobile.ts'
import { checkMobile, type MobileMessageKey, mobileMessage, sendCode, sendCodeRefused } from './smsCode.ts'
import { addSentCode, getSecondsLeft, parseSentCodes, type SentCode } from './useCountdown.ts'

const number = { areaCode: '86', mobile: '13812345678' }

/** Answers every call with `answer`, and records the calls. */
function stubCall(answer: unknown) {
	const calls: { route: string; input: unknown }[] = []
	const callApi = (async (call: { route: string }, input: unknown) => {
		calls.push({ route: call.route, input })
		return answer
	}) as unknown as CallApi
	return { callApi, calls }
}
const emptyMobileCode = getEmptyMobileCode(undefined)
const refused = (refusal: string, more: object = {}) => ({ ok: false, failure: { refusal, ...more } })

describe('the fields', () => {
	test('[SMS-05] a number has digits only, at most twenty', () => {
		expect(filterMobile('138 1234-ab5678')).toBe('13812345678')
		expect(filterMobile('1'.repeat(25))).toHaveLength(20)
	})
	test('[SMS-07] a code has digits only, at most six', () => {
		expect(filterCode('12a3 45678')).toBe('123456')
	})
	test('[SMS-08] the default area code is 86', () => {
		expect(emptyMobileCode).toEqual({ areaCode: '86', mobile: '', code: '' })
	})
	test('[SMS-22] where the site does not serve 86, it is the first that it serves', () => {
		const areaOf = (...areaCodes: string[]) =>
			getEmptyMobileCode(areaCodes.map(areaCode => ({ code: 'XX', areaCode }))).areaCode
		expect([areaOf('852', '86'), areaOf('852', '1'), areaOf()]).toEqual(['86', '852', '86'])
	})
	test('[SMS-06] a number is required', () => {
		expect(getMobileErrorKey(emptyMobileCode)).toBe('noPhone')
		expect(getMobileErrorKey(number)).toBeUndefined()
	})
	test('[SMS-09] an expected number has to match, with its area code', () => {
		expect(getMobileErrorKey(number, number)).toBeUndefined()
		expect(getMobileErrorKey({ ...number, mobile: '13812345679' }, number)).toBe('inconsistent')
		expect(getMobileErrorKey({ ...number, areaCode: '852' }, number)).toBe('inconsistent')
	})
	test('[SMS-03] number and code have to be filled', () => {
		expect([
			isMobileCodeFilled({ ...number, code: '' }),
			isMobileCodeFilled({ ...emptyMobileCode, code: '1' }),
		]).toEqual([false, false])
		expect(isMobileCodeFilled({ ...number, code: '1' })).toBe(true)
	})
})

describe('the countdown', () => {
	const sent = addSentCode([], smsType.login, number, 1_000)
	const seconds = (now: number, type: SentCode['type'] = smsType.login, mobile = number) =>
		getSecondsLeft(parseSentCodes(JSON.stringify(sent), now), type, mobile, now)

	test('[SMS-12] [CONST-01] counts from 60 to 1', () => {
		expect(delays.smsResendMs).toBe(60_000)
		expect([seconds(1_000), seconds(2_000), seconds(60_000), seconds(60_999)]).toEqual([60, 59, 1, 1])
	})
	test('[SMS-13] ends after sixty seconds', () => {
		expect(seconds(61_000)).toBe(0)
		expect(parseSentCodes(JSON.stringify(sent), 61_000)).toEqual([])
	})
	test('[SMS-12] belongs to its type and number', () => {
		expect(seconds(1_000, smsType.register)).toBe(0)
		expect(seconds(1_000, smsType.login, { ...number, mobile: '13900000000' })).toBe(0)
		expect(seconds(1_000, smsType.login, { ...number, areaCode: '1' })).toBe(0)
		const both = addSentCode(sent, smsType.login, { ...number, mobile: '13900000000' }, 5_000)
		expect(getSecondsLeft(both, smsType.login, number, 5_000)).toBe(56)
		expect(both[0]?.mobile).toBe('13900000000')
		expect(addSentCode(both, smsType.login, number, 9_000)).toHaveLength(2)
	})
	test('[SMS-12] a clock set back does not lengthen the countdown, and unreadable storage is ignored', () => {
		expect(seconds(-100_000)).toBe(0)
		for (const stored of [undefined, '', '{', '{}', '[1,null,{"until":"x"}]'])
			expect(parseSentCodes(stored, 0)).toEqual([])
	})
})

describe('sendCode', () => {
	test.each([
		['SMS-15', smsType.register, 1],
		['SMS-16', smsType.login, 2],
		['OP-028', smsType.forgot, 3],
		['SMS-17', smsType.bind, 4],
	] as const)(
		'[%s] [SMS-14] [SMS-18] is one call with type, number, captcha and language',
		async (_, type, onTheWire) => {
			const { callApi, calls } = stubCall({ ok: true, value: {} })
			expect(await sendCode(type, number, { captcha: '', language: 'en' }, callApi)).toEqual({ status: 'sent' })
			expect(calls).toEqual([
				{ route: account.sendCode.route, input: { ...number, type: onTheWire, captcha: '', language: 'en' } },
			])
		},
	)
	test('[OP-029] sends the challenge pass of a solved challenge', async () => {
		const { callApi, calls } = stubCall({ ok: true, value: {} })
		await sendCode(smsType.login, number, { captcha: 'pass', language: 'zh' }, callApi)
		expect(calls[0]?.input).toMatchObject({ captcha: 'pass' })
	})
	test.each(['challengeNeeded', 'challengeFailed', 'challengeExpired'] as const)(
		'[SMS-14] %s requires the slider',
		name => {
			expect(sendCodeRefused({ refusal: name })).toEqual({ status: 'challenge' })
		},
	)
	test.each([
		['SMS-19', 'tooManyCodes', 'tooMany'],
		['SMS-20', 'notSent', 'notSent'],
		['SMS-21', 'limitReached', 'limit'],
		['SMS-22', 'mobileInvalid', 'mobileInvalid'],
		['HTTP-08', 'offline', 'network'],
		['SMS-20', 'broken', 'failed'],
	] as const)('[%s] %s has a message of its own', (_, refusal, messageKey) => {
		expect(sendCodeRefused({ refusal })).toMatchObject({ status: 'refused', messageKey })
	})
	test('[SMS-19] too many: the message has the seconds or minutes to wait', () => {
		expect(sendCodeRefused({ refusal: 'tooManyCodes', retryAfterMs: 42_000 })).toMatchObject({ retryAfterMs: 42_000 })
		expect(mobileMessage('tooMany', 41_200)).toContain('42 秒')
		expect(mobileMessage('tooMany', 600_000)).toContain('10 分钟')
		expect(mobileMessage('tooMany')).toMatch(/稍后/)
	})
})

describe('checkMobile', () => {
	const check = async (type: SentCode['type'], value: object) =>
		checkMobile(type, number, stubCall({ ok: true, value }).callApi)

	test('[SMS-26] [OP-030] calls mobileIsRegister, and validateMobile for binding', async () => {
		const { callApi, calls } = stubCall({ ok: true, value: {} })
		for (const type of [smsType.register, smsType.login, smsType.forgot, smsType.bind]) {
			await checkMobile(type, number, callApi)
		}
		const registered = 'POST /auth/mobileIsRegister'
		expect(calls.map(({ route }) => route)).toEqual([registered, registered, registered, 'POST /auth/validateMobile'])
		expect(calls[0]?.input).toMatchObject(number)
	})
	test('[SMS-27] [OP-031] the result of code 0 depends on `registered`', async () => {
		expect(await check(smsType.login, { isRegistered: true })).toBeUndefined()
		expect(await check(smsType.login, { isRegistered: false })).toBe('notRegistered')
		expect(await check(smsType.register, { isRegistered: true })).toBe('alreadyRegistered')
		expect(await check(smsType.register, { isRegistered: false })).toBeUndefined()
		expect(await check(smsType.bind, { isRegistered: true })).toBeUndefined()
		expect(await check(smsType.forgot, {})).toBeUndefined()
	})
	test.each([
		['SMS-28', 'mobileInvalid', 'mobileInvalid'],
		['SMS-29', 'notRegistered', 'notRegistered'],
		['SMS-30', 'notInCompany', 'notInCompany'],
		['HTTP-08', 'timeout', 'network'],
		['SMS-28', 'forbidden', 'failed'],
	] as const)('[%s] %s has a message of its own', async (_, refusal, messageKey) => {
		expect(await checkMobile(smsType.login, number, stubCall(refused(refusal)).callApi)).toBe(messageKey)
	})
	test('every message key has a message of its own in both languages', () => {
		const messageKeys: MobileMessageKey[] = [
			'noPhone',
			'inconsistent',
			'tooMany',
			'limit',
			'siteLimit',
			'countryNotServed',
			'notSent',
			'mobileInvalid',
			'notRegistered',
			'alreadyRegistered',
			'notInCompany',
			'network',
			'failed',
		]
		for (const language of ['zh', 'en'] as const) {
			chooseLanguage(language)
			expect(new Set(messageKeys.map(key => mobileMessage(key))).size).toBe(messageKeys.length)
		}
		chooseLanguage('zh')
	})
})

describe('countries and regions', () => {
	test('[SMS-11] [I18N-04] every entry has its code and its names', () => {
		expect(all).toHaveLength(getCountries().length)
		for (const entry of all) {
			expect(entry.areaCode).toBe(getCountryCallingCode(entry.code_name as never))
			expect(entry.country).toMatch(/\p{Script=Latin}/u)
			expect(entry.name + entry.name_zhTW).toMatch(/^[\p{Script=Han}·（）-]+$/u)
			expect(entry.pinyin).toMatch(/^[a-z ]+$/)
		}
		expect(all.find(({ code_name }) => code_name === 'DE')).toEqual({
			areaCode: '49',
			code_name: 'DE',
			country: 'Germany',
			name: '德国',
			name_zhTW: '德國',
			pinyin: 'de guo',
		})
	})
	test('[SMS-11] a shared calling code stands for its primary region', () => {
		for (const [areaCode, [first]] of Object.entries(metadata.country_calling_codes) as [string, string[]][]) {
			// 001 is no region: numbers of satellites and services.
			if (first !== '001') expect([areaCode, findSelectedRegion(all, areaCode)?.code_name]).toEqual([areaCode, first])
		}
	})
	test('[SMS-11] sections: the common ones first, then by letter in the order of the language', () => {
		const zh = groupByLetter(all, 'zh')
		expect(zh[0]).toMatchObject({ letter: commonLetter })
		expect(zh[0]?.countries[0]?.code_name).toBe('CN')
		expect(zh.slice(1).map(({ letter }) => letter)).toEqual([...zh.slice(1).map(({ letter }) => letter)].sort())
		expect(zh.find(({ letter }) => letter === 'Z')?.countries.map(({ name }) => name)).toContain('中国')
		const en = groupByLetter(all, 'en')
		expect(en.find(({ letter }) => letter === 'A')?.countries.map(({ country }) => country)).toContain('Åland Islands')
		expect(en.slice(1).flatMap(({ countries }) => countries)).toHaveLength(all.length)
	})
	test('[SMS-22] a site has its countries alone, the usual ones first; of a shared code what it serves is meant', () => {
		const served = ['DE', 'CA', 'AT', 'CN'].map(code => ({ code }))
		const countries = pickServed(all, served)
		expect(sortCountries(countries, 'en').map(({ country }) => country)).toEqual([
			'China',
			'Canada',
			'Austria',
			'Germany',
		])
		expect(sortCountries(countries, 'zh').map(({ name }) => name)).toEqual(['中国', '加拿大', '奥地利', '德国'])
		expect(findSelectedRegion(countries, '1')?.code_name).toBe('CA')
		expect(findSelectedRegion(countries, '44')).toBeUndefined()
		expect(pickServed(all, undefined)).toBe(all)
	})
	test.each([
		['中国', '中国'],
		['美國', '美国'],
		['zg', '中国'],
		['zhongguo', '中国'],
		['bilu', '秘鲁'],
		['cote', '科特迪瓦'],
		['united st', '美国'],
		['de', '德国'],
		['+852', '香港'],
		['00 49', '德国'],
		['86', '中国'],
		['UK', '英国'],
		['Great Britain', '英国'],
		['44', '英国'],
		['+44', '英国'],
		['1', '美国'],
		['001', '美国'],
		['usa', '美国'],
		['7', '俄罗斯'],
		['ukr', '乌克兰'],
	])('[SMS-11] %s finds %s first', (text, name) => {
		expect(searchCountries(all, text, 'zh')[0]?.name).toBe(name)
	})
	test('[SMS-11] unknown text finds nothing, and names are in the current language', () => {
		expect(searchCountries(all, '没有这个', 'zh')).toEqual([])
		const [germany] = searchCountries(all, '49', 'en')
		expect(germany && [getCountryName(germany, 'en'), getCountryName(germany, 'zh')]).toEqual(['Germany', '德国'])
	})
})
