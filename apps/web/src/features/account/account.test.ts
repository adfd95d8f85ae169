import { decryptPassword } from '@parley/api'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callApi } from '../../api/index.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { bindMobile } from './bindMobile.ts'
import { encryptPassword } from './encryptPassword.ts'
import { resetPassword, verifyResetCode } from './forgot.ts'
import { completeProfile, continueSignedIn, getProfileOwner, profileFault } from './profile.ts'
import { register } from './register.ts'
import type { Answered } from './turnedAway.ts'

const coded = { areaCode: '86', mobile: '13800138000', code: '123456' }
const registering = { ...coded, agreed: true }
const good = 'abcd1234'

/** A server that answers this one call. */
const answering = (call: string, answer: StubAnswer) => stubServer({ [call]: answer })
const saysOf = <T, S extends string>(answered: Answered<T, S>) => (answered.ok ? 'done' : answered.failure.says)
const remedyOf = <T, S extends string>(answered: Answered<T, S>) => (answered.ok ? 'done' : answered.failure.remedy)

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('registering', () => {
	const call = 'POST /auth/register'

	test('[REG-03] sends code, number and area and asks for a token, which is the answer', async () => {
		const server = answering(call, { data: 'a-token' })
		expect(await register(registering, callApi)).toEqual({ ok: true, value: 'a-token' })
		expect(server.last(call)?.body).toEqual({
			inputCode: '123456',
			mobile: '13800138000',
			mobileCode: '86',
			needToken: 1,
		})
	})

	test('[OP-027] nothing is asked while the terms are unticked', async () => {
		const server = answering(call, { data: 'a-token' })
		expect(saysOf(await register({ ...registering, agreed: false }, callApi))).toBe('readProtocol')
		expect(server.asked).toEqual([])
	})

	test.each([
		[401, 200005, 'wrongCode', 'none'],
		[401, 200000, 'codeExpired', 'none'],
		[422, 200003, 'mobileInvalid', 'none'],
		[409, 100006, 'alreadyRegistered', 'sign-in'],
		[403, 403, 'registrationClosed', 'sign-in'],
		[403, 100007, 'noDefaultCompany', 'none'],
		[419, 419, 'stalePage', 'reload'],
		[500, 500, 'noAnswer', 'none'],
	])('[REG-01] %i/%i says %s and helps with %s', async (status, code, says, remedy) => {
		vi.stubGlobal('location', { ...globalThis.location, reload: () => {} })
		answering(call, { status, code })
		const answered = await register(registering, callApi)
		expect([saysOf(answered), remedyOf(answered)]).toEqual([says, remedy])
	})
})

