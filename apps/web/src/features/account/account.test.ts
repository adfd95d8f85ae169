import { decryptPassword } from '@parley/api'
import { ok, type Result } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callApi } from '../../api/index.ts'
import type { FormError } from '../../forms/index.ts'
import { m } from '../../locales/index.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { encryptPassword } from './encryptPassword.ts'
import { bindMobile } from './mobileBinding.ts'
import { passwordResetSchema, resetPassword, verifyResetCode } from './passwordReset.ts'
import { completeProfile, continueSignedIn, getProfileOwner, profileSchema } from './profile.ts'
import { registerMobile, registrationSchema } from './registration.ts'

const coded = { areaCode: '86', mobile: '13800138000', code: '123456' }
const good = 'abcd1234'

/** A server that answers this one call. */
const answering = (call: string, answer: StubAnswer) => stubServer({ [call]: answer })
const typeOf = (result: Result<unknown, FormError>) => (result.ok ? 'done' : result.failure.type)
const remedyOf = (result: Result<unknown, FormError>) => (result.ok ? 'done' : result.failure.remedy)
/** The message of the first broken rule, and its field. */
function issueOf(schema: v.GenericSchema, values: unknown) {
	const issue = v.safeParse(schema, values, { abortEarly: true }).issues?.[0]
	return issue && [issue.message, v.getDotPath(issue)]
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('registering', () => {
	const call = 'POST /auth/register'

	test('[REG-03] sends code, number and area and gets a token', async () => {
		const server = answering(call, { data: 'a-token' })
		expect(await registerMobile(coded, callApi)).toEqual({ ok: true, value: 'a-token' })
		expect(server.last(call)?.body).toEqual({
			inputCode: '123456',
			mobile: '13800138000',
			mobileCode: '86',
			needToken: 1,
		})
	})

	test('[OP-027] the form is invalid while the terms are unticked', () => {
		expect(issueOf(registrationSchema, { ...coded, agreed: false })).toEqual([m.login_read_protocol(), 'agreed'])
		expect(issueOf(registrationSchema, { ...coded, agreed: true })).toBeUndefined()
	})

	test.each([
		[401, 200005, 'wrongCode', undefined],
		[401, 200000, 'codeExpired', undefined],
		[422, 200003, 'mobileInvalid', undefined],
		[409, 100006, 'alreadyRegistered', 'signIn'],
		[403, 403, 'registrationClosed', 'signIn'],
		[403, 100007, 'noDefaultCompany', undefined],
		[419, 419, 'staleToken', 'reload'],
		[500, 500, 'broken', undefined],
	])('[REG-01] %i/%i is %s, whose remedy is %s', async (status, code, type, remedy) => {
		vi.stubGlobal('location', { ...globalThis.location, reload: () => {} })
		answering(call, { status, code })
		const result = await registerMobile(coded, callApi)
		expect([typeOf(result), remedyOf(result)]).toEqual([type, remedy])
	})
})

describe('the profile', () => {
	const call = 'POST /auth/completedUserInfo'
	const deps = { callApi, encryptPassword }

	test('[REG-12] name and password are sent, both passwords encrypted, with the token if there is one', async () => {
		const server = answering(call, { code: 0 })
		expect(
			typeOf(await completeProfile(v.parse(profileSchema([]), { name: ' 韩  梅 ', password: good }), 'a-token', deps)),
		).toBe('done')
		const { name, token, password, password_confirmation } = (server.last(call)?.body ?? {}) as Record<string, string>
		expect([name, token]).toEqual(['韩 梅', 'a-token'])
		expect([password, password_confirmation].map(sealed => decryptPassword(sealed ?? ''))).toEqual([good, good])
		expect([password, password_confirmation]).not.toContain(good)

		await completeProfile({ name: '韩梅', password: good }, undefined, deps)
		expect(server.last(call)?.body).not.toHaveProperty('token')
	})

	test('[REG-13] only code 0 is a success', async () => {
		answering(call, { code: 200 })
		expect(typeOf(await completeProfile({ name: '韩梅', password: good }, undefined, deps))).not.toBe('done')
	})

	test.each([
		[422, 100009, 'formatError', undefined],
		[409, 100006, 'alreadyRegistered', 'signIn'],
		[410, 200000, 'tokenExpired', 'startOver'],
	])('[REG-14] %i/%i is %s, whose remedy is %s', async (status, code, type, remedy) => {
		answering(call, { status, code })
		const result = await completeProfile({ name: '韩梅', password: good }, 'a-token', deps)
		expect([typeOf(result), remedyOf(result)]).toEqual([type, remedy])
	})

	test('[REG-06] [REG-10] [REG-11] the form is invalid with an empty name or a password that is the name', () => {
		const formatError = [m.formatError(), 'password']
		expect(issueOf(profileSchema([]), { name: ' ', password: good })).toEqual([m.account_error_noName(), 'name'])
		expect(issueOf(profileSchema([]), { name: good, password: good })).toEqual(formatError)
		expect(issueOf(profileSchema(['a13800138000']), { name: '韩梅', password: 'a13800138000' })).toEqual(formatError)
		expect(issueOf(profileSchema([]), { name: '韩梅', password: good })).toBeUndefined()
	})

	test('[REG-15] [REG-16] the owner is the newcomer with a token, else the person signed in, else nobody', () => {
		expect(getProfileOwner('t', 'a', true)).toBe('newcomer')
		expect(getProfileOwner(undefined, 'a', false)).toBe('signed-in')
		expect(getProfileOwner(undefined, 'a', true)).toBe('complete')
		expect(getProfileOwner('', undefined, false)).toBe('nobody')
	})

	test('[REG-16] afterwards the token is renewed before the sign-in is completed', async () => {
		const steps: string[] = []
		const outcome = await continueSignedIn({
			async renewToken() {
				steps.push('renew')
				return { ok: true, value: { token: 'new' } }
			},
			async completeSignIn(token) {
				steps.push(token)
				return ok('/MeetingList')
			},
		})
		expect([outcome, steps]).toEqual([{ ok: true, value: '/MeetingList' }, ['renew', 'new']])
	})

	test('[REG-16] a session that cannot be renewed is an error, and the sign-in is not completed', async () => {
		const completeSignIn = vi.fn()
		const outcome = await continueSignedIn({
			renewToken: async () => ({ ok: false, failure: { refusal: 'signedOut', code: 401 } }),
			completeSignIn,
		})
		expect([typeOf(outcome), remedyOf(outcome)]).toEqual(['signedOut', 'signIn'])
		expect(completeSignIn).not.toHaveBeenCalled()
	})
})

describe('binding a mobile number', () => {
	const call = 'POST /meeting/user/bindMobile'

	test('[BIND-10] [BIND-15] sends code, number and area; code 0 is success', async () => {
		const server = answering(call, { code: 0 })
		expect(typeOf(await bindMobile(coded, callApi))).toBe('done')
		expect(server.last(call)?.body).toEqual({ inputCode: '123456', mobile: '13800138000', mobileCode: '86' })
	})

	test.each([
		[409, 100006, 'duplicate'],
		[401, 200005, 'wrongCode'],
		[401, 200000, 'codeExpired'],
		[422, 200003, 'mobileInvalid'],
	])('[BIND-16] %i/%i is %s', async (status, code, type) => {
		answering(call, { status, code })
		expect(typeOf(await bindMobile(coded, callApi))).toBe(type)
	})
})

describe('a forgotten password', () => {
	const check = 'POST /auth/checkForgetPasswordSMSCaptcha'
	const reset = 'POST /auth/forgetPassword'

	test('[FORGOT-02] sends code, number and area and gets a token', async () => {
		const server = answering(check, { data: 'a-token' })
		expect(await verifyResetCode(coded, undefined, callApi)).toEqual({ ok: true, value: 'a-token' })
		expect(server.last(check)?.body).toEqual({
			inputCode: '123456',
			mobile: '13800138000',
			mobileCode: '86',
			needToken: 1,
		})
	})

	test('[SMS-09] a number or area other than the initial one is refused without a request', async () => {
		const server = answering(check, { data: 'a-token' })
		const initial = { areaCode: '86', mobile: '13800138000' }
		expect(typeOf(await verifyResetCode({ ...coded, mobile: '13800138001' }, initial, callApi))).toBe('inconsistent')
		expect(typeOf(await verifyResetCode({ ...coded, areaCode: '852' }, initial, callApi))).toBe('inconsistent')
		expect(server.requests).toEqual([])
		expect(typeOf(await verifyResetCode(coded, initial, callApi))).toBe('done')
	})

	test.each([
		['[FORGOT-05]', 401, 200005, 'wrongCode', undefined],
		['[FORGOT-05]', 401, 200000, 'codeExpired', undefined],
		['[FORGOT-06]', 409, 200006, 'incompleteProfile', 'signIn'],
		['[FORGOT-07]', 404, 100008, 'notRegistered', 'register'],
	])('%s %i/%i is %s, whose remedy is %s', async (_rule, status, code, type, remedy) => {
		answering(check, { status, code })
		const result = await verifyResetCode(coded, undefined, callApi)
		expect([typeOf(result), remedyOf(result)]).toEqual([type, remedy])
	})

	test.each([200, 400, 422])(
		'[FORGOT-10] an unknown code with status %i shows the message of the server',
		async status => {
			vi.stubGlobal(
				'fetch',
				async () => new Response(JSON.stringify({ code: 777, message: 'Ask at the desk' }), { status }),
			)
			for (const result of [
				await verifyResetCode(coded, undefined, callApi),
				await resetPassword({ password: good, again: good }, 't', { callApi, encryptPassword }),
			]) {
				expect(result).toMatchObject({ failure: { type: 'unknown', message: 'Ask at the desk' } })
			}
		},
	)

	test('[FORGOT-03] the token is sent with both passwords, both encrypted', async () => {
		const server = answering(reset, { data: {} })
		expect(typeOf(await resetPassword({ password: good, again: good }, 'a-token', { callApi, encryptPassword }))).toBe(
			'done',
		)
		const { token, password, password_confirmation } = (server.last(reset)?.body ?? {}) as Record<string, string>
		expect(token).toBe('a-token')
		expect(decryptPassword(password ?? '')).toBe(good)
		expect(decryptPassword(password_confirmation ?? '')).toBe(good)
		expect(password).not.toBe(password_confirmation)
	})

	test.each(['abc1234', 'abcd12345678901234567', '12345678', 'abcdefgh', '!!!!!!!!', 'abc 12345', 'abcd123é'])(
		'[FORGOT-11] %s is not a valid new password',
		password => {
			expect(issueOf(passwordResetSchema, { password, again: password })).toEqual([m.formatError(), 'password'])
		},
	)

	test('[FORGOT-03] the form is invalid with two different passwords', () => {
		expect(issueOf(passwordResetSchema, { password: good, again: 'abcd1235' })).toEqual([
			m.account_error_mismatch(),
			'again',
		])
		expect(issueOf(passwordResetSchema, { password: good, again: good })).toBeUndefined()
	})

	test.each([
		['[FORGOT-08]', 422, 100009, 'passwordRule', undefined],
		['[FORGOT-09]', 410, 200000, 'pageExpired', 'startOver'],
	])('%s %i/%i is %s, whose remedy is %s', async (_rule, status, code, type, remedy) => {
		answering(reset, { status, code })
		const result = await resetPassword({ password: good, again: good }, 't', { callApi, encryptPassword })
		expect([typeOf(result), remedyOf(result)]).toEqual([type, remedy])
	})
})

test('a network failure has an error of its own', async () => {
	answering('POST /auth/register', 'no-answer')
	expect(typeOf(await registerMobile(coded, callApi))).toBe('network')
})

test('the error of too many requests has the time to wait', async () => {
	vi.stubGlobal(
		'fetch',
		async () => new Response(JSON.stringify({ code: 429 }), { status: 429, headers: { 'retry-after': '600' } }),
	)
	expect(await registerMobile(coded, callApi)).toMatchObject({
		failure: { type: 'tooMany', message: m.account_error_tooManyMinutes({ minutes: 10 }) },
	})
})
