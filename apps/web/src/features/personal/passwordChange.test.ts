import { personal } from '@parley/api'
import { refused } from '@parley/core'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import type { CallApi } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import {
	changePassword,
	isPasswordChangeFilled,
	type PasswordChangeValues,
	passwordChangeSchema,
} from './passwordChange.ts'

const user = { id: '7' as never, name: 'HanMei.2026', displayName: 'Han.Mei-1', mobile: '13800138000a' }
const aChange = (fields: Partial<PasswordChangeValues> = {}): PasswordChangeValues => ({
	current: 'Parley-2026',
	password: 'Harbour-27',
	again: 'Harbour-27',
	...fields,
})
/** Message and field of the first broken rule. */
function firstIssue(fields: Partial<PasswordChangeValues> = {}) {
	const { issues } = v.safeParse(passwordChangeSchema(user), aChange(fields), { abortEarly: true })
	return issues && { message: issues[0].message, field: issues[0].path?.[0]?.key }
}
const messageOf = (password: string, again = password) => firstIssue({ password, again })?.message
const encryptPassword = async (password: string) => `sealed ${password}`

test('[PERS-21] all three are required', () => {
	expect(isPasswordChangeFilled(aChange())).toBe(true)
	for (const field of ['current', 'password', 'again'] as const)
		expect(isPasswordChangeFilled(aChange({ [field]: '' }))).toBe(false)
})

test('[PERS-22] the new password is repeated', () => {
	expect(firstIssue()).toBeUndefined()
	expect(firstIssue({ again: 'Harbour-28' })).toEqual({ message: m.account_error_mismatch(), field: 'again' })
})

test.each([
	['abc1234', m.formatError()],
	['abcd1234', undefined],
	['abcdefghij1234567890', undefined],
	['abcdefghij12345678901', m.formatError()],
	['abcdefgh', m.formatError()],
	['12345678', m.formatError()],
	['!!!!!!!!', m.formatError()],
	['!!!!!!!1', undefined],
	['abcd 1234', m.formatError()],
	['密码密码abc1234', m.formatError()],
])('[PERS-23] [PERS-24] [PERS-28] %s: %s', (password, expected) => {
	expect(messageOf(password)).toBe(expected)
})

test('[PERS-25] it is not the user name, with a message of its own, nor the display name or the number', () => {
	expect(firstIssue({ password: 'hanmei.2026' })).toEqual({ message: m['User.tips10'](), field: 'password' })
	expect(messageOf('HANMEI.2026')).toBe(m['User.tips10']())
	expect(messageOf('han.mei-1')).toBe(m.formatError())
	expect(messageOf('13800138000A')).toBe(m.formatError())
})

test('[API-22] [PERS-06] all three passwords are sent encrypted', async () => {
	const callApi = vi.fn(async () => ({ ok: true, value: {} })) as unknown as CallApi
	expect(await changePassword(aChange(), user, { callApi, encryptPassword })).toMatchObject({ ok: true })
	const input = {
		id: '7',
		action: 'modifyPassword',
		encryptedCurrentPassword: 'sealed Parley-2026',
		encryptedPassword: 'sealed Harbour-27',
		encryptedConfirmation: 'sealed Harbour-27',
	}
	expect(callApi).toHaveBeenCalledWith(personal.change, input, { quiet: true, handles401: true })
})

test.each([
	['wrongPassword', { message: m.personal_error_wrongPassword(), field: 'current' }],
	['passwordRule', { message: m.formatError(), field: 'password' }],
	['tooManyAttempts', { message: m.account_error_tooManySeconds({ seconds: 90 }) }],
	['offline', { type: 'network', message: m.account_error_unreachable() }],
	['signedOut', { message: m.account_error_signedOut(), remedy: 'signIn' }],
])('[PERS-29] refused as %s', async (refusal, error) => {
	const callApi = (async () => ({
		...refused(refusal),
		failure: { refusal, retryAfterMs: 90_000 },
	})) as unknown as CallApi
	const result = await changePassword(aChange(), user, { callApi, encryptPassword })
	expect(result).toMatchObject({ ok: false, failure: error })
})