describe('the profile', () => {
	const call = 'POST /auth/completedUserInfo'
	const outside = { ask: callApi, seal: encryptPassword, userNames: ['13800138000'] }

	test('[REG-12] name and password go, both passwords sealed, with the token where there is one', async () => {
		const server = answering(call, { code: 0 })
		expect(saysOf(await completeProfile({ name: ' 韩  梅 ', password: good }, 'a-token', outside))).toBe('done')
		const { name, token, password, password_confirmation } = (server.last(call)?.body ?? {}) as Record<string, string>
		expect([name, token]).toEqual(['韩 梅', 'a-token'])
		expect([password, password_confirmation].map(sealed => decryptPassword(sealed ?? ''))).toEqual([good, good])
		expect([password, password_confirmation]).not.toContain(good)

		await completeProfile({ name: '韩梅', password: good }, undefined, outside)
		expect(server.last(call)?.body).not.toHaveProperty('token')
	})

	test('[REG-13] only code 0 is a success', async () => {
		answering(call, { code: 200 })
		expect(saysOf(await completeProfile({ name: '韩梅', password: good }, undefined, outside))).not.toBe('done')
	})

	test.each([
		[422, 100009, 'formatError', 'none'],
		[409, 100006, 'alreadyRegistered', 'sign-in'],
		[410, 200000, 'tokenExpired', 'start-over'],
	])('[REG-14] %i/%i says %s and helps with %s', async (status, code, says, remedy) => {
		answering(call, { status, code })
		const answered = await completeProfile({ name: '韩梅', password: good }, 'a-token', outside)
		expect([saysOf(answered), remedyOf(answered)]).toEqual([says, remedy])
	})

	test('[REG-06] [REG-10] [REG-11] nothing is asked for a name of nothing or a password that is the name', async () => {
		const server = answering(call, { code: 0 })
		expect(profileFault({ name: ' ', password: good }, [])?.says).toBe('noName')
		expect(profileFault({ name: good, password: good }, [])?.says).toBe('formatError')
		expect(profileFault({ name: '韩梅', password: 'a13800138000' }, ['a13800138000'])?.says).toBe('formatError')
		expect(profileFault({ name: '韩梅', password: good }, [])).toBeUndefined()
		await completeProfile({ name: good, password: good }, 'a-token', outside)
		expect(server.asked).toEqual([])
	})

	test('[REG-15] [REG-16] it is of the newcomer with a token, else of whoever is signed in, else of nobody', () => {
		expect(getProfileOwner('t', 'a')).toBe('newcomer')
		expect(getProfileOwner(undefined, 'a')).toBe('signed-in')
		expect(getProfileOwner('', undefined)).toBe('nobody')
	})

	test('[REG-16] afterwards the session is renewed, and only then gone on with', async () => {
		const steps: string[] = []
		const outcome = await continueSignedIn({
			async renew() {
				steps.push('renew')
				return { ok: true, value: { token: 'new' } }
			},
			async finish(token) {
				steps.push(token)
				return { at: 'through', to: '/MeetingList' }
			},
		})
		expect([outcome, steps]).toEqual([{ ok: true, value: '/MeetingList' }, ['renew', 'new']])
	})

	test('[REG-16] a session that cannot be renewed is told, and nobody goes on', async () => {
		const finish = vi.fn()
		const outcome = await continueSignedIn({
			renew: async () => ({ ok: false, failure: { refusal: 'signedOut', code: 401 } }),
			finish,
		})
		expect([saysOf(outcome), remedyOf(outcome)]).toEqual(['signedOut', 'sign-in'])
		expect(finish).not.toHaveBeenCalled()
	})
})

describe('a number for whoever is signed in', () => {
	const call = 'POST /meeting/user/bindMobile'

	test('[BIND-10] [BIND-15] sends code, number and area; code 0 is success', async () => {
		const server = answering(call, { code: 0 })
		expect(saysOf(await bindMobile(coded, callApi))).toBe('done')
		expect(server.last(call)?.body).toEqual({ inputCode: '123456', mobile: '13800138000', mobileCode: '86' })
	})

	test.each([
		[409, 100006, 'duplicate'],
		[401, 200005, 'wrongCode'],
		[401, 200000, 'codeExpired'],
		[422, 200003, 'mobileInvalid'],
	])('[BIND-16] %i/%i says %s', async (status, code, says) => {
		answering(call, { status, code })
		expect(saysOf(await bindMobile(coded, callApi))).toBe(says)
	})
})

