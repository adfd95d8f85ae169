import { expect, test, vi } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

// The real cost, which the setup of the unit tests lowers.
vi.unmock('node:crypto')

test('[LOGIN-01] a password matches its hash and no other does', async () => {
	const hash = await hashPassword('right-horse-42')
	expect(hash).toMatch(/^argon2id\$[\w-]{22}\$[\w-]{43}$/)
	expect(hash).not.toContain('right')
	expect(await verifyPassword('right-horse-42', hash)).toBe(true)
	for (const other of ['', 'right-horse-4', 'Right-horse-42', 'right-horse-42 ']) {
		expect(await verifyPassword(other, hash)).toBe(false)
	}
})

test('[LOGIN-01] the same password twice has two hashes', async () => {
	expect(await hashPassword('same-1234')).not.toBe(await hashPassword('same-1234'))
})

test('[LOGIN-39] without a hash no password matches', async () => {
	for (const hash of [null, undefined]) {
		expect(await verifyPassword('', hash)).toBe(false)
		expect(await verifyPassword('anything', hash)).toBe(false)
	}
})
