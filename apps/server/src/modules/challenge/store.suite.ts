import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlChallengeStore } from './store.sql.ts'
import type { Challenge, ChallengeStore } from './store.ts'

const siteId = v.parse(SiteId, 'site-1')
const client = { siteId, browser: 'browser-1', address: '10.0.0.1' }
const aChallenge: Challenge = {
	...client,
	id: 'ch_1',
	sessionId: 'session-1',
	answerLeft: 120,
	salt: 'salt-1',
	issuedAt: 1_000,
	expiresAt: 2_000,
}
const query = { ...client, id: 'ch_1', sessionId: 'session-1' }
const others = [{ siteId: v.parse(SiteId, 'site-2') }, { browser: 'browser-2' }, { address: '10.0.0.2' }] as const

/** Requirements on every challenge store; called once per database, inside its own `describe`. */
export function challengeStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: ChallengeStore

	beforeEach(async () => {
		database = await open()
		store = createSqlChallengeStore(database.db)
		await store.insert(aChallenge)
	})
	afterEach(() => database.close())

	test('[LOGIN-35] a challenge is checked once, of many at once by exactly one', async () => {
		const claimed = await Promise.all(Array.from({ length: 20 }, () => store.claimChallenge(query, 1_500)))
		expect(claimed.filter(({ status }) => status === 'claimed')).toEqual([
			{ status: 'claimed', value: { answerLeft: 120, salt: 'salt-1', issuedAt: 1_000 } },
		])
		expect(await store.claimChallenge(query, 1_500)).toEqual({ status: 'missing' })
	})

	test.each([...others, { sessionId: 'session-2' }, { id: 'ch_2' }])(
		'[LOGIN-35] a challenge is bound to its client: %j gets none',
		async other => {
			expect(await store.claimChallenge({ ...query, ...other }, 1_500)).toEqual({ status: 'missing' })
			expect(await store.claimChallenge({ ...query, ...other }, 2_000)).toMatchObject({
				status: expect.not.stringMatching('claimed'),
			})
			expect((await store.claimChallenge(query, 1_500)).status).toBe('claimed')
		},
	)

	test('[LOGIN-36] an expired challenge is refused as expired', async () => {
		expect(await store.claimChallenge(query, 2_000)).toEqual({ status: 'expired' })
		expect((await store.claimChallenge(query, 1_999)).status).toBe('claimed')
	})

	test('[LOGIN-35] a pass is spent once, of many at once by exactly one', async () => {
		await store.savePass('ch_1', { hash: 'pass-1', expiresAt: 3_000 })
		expect(await store.claimPass(client, 'pass-2', 2_500)).toEqual({ status: 'missing' })
		const spent = await Promise.all(Array.from({ length: 20 }, () => store.claimPass(client, 'pass-1', 2_500)))
		expect(spent.filter(({ status }) => status === 'claimed')).toHaveLength(1)
		expect(await store.claimPass(client, 'pass-1', 2_500)).toEqual({ status: 'missing' })
	})

	test.each(others)('[LOGIN-35] a pass is bound to its client: %j has none', async other => {
		await store.savePass('ch_1', { hash: 'pass-1', expiresAt: 3_000 })
		expect(await store.claimPass({ ...client, ...other }, 'pass-1', 2_500)).toEqual({ status: 'missing' })
		expect((await store.claimPass(client, 'pass-1', 2_500)).status).toBe('claimed')
	})

	test('[LOGIN-36] an expired pass is refused as expired', async () => {
		await store.savePass('ch_1', { hash: 'pass-1', expiresAt: 3_000 })
		expect(await store.claimPass(client, 'pass-1', 3_000)).toEqual({ status: 'expired' })
		expect((await store.claimPass(client, 'pass-1', 2_999)).status).toBe('claimed')
	})

	test('expired data is deleted', async () => {
		await store.insert({ ...aChallenge, id: 'ch_2' })
		await store.savePass('ch_2', { hash: 'pass-2', expiresAt: 3_000 })
		await store.removeExpired(1_999)
		expect((await store.claimChallenge(query, 1_999)).status).toBe('claimed')
		await store.removeExpired(2_000)
		await expect(store.insert(aChallenge)).resolves.toBeUndefined()
		expect((await store.claimPass(client, 'pass-2', 2_999)).status).toBe('claimed')
		await store.removeExpired(3_000)
		await expect(store.insert({ ...aChallenge, id: 'ch_2' })).resolves.toBeUndefined()
	})
}
