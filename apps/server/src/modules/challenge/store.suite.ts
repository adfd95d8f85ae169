import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlChallengeStore } from './store.sql.ts'
import type { Challenge, ChallengeStore } from './store.ts'

const siteId = v.parse(SiteId, 'site-1')
const asker = { siteId, browser: 'browser-1', address: '10.0.0.1' }
const aChallenge: Challenge = {
	...asker,
	id: 'ch_1',
	sessionId: 'session-1',
	answerLeft: 120,
	salt: 'salt-1',
	issuedAt: 1_000,
	expiresAt: 2_000,
}
const asked = { ...asker, id: 'ch_1', sessionId: 'session-1' }
const others = [{ siteId: v.parse(SiteId, 'site-2') }, { browser: 'browser-2' }, { address: '10.0.0.2' }] as const

/** What every challenge store must do; called once per database, inside its own `describe`. */
export function challengeStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: ChallengeStore

	beforeEach(async () => {
		database = await open()
		store = createSqlChallengeStore(database.db)
		await store.insert(aChallenge)
	})
	afterEach(() => database.close())

	test('[LOGIN-35] a challenge is judged once, of many at once by exactly one', async () => {
		const judged = await Promise.all(Array.from({ length: 20 }, () => store.claimChallenge(asked, 1_500)))
		expect(judged.filter(({ is }) => is === 'claimed')).toEqual([
			{ is: 'claimed', value: { answerLeft: 120, salt: 'salt-1', issuedAt: 1_000 } },
		])
		expect(await store.claimChallenge(asked, 1_500)).toEqual({ is: 'none' })
	})

	test.each([...others, { sessionId: 'session-2' }, { id: 'ch_2' }])(
		'[LOGIN-35] a challenge is for whom it was made: %j is none',
		async other => {
			expect(await store.claimChallenge({ ...asked, ...other }, 1_500)).toEqual({ is: 'none' })
			expect(await store.claimChallenge({ ...asked, ...other }, 2_000)).toMatchObject({
				is: expect.not.stringMatching('claimed'),
			})
			expect((await store.claimChallenge(asked, 1_500)).is).toBe('claimed')
		},
	)

	test('[LOGIN-36] a challenge that is too old is said to be', async () => {
		expect(await store.claimChallenge(asked, 2_000)).toEqual({ is: 'expired' })
		expect((await store.claimChallenge(asked, 1_999)).is).toBe('claimed')
	})

	test('[LOGIN-35] a pass is spent once, of many at once by exactly one', async () => {
		await store.savePass('ch_1', { hash: 'pass-1', expiresAt: 3_000 })
		expect(await store.claimPass(asker, 'pass-2', 2_500)).toEqual({ is: 'none' })
		const spent = await Promise.all(Array.from({ length: 20 }, () => store.claimPass(asker, 'pass-1', 2_500)))
		expect(spent.filter(({ is }) => is === 'claimed')).toHaveLength(1)
		expect(await store.claimPass(asker, 'pass-1', 2_500)).toEqual({ is: 'none' })
	})

	test.each(others)('[LOGIN-35] a pass is for whom it was made: %j has none', async other => {
		await store.savePass('ch_1', { hash: 'pass-1', expiresAt: 3_000 })
		expect(await store.claimPass({ ...asker, ...other }, 'pass-1', 2_500)).toEqual({ is: 'none' })
		expect((await store.claimPass(asker, 'pass-1', 2_500)).is).toBe('claimed')
	})

	test('[LOGIN-36] a pass that is too old is said to be', async () => {
		await store.savePass('ch_1', { hash: 'pass-1', expiresAt: 3_000 })
		expect(await store.claimPass(asker, 'pass-1', 3_000)).toEqual({ is: 'expired' })
		expect((await store.claimPass(asker, 'pass-1', 2_999)).is).toBe('claimed')
	})

	test('what nobody can use any more is swept', async () => {
		await store.insert({ ...aChallenge, id: 'ch_2' })
		await store.savePass('ch_2', { hash: 'pass-2', expiresAt: 3_000 })
		await store.removeExpired(1_999)
		expect((await store.claimChallenge(asked, 1_999)).is).toBe('claimed')
		await store.removeExpired(2_000)
		await expect(store.insert(aChallenge)).resolves.toBeUndefined()
		expect((await store.claimPass(asker, 'pass-2', 2_999)).is).toBe('claimed')
		await store.removeExpired(3_000)
		await expect(store.insert({ ...aChallenge, id: 'ch_2' })).resolves.toBeUndefined()
	})
}
