import { decryptPassword } from '@parley/api'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { callApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { stubServer } from '../../../testing/stubServer.ts'
import { encryptPassword } from '../../account/index.ts'
import { mobileMessage } from '../../verification/index.ts'
import type { ProvenIdentity } from '../identity.ts'
import { bindByMobile, bindByOa, bindToCurrentUser, checkBindable } from './bindIdentity.ts'

const messenger: ProvenIdentity = { provider: 'messenger', proof: 'sealed' }
const deviceMaker: ProvenIdentity = { provider: 'deviceMaker', proof: 'id-token' }
const coded = { areaCode: '86', mobile: '13800138000', code: '123456' }
const oa = { name: 'hanmei', password: 'secret' }
const token = { code: 0, data: { access_token: 't' } }

afterEach(() => vi.unstubAllGlobals())

describe('checkBindable', () => {
	test('[BIND-09] each provider has its own call, with number and area code in the query', async () => {
		const calls = ['GET /weChat/verifyMobileWeChatBinding', 'GET /apple/verifyMobileAppleBinding'] as const
		const server = stubServer({ [calls[0]]: { code: 0 }, [calls[1]]: { code: 0 } })
		expect(await checkBindable('messenger', coded, callApi)).toBeUndefined()
		expect(await checkBindable('deviceMaker', coded, callApi)).toBeUndefined()
		for (const call of calls) {
			expect(Object.fromEntries(server.last(call)?.query ?? [])).toEqual({ mobile: '13800138000', mobileCode: '86' })
		}
	})

	test.each([
		['[SOC-13]', 409, 100006, m.social_error_numberTaken()],
		['[SMS-28]', 422, 200003, mobileMessage('mobileInvalid')],
		['[SMS-30]', 403, 100007, mobileMessage('notInCompany')],
	])('%s %i/%i is refused with %s', async (_rule, status, code, message) => {
		stubServer({ 'GET /weChat/verifyMobileWeChatBinding': { status, code } })
		expect(await checkBindable('messenger', coded, callApi)).toMatchObject({ message })
	})
})

describe('bindByMobile', () => {
	const calls = ['POST /weChat/weChatBindingMobile', 'POST /apple/appleBindingMobile'] as const

	test('[BIND-05] [BIND-07] [OP-130] the number is sent with its area code as prefix, and with the proof of its provider', async () => {
		const server = stubServer({ [calls[0]]: token, [calls[1]]: token })
		expect(await bindByMobile(messenger, coded, callApi)).toEqual({ ok: true, value: 't' })
		expect(await bindByMobile(deviceMaker, coded, callApi)).toEqual({ ok: true, value: 't' })
		const same = { inputCode: '123456', mobile: '8613800138000', mobileCode: '86', auto_login: 1 }
		expect(server.last(calls[0])?.body).toEqual({ ...same, info: 'sealed' })
		expect(server.last(calls[1])?.body).toEqual({ ...same, appleId: 'id-token' })
	})

	test.each([
		['[BIND-17]', 401, 200005, m.account_error_wrongCode(), undefined],
		['[BIND-17]', 401, 200000, m.account_error_codeExpired(), undefined],
		['[BIND-18]', 422, 200003, mobileMessage('mobileInvalid'), undefined],
		['[BIND-19]', 403, 100007, m.social_error_noDefaultCompany(), 'byOa'],
		['[BIND-20]', 429, 1002, m.social_error_bindTooMany(), undefined],
		['[BIND-21]', 409, 200013, m.social_error_bindFailed(), 'byOa'],
		['[BIND-22]', 200, 999, m.social_error_bindFailed(), undefined],
		['[BIND-22]', 400, 999, m.social_error_bindFailed(), undefined],
		['[BIND-22]', 401, 40101, m.social_error_proofInvalid(), 'openAppAgain'],
	])('%s %i/%i is refused with %s and remedy %s', async (_rule, status, code, message, remedy) => {
		stubServer({ [calls[0]]: { status, code } })
		const result = await bindByMobile(messenger, coded, callApi)
		const error = result.ok ? undefined : result.failure
		expect([error?.message, error?.remedy]).toEqual([message, remedy])
	})

	test('[BIND-22] no network is not reported as a failed binding', async () => {
		stubServer({ [calls[0]]: 'no-answer' })
		expect(await bindByMobile(messenger, coded, callApi)).toMatchObject({
			failure: { type: 'network', message: m.account_error_unreachable() },
		})
	})
})

describe('bindByOa', () => {
	const calls = ['POST /weChat/weChatBindingOa', 'POST /apple/appleBindingOa'] as const
	const deps = { callApi, encryptPassword: encryptPassword }

	test('[BIND-06] [BIND-08] sends name, encrypted password, captcha and the proof of the provider', async () => {
		const server = stubServer({ [calls[0]]: token, [calls[1]]: token })
		expect(await bindByOa(messenger, oa, 'pass', deps)).toEqual({ ok: true, value: 't' })
		await bindByOa(deviceMaker, oa, '', deps)
		const { password, ...rest } = (server.last(calls[0])?.body ?? {}) as Record<string, string>
		expect(rest).toEqual({ name: 'hanmei', captcha: 'pass', info: 'sealed', auto_login: 1 })
		expect(decryptPassword(password ?? '')).toBe('secret')
		expect(server.last(calls[1])?.body).toMatchObject({ appleId: 'id-token', captcha: '' })
	})

	test.each([
		['[BIND-23]', 401, 1004, m.social_error_oaUnsupported()],
		['[BIND-24]', 401, 1001, m.social_error_oaLoginError()],
		['[BIND-25]', 429, 1002, m.social_error_bindTooMany()],
		['[BIND-26]', 409, 100006, m.social_error_bindAlready()],
		['[BIND-27]', 409, 200013, m.social_error_bindFailed()],
	])('%s %i/%i is refused with %s', async (_rule, status, code, message) => {
		stubServer({ [calls[0]]: { status, code } })
		expect(await bindByOa(messenger, oa, '', deps)).toMatchObject({ failure: { message } })
	})

	test.each([400, 800, 900])('[BIND-04] %i requires the slider', async code => {
		stubServer({ [calls[0]]: { status: 400, code } })
		expect(await bindByOa(messenger, oa, '', deps)).toEqual({ ok: false, failure: 'challenge' })
	})
})

test('[BIND-29] the messenger is bound to the signed-in person; 100006 is a failed binding', async () => {
	const call = 'POST /weChat/userBindingWeChat'
	const server = stubServer({ [call]: { code: 0 } })
	expect((await bindToCurrentUser(messenger, callApi)).ok).toBe(true)
	expect(server.last(call)?.body).toEqual({ info: 'sealed' })
	stubServer({ [call]: { status: 409, code: 100006 } })
	expect(await bindToCurrentUser(messenger, callApi)).toMatchObject({
		failure: { message: m.social_error_bindAlready() },
	})
})
