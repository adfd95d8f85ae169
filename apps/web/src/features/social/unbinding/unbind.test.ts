import { decryptPassword } from '@parley/api'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callApi } from '../../../api/index.ts'
import { m } from '../../../locales/index.ts'
import { stubServer } from '../../../testing/stubServer.ts'
import { encryptPassword } from '../../account/index.ts'
import { mobileMessage } from '../../verification/index.ts'
import { unbindIdentity, verifyByMobile, verifyByOa } from './unbind.ts'
import { type UnbindEvent, type UnbindState, unbindReducer } from './useUnbind.ts'

const coded = { areaCode: '86', mobile: '13800138000', code: '123456' }
const oa = { name: 'hanmei', password: 'secret' }
const deps = { callApi, encryptPassword: encryptPassword, isAnonymous: false }

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('verifyByMobile', () => {
	const calls = ['POST /weChat/mobileUnbundlingValidation', 'POST /apple/mobileUnbundlingValidation'] as const

	test('[UNBIND-02] each provider has its own call; returns the token, or an empty one', async () => {
		const server = stubServer({ [calls[0]]: { data: { token: 'u' } }, [calls[1]]: { data: {} } })
		expect(await verifyByMobile('messenger', coded, callApi)).toEqual({ ok: true, value: 'u' })
		expect(await verifyByMobile('deviceMaker', coded, callApi)).toEqual({ ok: true, value: '' })
		expect(server.last(calls[0])?.body).toEqual({ inputCode: '123456', mobile: '13800138000', mobileCode: '86' })
	})

	test.each([
		['[UNBIND-06]', 401, 200005, m.account_error_wrongCode(), undefined],
		['[UNBIND-07]', 401, 200000, m.social_error_unbindExpired(), undefined],
		['[UNBIND-08]', 422, 200003, mobileMessage('mobileInvalid'), undefined],
		['[UNBIND-09]', 401, 1004, m.social_error_unbindInvalid(), 'byOa'],
	])('%s %i/%i is refused with %s and remedy %s', async (_rule, status, code, message, remedy) => {
		stubServer({ [calls[0]]: { status, code } })
		const result = await verifyByMobile('messenger', coded, callApi)
		const error = result.ok ? undefined : result.failure
		expect([error?.message, error?.remedy]).toEqual([message, remedy])
	})
})

describe('verifyByOa', () => {
	const calls = ['POST /weChat/oaUnbundlingValidation', 'POST /apple/oaUnbundlingValidation'] as const

	test('[UNBIND-03] each provider has its own call, with name, encrypted password and captcha', async () => {
		const server = stubServer({ [calls[0]]: { data: { token: 'u' } }, [calls[1]]: { data: {} } })
		expect(await verifyByOa('messenger', oa, 'pass', deps)).toEqual({ ok: true, value: 'u' })
		expect(await verifyByOa('deviceMaker', oa, '', deps)).toEqual({ ok: true, value: '' })
		const { password, ...rest } = (server.last(calls[0])?.body ?? {}) as Record<string, string>
		expect(rest).toEqual({ name: 'hanmei', captcha: 'pass' })
		expect(decryptPassword(password ?? '')).toBe('secret')
	})

	test('[OP-038] for a new password the call is anonymous, even with a stored session', async () => {
		localStorage.setItem('accessToken', 'kept')
		const headers: Record<string, string>[] = []
		vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
			headers.push(init.headers as Record<string, string>)
			return new Response(JSON.stringify({ code: 200, data: {} }))
		})
		await verifyByOa('messenger', oa, '', deps)
		await verifyByOa('messenger', oa, '', { ...deps, isAnonymous: true })
		expect(headers.map(({ authorization }) => authorization)).toEqual(['Bearer kept', undefined])
	})

	test.each([
		['[UNBIND-10]', 401, 1004, m.account_error_oaUnknown()],
		['[UNBIND-11]', 401, 1001, m.account_error_oaWrongPassword()],
		['[UNBIND-12]', 429, 1002, m.account_error_oaTooMany()],
	])('%s %i/%i is refused with %s', async (_rule, status, code, message) => {
		stubServer({ [calls[0]]: { status, code } })
		expect(await verifyByOa('messenger', oa, '', deps)).toMatchObject({ failure: { message } })
	})
})

describe('unbinding', () => {
	const after = (...events: UnbindEvent[]) => events.reduce<UnbindState>(unbindReducer, { status: 'verifying' })
	const verified = { type: 'verified', token: 'u' } as const

	test('[UNBIND-04] each provider has its own call, with the token', async () => {
		const calls = ['DELETE /weChat/userUnbundlingWeChat', 'DELETE /apple/userUnbundlingApple'] as const
		const server = stubServer({ [calls[0]]: {}, [calls[1]]: { status: 410, code: 200000 } })
		expect((await unbindIdentity('messenger', 'u', callApi)).ok).toBe(true)
		expect(server.last(calls[0])?.query.get('token')).toBe('u')
		expect(await unbindIdentity('deviceMaker', 'u', callApi)).toMatchObject({
			failure: { message: m.social_error_unbindExpired() },
		})
	})

	test('[UNBIND-05] a verification asks for confirmation, and only a confirmation continues', () => {
		expect(after(verified)).toEqual({ status: 'confirming', token: 'u' })
		expect(after(verified, { type: 'declined' })).toEqual({ status: 'verified', token: 'u' })
		expect(after(verified, { type: 'declined' }, { type: 'confirmed' })).toEqual({ status: 'verified', token: 'u' })
		expect(after(verified, { type: 'confirmed' })).toEqual({ status: 'unbinding', token: 'u' })
		expect(after({ type: 'confirmed' })).toEqual({ status: 'verifying' })
	})

	test('[UNBIND-01] confirmation can be asked for again with the same token, until the form is edited', () => {
		const declined = after(verified, { type: 'declined' })
		expect(unbindReducer(declined, { type: 'confirmation-requested' })).toEqual({ status: 'confirming', token: 'u' })
		expect(unbindReducer(declined, { type: 'edited' })).toEqual({ status: 'verifying' })
	})

	test('[UNBIND-01] it ends unbound, or refused', () => {
		const unbinding = after(verified, { type: 'confirmed' })
		expect(unbindReducer(unbinding, { type: 'answered', error: undefined })).toEqual({ status: 'unbound' })
		const error = { type: 'pageExpired', message: 'expired' }
		expect(unbindReducer(unbinding, { type: 'answered', error })).toEqual({ status: 'refused', error })
		expect(unbindReducer(unbinding, { type: 'declined' })).toBe(unbinding)
	})
})
