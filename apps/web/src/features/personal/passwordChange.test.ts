import { personal } from '@parley/api'
import { refused } from '@parley/core'
import { expect, test, vi } from 'vitest'
import type { CallApi } from '../../api/index.ts'
import { changePassword, isTyped, type PasswordChange, passwordFault } from './passwordChange.ts'

const user = { id: '7' as never, name: 'HanMei.2026', displayName: 'Han.Mei-1', mobile: '13800138000a' }
const aChange = (fields: Partial<PasswordChange> = {}): PasswordChange => ({
	current: 'Parley-2026',
	password: 'Harbour-27',
	again: 'Harbour-27',
	...fields,
})
const says = (password: string, again = password) => passwordFault(aChange({ password, again }), user)?.says
const seal = async (password: string) => `sealed ${password}`

test('[PERS-21] all three are needed', () => {
	expect(isTyped(aChange())).toBe(true)
	for (const field of ['current', 'password', 'again'] as const) expect(isTyped(aChange({ [field]: '' }))).toBe(false)
})

test('[PERS-22] the new one is typed twice the same', () => {
	expect(passwordFault(aChange(), user)).toBeUndefined()
	expect(passwordFault(aChange({ again: 'Harbour-28' }), user)).toMatchObject({ says: 'mismatch', field: 'again' })
})

test.each([
	['abc1234', 'formatError'],
	['abcd1234', undefined],
	['abcdefghij1234567890', undefined],
	['abcdefghij12345678901', 'formatError'],
	['abcdefgh', 'formatError'],
	['12345678', 'formatError'],
	['!!!!!!!!', 'formatError'],
	['!!!!!!!1', undefined],
	['abcd 1234', 'formatError'],
	['密码密码abc1234', 'formatError'],
])('[PERS-23] [PERS-24] [PERS-28] %s: %s', (password, expected) => {
	expect(says(password)).toBe(expected)
})

test('[PERS-25] it is neither the user name, which is said, nor the display name or the number', () => {
	expect(says('hanmei.2026')).toBe('userName')
	expect(says('HANMEI.2026')).toBe('userName')
	expect(says('han.mei-1')).toBe('formatError')
	expect(says('13800138000A')).toBe('formatError')
})

test('[API-22] [PERS-06] what is fit goes sealed, all three of it', async () => {
	const ask = vi.fn(async () => ({ ok: true, value: {} })) as unknown as CallApi
	expect(await changePassword(aChange(), user, { ask, seal })).toMatchObject({ ok: true })
	const input = {
		id: '7',
		action: 'modifyPassword',
		encryptedCurrentPassword: 'sealed Parley-2026',
		encryptedPassword: 'sealed Harbour-27',
		encryptedConfirmation: 'sealed Harbour-27',
	}
	expect(ask).toHaveBeenCalledWith(personal.change, input, { quiet: true, handles401: true })
})

test('[PERS-28] what is not fit asks nothing', async () => {
	const ask = vi.fn() as unknown as CallApi
	await changePassword(aChange({ password: 'short1', again: 'short1' }), user, { ask, seal })
	expect(ask).not.toHaveBeenCalled()
})

test.each([
	['wrongPassword', { says: 'wrongPassword', field: 'current' }],
	['passwordRule', { says: 'formatError', field: 'password' }],
	['tooManyAttempts', { says: 'tooMany', retryAfterS: 90 }],
	['offline', { says: 'unreachable' }],
	['signedOut', { says: 'signedOut', remedy: 'sign-in' }],
])('[PERS-29] refused as %s', async (refusal, why) => {
	const ask = (async () => ({ ...refused(refusal), failure: { refusal, retryAfterMs: 90_000 } })) as unknown as CallApi
	expect(await changePassword(aChange(), user, { ask, seal })).toMatchObject({ ok: false, failure: why })
})