describe('a forgotten password', () => {
	const check = 'POST /auth/checkForgetPasswordSMSCaptcha'
	const reset = 'POST /auth/forgetPassword'

	test('[FORGOT-02] sends code, number and area and asks for a token, which is the answer', async () => {
		const server = answering(check, { data: 'a-token' })
		expect(await verifyResetCode(coded, undefined, callApi)).toEqual({ ok: true, value: 'a-token' })
		expect(server.last(check)?.body).toEqual({
			inputCode: '123456',
			mobile: '13800138000',
			mobileCode: '86',
			needToken: 1,
		})
	})

	test('[SMS-09] another number or area than the screen was opened with asks nothing', async () => {
		const server = answering(check, { data: 'a-token' })
		const initial = { areaCode: '86', mobile: '13800138000' }
		expect(saysOf(await verifyResetCode({ ...coded, mobile: '13800138001' }, initial, callApi))).toBe('inconsistent')
		expect(saysOf(await verifyResetCode({ ...coded, areaCode: '852' }, initial, callApi))).toBe('inconsistent')
		expect(server.asked).toEqual([])
		expect(saysOf(await verifyResetCode(coded, initial, callApi))).toBe('done')
	})

	test.each([
		['[FORGOT-05]', 401, 200005, 'wrongCode', 'none'],
		['[FORGOT-05]', 401, 200000, 'codeExpired', 'none'],
		['[FORGOT-06]', 409, 200006, 'incompleteProfile', 'sign-in'],
		['[FORGOT-07]', 404, 100008, 'notRegistered', 'register'],
	])('%s %i/%i says %s and helps with %s', async (_rule, status, code, says, remedy) => {
		answering(check, { status, code })
		const answered = await verifyResetCode(coded, undefined, callApi)
		expect([saysOf(answered), remedyOf(answered)]).toEqual([says, remedy])
	})

	test.each([200, 400, 422])(
		'[FORGOT-10] a code nobody knows, with status %i, shows the words of the server',
		async status => {
			vi.stubGlobal(
				'fetch',
				async () => new Response(JSON.stringify({ code: 777, message: 'Ask at the desk' }), { status }),
			)
			for (const answered of [
				await verifyResetCode(coded, undefined, callApi),
				await resetPassword({ password: good, again: good }, 't', { ask: callApi, seal: encryptPassword }),
			]) {
				expect(answered).toMatchObject({ failure: { says: 'server', message: 'Ask at the desk' } })
			}
		},
	)

	test('[FORGOT-03] the token goes with both passwords, neither readable', async () => {
		const server = answering(reset, { data: {} })
		expect(
			saysOf(await resetPassword({ password: good, again: good }, 'a-token', { ask: callApi, seal: encryptPassword })),
		).toBe('done')
		const { token, password, password_confirmation } = (server.last(reset)?.body ?? {}) as Record<string, string>
		expect(token).toBe('a-token')
		expect(decryptPassword(password ?? '')).toBe(good)
		expect(decryptPassword(password_confirmation ?? '')).toBe(good)
		expect(password).not.toBe(password_confirmation)
	})

	test.each(['abc1234', 'abcd12345678901234567', '12345678', 'abcdefgh', '!!!!!!!!', 'abc 12345', 'abcd123é'])(
		'[FORGOT-11] %s is no new password, and nothing is asked',
		async password => {
			const server = answering(reset, { data: {} })
			const answered = await resetPassword({ password, again: password }, 't', { ask: callApi, seal: encryptPassword })
			expect(answered).toMatchObject({ failure: { says: 'formatError', field: 'password' } })
			expect(server.asked).toEqual([])
		},
	)

	test('[FORGOT-03] two different ones ask nothing', async () => {
		const server = answering(reset, { data: {} })
		expect(
			saysOf(await resetPassword({ password: good, again: 'abcd1235' }, 't', { ask: callApi, seal: encryptPassword })),
		).toBe('mismatch')
		expect(server.asked).toEqual([])
	})

	test.each([
		['[FORGOT-08]', 422, 100009, 'formatError', 'none'],
		['[FORGOT-09]', 410, 200000, 'pageExpired', 'start-over'],
	])('%s %i/%i says %s and helps with %s', async (_rule, status, code, says, remedy) => {
		answering(reset, { status, code })
		const answered = await resetPassword({ password: good, again: good }, 't', { ask: callApi, seal: encryptPassword })
		expect([saysOf(answered), remedyOf(answered)]).toEqual([says, remedy])
	})
})

test('no network is told as such', async () => {
	answering('POST /auth/register', 'no-answer')
	expect(saysOf(await register(registering, callApi))).toBe('unreachable')
})

test('too many requests say for how long', async () => {
	vi.stubGlobal(
		'fetch',
		async () => new Response(JSON.stringify({ code: 429 }), { status: 429, headers: { 'retry-after': '600' } }),
	)
	expect(await register(registering, callApi)).toMatchObject({ failure: { says: 'tooMany', retryAfterS: 600 } })
})
