import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../platform/handlers.ts'
import { createMemoryRateLimits } from '../../platform/rateLimit.ts'
import { createPasswordAttemptLimit, withdrawOnError } from './attemptLimit.ts'
import { createPasswordAuthenticator } from './passwordAuthenticator.ts'
import type { Account } from './store.ts'

const client = { siteId: v.parse(SiteId, 'A'), address: '203.0.113.7' } as Client
const outage = new Error('Connection terminated unexpectedly')

describe.each([
	['a stranger', undefined],
	['a known device', 'device-1'],
])('while the database is down, tries of %s', (_, device) => {
	let isDown = { passes: false, accounts: false }
	let failures = 0
	beforeEach(() => {
		isDown = { passes: false, accounts: false }
		failures = 0
	})
	const throwIf = async (down: boolean) => {
		if (down) throw outage
	}
	function anAuthenticator() {
		const attemptLimit = createPasswordAttemptLimit({
			createRateLimit: createMemoryRateLimits(),
			// After too many attempts a challenge is required.
			challenges: {
				async requirePass({ risk }) {
					await throwIf(isDown.passes)
					return risk === 'high' ? 'challengeNeeded' : undefined
				},
			},
			knownDevices: { find: async () => device },
		})
		const challenges = {
			recordFailure: async () => void failures++,
			async recordSuccess() {},
		}
		const authenticate = createPasswordAuthenticator({ attemptLimit, challenges })
		return () =>
			authenticate({ client, name: 'anna', captcha: undefined }, async () => {
				await throwIf(isDown.accounts)
				return { name: 'anna' } as Account
			})
	}

	test.each(['passes', 'accounts'] as const)('count neither as failures nor as tries (%s)', async part => {
		const signIn = anAuthenticator()
		isDown[part] = true
		for (let n = 0; n < 100; n++) await expect(signIn()).rejects.toBe(outage)
		expect(failures).toBe(0)
		isDown[part] = false
		expect(await signIn()).toMatchObject({ ok: true })
	})
})

test('a failed question is withdrawn before its error is rethrown', async () => {
	let withdrawn = 0
	const withdraw = async () => void withdrawn++
	expect(await withdrawOnError(Promise.resolve('right'), withdraw)).toBe('right')
	expect(withdrawn).toBe(0)
	await expect(withdrawOnError(Promise.reject(outage), withdraw)).rejects.toBe(outage)
	expect(withdrawn).toBe(1)
})
