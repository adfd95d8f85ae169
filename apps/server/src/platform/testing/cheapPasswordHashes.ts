import type crypto from 'node:crypto'
import { vi } from 'vitest'

// Setup file of the unit tests. Almost every one of them signs people in, and at the real cost more than half of the
// whole run was argon2id. `passwords.test.ts` tests the real one.
vi.mock(import('node:crypto'), async importOriginal => {
	const original = await importOriginal()
	const argon2 = ((algorithm, parameters, callback) =>
		original.argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback)) as typeof crypto.argon2
	return { ...original, argon2 }
})
