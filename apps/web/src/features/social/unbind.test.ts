import { decryptPassword } from '@parley/api'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callApi } from '../../api/index.ts'
import { stubServer } from '../../testing/stubServer.ts'
import { seal } from '../account/index.ts'
import { getLinkedAccounts, getVerificationMethods } from './linkedAccounts.ts'
import {
	type UnbindEvent,
	type UnbindState,
	unbindIdentity,
	unbindReducer,
	verifyByMobile,
	verifyByOa,
} from './unbind.ts'

const coded = { areaCode: '86', mobile: '13800138000', code: '123456' }
const oa = { name: 'hanmei', password: 'secret' }
const outside = { ask: callApi, seal, asNobody: false }

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('proof by phone', () => {
	const calls = ['POST /weChat/mobileUnbundlingValidation', 'POST /apple/mobileUnbundlingValidation'] as const

	test('[UNBIND-02] each kind has its own call; the token is the answer, an empty one where there is none', async () => {
		const server = stubServer({ [calls[0]]: { data: { token: 'u' } }, [calls[1]]: { data: {} } })
		expect(await verifyByMobile('messenger', coded, callApi)).toEqual({ ok: true, value: 'u' })
		expect(await verifyByMobile('deviceMaker', coded, callApi)).toEqual({ ok: true, value: '' })
		expect(server.last(calls[0])?.body).toEqual({ inputCode: '123456', mobile: '13800138000', mobileCode: '86' })
	})

	test.each([
		['[UNBIND-06]', 401, 200005, 'wrongCode', 'none'],
		['[UNBIND-07]', 401, 200000, 'unbindExpired', 'none'],
		['[UNBIND-08]', 422, 200003, 'mobileInvalid', 'none'],
		['[UNBIND-09]', 401, 1004, 'unbindInvalid', 'by-oa'],
	])('%s %i/%i says %s and helps with %s', async (_rule, status, code, says, remedy) => {
		stubServer({ [calls[0]]: { status, code } })
		expect(await verifyByMobile('messenger', coded, callApi)).toMatchObject({ failure: { says, remedy } })
	})
})

describe('proof by OA account', () => {
	const calls = ['POST /weChat/oaUnbundlingValidation', 'POST /apple/oaUnbundlingValidation'] as const

	test('[UNBIND-03] each kind has its own call, with name, sealed password and captcha', async () => {
		const server = stubServer({ [calls[0]]: { data: { token: 'u' } }, [calls[1]]: { data: {} } })
		expect(await verifyByOa('messenger', oa, 'pass', outside)).toEqual({ at: 'done', value: 'u' })
		expect(await verifyByOa('deviceMaker', oa, '', outside)).toEqual({ at: 'done', value: '' })
		const { password, ...rest } = (server.last(calls[0])?.body ?? {}) as Record<string, string>
		expect(rest).toEqual({ name: 'hanmei', captcha: 'pass' })
		expect(decryptPassword(password ?? '')).toBe('secret')
	})

	test('[OP-038] for a new password it is asked as nobody, whoever is signed in here', async () => {
		localStorage.setItem('accessToken', 'kept')
		const headers: Record<string, string>[] = []
		vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
			headers.push(init.headers as Record<string, string>)
			return new Response(JSON.stringify({ code: 200, data: {} }))
		})
		await verifyByOa('messenger', oa, '', outside)
		await verifyByOa('messenger', oa, '', { ...outside, asNobody: true })
		expect(headers.map(({ authorization }) => authorization)).toEqual(['Bearer kept', undefined])
	})

	test.each([
		['[UNBIND-10]', 401, 1004, 'oaUnknown'],
		['[UNBIND-11]', 401, 1001, 'oaWrongPassword'],
		['[UNBIND-12]', 429, 1002, 'oaTooMany'],
	])('%s %i/%i says %s', async (_rule, status, code, says) => {
		stubServer({ [calls[0]]: { status, code } })
		expect(await verifyByOa('messenger', oa, '', outside)).toMatchObject({ at: 'turned-away', why: { says } })
	})
})

describe('taking off', () => {
	const after = (...events: UnbindEvent[]) => events.reduce<UnbindState>(unbindReducer, { at: 'proving' })
	const proved = { type: 'proved', token: 'u' } as const

	test('[UNBIND-04] each kind has its own call, with the token', async () => {
		const calls = ['DELETE /weChat/userUnbundlingWeChat', 'DELETE /apple/userUnbundlingApple'] as const
		const server = stubServer({ [calls[0]]: {}, [calls[1]]: { status: 410, code: 200000 } })
		expect(await unbindIdentity('messenger', 'u', callApi)).toBeUndefined()
		expect(server.last(calls[0])?.query.get('token')).toBe('u')
		expect(await unbindIdentity('deviceMaker', 'u', callApi)).toMatchObject({ says: 'unbindExpired' })
	})

	test('[UNBIND-05] a proof asks the question, and only a yes goes on', () => {
		expect(after(proved)).toEqual({ at: 'asked', token: 'u' })
		expect(after(proved, { type: 'declined' })).toEqual({ at: 'kept', token: 'u' })
		expect(after(proved, { type: 'declined' }, { type: 'confirmed' })).toEqual({ at: 'kept', token: 'u' })
		expect(after(proved, { type: 'confirmed' })).toEqual({ at: 'working', token: 'u' })
		expect(after({ type: 'confirmed' })).toEqual({ at: 'proving' })
	})

	test('[UNBIND-01] the question can be asked again with the same proof, until something is changed', () => {
		const kept = after(proved, { type: 'declined' })
		expect(unbindReducer(kept, { type: 'asked-again' })).toEqual({ at: 'asked', token: 'u' })
		expect(unbindReducer(kept, { type: 'edited' })).toEqual({ at: 'proving' })
	})

	test('[UNBIND-01] it ends gone, or says why not', () => {
		const working = after(proved, { type: 'confirmed' })
		expect(unbindReducer(working, { type: 'answered', why: undefined })).toEqual({ at: 'gone' })
		const why = { says: 'unbindExpired', remedy: 'none' } as const
		expect(unbindReducer(working, { type: 'answered', why })).toEqual({ at: 'turned-away', why })
		expect(unbindReducer(working, { type: 'declined' })).toBe(working)
	})
})

describe('the links of a person', () => {
	test('[BIND-29] what is linked can be unlinked, and the messenger linked where it is offered', () => {
		expect(getLinkedAccounts({}, [])).toEqual([])
		expect(getLinkedAccounts({}, ['messenger', 'deviceMaker'])).toMatchObject([
			{ provider: 'messenger', isLinked: false, canLink: true },
			{ provider: 'deviceMaker', isLinked: false, canLink: false },
		])
		expect(getLinkedAccounts({ messengerId: 'm', messengerName: '梅' }, ['messenger'])).toMatchObject([
			{ provider: 'messenger', isLinked: true, name: '梅', canLink: false },
		])
		expect(getLinkedAccounts({ deviceMakerId: 'd' }, [])).toMatchObject([{ provider: 'deviceMaker', isLinked: true }])
	})

	test('[UNBIND-01] who somebody is can be proven by their number, or by OA where the site has that', () => {
		expect(getVerificationMethods({ mobile: '1' }, { type: 1, isOa: false })).toEqual(['phone'])
		expect(getVerificationMethods({ mobile: '1' }, { type: 2, isOa: false })).toEqual(['phone', 'oa'])
		expect(getVerificationMethods({}, { type: 1, isOa: true })).toEqual(['oa'])
	})
})
