import type crypto from 'node:crypto'
import { vi } from 'vitest'

// Setup file of the unit tests. Almost all of them sign people in, and at the real cost argon2id took more than half of
// the run. `passwords.test.ts` tests the real cost.
vi.mock(import('node:crypto'), async importOriginal => {
	const original = await importOriginal()
	const argon2 = ((algorithm, parameters, callback) =>
		original.argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback)) as typeof crypto.argon2
	return { ...original, argon2 }
})
