import { createDecipheriv, createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decryptPassword, encryptPassword } from './passwordCipher.ts'

const iv = Uint8Array.from({ length: 16 }, (_, i) => i)

test('[LOGIN-16, OP-039] a sealed password opens again, whatever is in it', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: 'grapheme' }),
			fc.uint8Array({ minLength: 16, maxLength: 16 }),
			(password, random) => {
				expect(decryptPassword(encryptPassword(password, random))).toBe(password)
			},
		),
	)
})

test('[LOGIN-16, OP-039] it is AES-256-CBC under the hash of a fixed string, iv first, as hex', () => {
	const sealed = encryptPassword('right-horse-42', iv)
	expect(sealed).toMatch(/^000102030405060708090a0b0c0d0e0f[0-9a-f]{32}$/)
	const key = createHash('sha256').update('parley.account-password.v1').digest()
	const decipher = createDecipheriv('aes-256-cbc', key, iv)
	const opened = decipher.update(sealed.slice(32), 'hex', 'utf8') + decipher.final('utf8')
	expect(opened).toBe('right-horse-42')
})

test('[LOGIN-16] the same password looks different every time', () => {
	expect(encryptPassword('same', iv)).not.toBe(encryptPassword('same', new Uint8Array(16)))
})

test.each(['', 'plain', 'zz', '00', 'ab'.repeat(16), 'ab'.repeat(17), encryptPassword('x', iv).slice(0, -2)])(
	'[LOGIN-16] %j was not sealed so and opens to nothing',
	sealed => {
		expect(decryptPassword(sealed)).toBeUndefined()
	},
)
