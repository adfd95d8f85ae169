import { newPasswordError } from '@parley/core'
import { expect, test } from 'vitest'
import { checkPasswordRules, isValidNewPassword } from './newPassword.ts'

test('[REG-07] 8 to 20 characters', () => {
	const parts = ['abc1234', 'abcd1234', 'abcd1234567890123456', 'abcd12345678901234567'].map(
		password => checkPasswordRules(password, []).length,
	)
	expect(parts).toEqual([false, true, true, false])
})

test('[REG-08] at least two of letters, digits and symbols', () => {
	const parts = ['12345678', 'abcdefgh', '!!!!!!!!', 'abcd1234', 'abcd!!!!', '1234!!!!'].map(
		password => checkPasswordRules(password, []).kinds,
	)
	expect(parts).toEqual([false, false, false, true, true, true])
})

test('[REG-09] only printable ASCII without spaces', () => {
	const parts = ['abc 12345', 'abcd123é', '密码abcd12', 'abcd1234', ''].map(
		password => checkPasswordRules(password, []).plain,
	)
	expect(parts).toEqual([false, false, false, true, false])
})

test('[REG-10] [OP-041] not one of the names, checked only where one is known', () => {
	expect(checkPasswordRules('abcd1234', ['abcd1234']).differs).toBe(false)
	expect(checkPasswordRules('HanMei12', ['hanmei12']).differs).toBe(false)
	expect(checkPasswordRules('abcd1234', ['韩梅']).differs).toBe(true)
	expect(checkPasswordRules('abcd1234', [])).not.toHaveProperty('differs')
})

test('[REG-11] a password that meets all parts is valid', () => {
	const tried = ['', 'abc1234', 'abcd1234', '12345678', 'abc 12345', 'abcd123é', 'ABCD!!!!', 'hanmei12', 'a'.repeat(21)]
	for (const password of tried) {
		const kept = Object.values(checkPasswordRules(password, ['hanmei12'])).every(Boolean)
		expect([password, kept]).toEqual([password, isValidNewPassword(password, ['hanmei12'])])
		expect([password, kept]).toEqual([password, newPasswordError(password, 'hanmei12') === undefined])
	}
})
