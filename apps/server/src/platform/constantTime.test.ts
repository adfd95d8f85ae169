import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isEqualInConstantTime } from './constantTime.ts'

test.each([
	['', '', true],
	['', 'a', false],
	['secret', 'secret', true],
	['secret', 'Secret', false],
	['secret', 'secret ', false],
	['密码', '密码', true],
	['密码', '密令', false],
])('%j and %j: %j', (a, b, isEqual) => {
	expect(isEqualInConstantTime(a, b)).toBe(isEqual)
	expect(isEqualInConstantTime(Buffer.from(a), Buffer.from(b))).toBe(isEqual)
})

test('secrets of any length are compared, and a changed byte is noticed wherever it is', () => {
	const bytes = fc.uint8Array({ minLength: 1, maxLength: 100 })
	fc.assert(
		fc.property(bytes, fc.nat(99), (secret, at) => {
			const changed = secret.with(at % secret.length, (secret[at % secret.length] ?? 0) ^ 1)
			expect(isEqualInConstantTime(secret, Uint8Array.from(secret))).toBe(true)
			expect(isEqualInConstantTime(secret, changed)).toBe(false)
			expect(isEqualInConstantTime(secret, secret.slice(1))).toBe(false)
		}),
	)
})
