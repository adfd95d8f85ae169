import { SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlAccountStore } from '../account/index.ts'
import { createSqlSiteStore, SiteSettings } from '../site/index.ts'
import { createSqlVerificationStore } from './store.sql.ts'
import type { Code, Proof, VerificationStore } from './store.ts'

const [here, elsewhere] = ['site-1', 'site-2'].map(id => v.parse(SiteId, id)) as [SiteId, SiteId]
const hanMei = v.parse(UserId, 'user-1')
const number = { areaCode: '86', mobile: '13800000001' }

const aCode = (fields: Partial<Code> = {}): Code => ({
	id: 'c_1',
	siteId: here,
	purpose: 2,
	...number,
	codeHash: 'hash-1',
	tries: 0,
	createdAt: 1_000,
	expiresAt: 2_000,
	usedAt: null,
	isSent: true,
	...fields,
})

const aProof = (fields: Partial<Proof> = {}): Proof => ({
	hash: 'proof-1',
	siteId: here,
	purpose: 'reset',
	userId: hanMei,
	areaCode: '86',
	mobile: '13800000001',
	expiresAt: 2_000,
	...fields,
})
const proven = { userId: hanMei, areaCode: '86', mobile: '13800000001' }

async function prepare({ db }: OpenDatabase) {
	const settings = v.parse(SiteSettings, {})
	await createSqlSiteStore(db).insert({ id: here, host: 'here', name: 'Here', isDefault: true, settings }, 1)
	await createSqlSiteStore(db).insert({ id: elsewhere, host: 'elsewhere', name: 'E', isDefault: false, settings }, 2)
	await createSqlAccountStore(db).insert(
		{
			id: hanMei,
			siteId: here,
			name: 'hanmei',
			displayName: 'Han Mei',
			passwordHash: null,
			corporateHash: null,
			mobile: null,
			mobileCode: null,
			source: null,
			picture: null,
			isComplete: true,
			lastCompanyId: null,
		},
		1,
	)
}

/** Requirements on every verification store; called once per database, inside its own `describe`. */
export function verificationStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: VerificationStore

	beforeEach(async () => {
		database = await open()
		await prepare(database)
		store = createSqlVerificationStore(database.db)
	})
	afterEach(() => database.close())

	test('[SMS-14] the newest code of a number is found, by its purpose', async () => {
		await store.insertCode(aCode())
		await store.insertCode(aCode({ id: 'c_2', codeHash: 'hash-2', createdAt: 1_500 }))
		await store.insertCode(aCode({ id: 'c_3', purpose: 1, createdAt: 1_900 }))
		await store.insertCode(aCode({ id: 'c_4', mobile: '13800000002', createdAt: 1_900 }))
		await store.insertCode(aCode({ id: 'c_5', areaCode: '852', createdAt: 1_900 }))
		await store.insertCode(aCode({ id: 'c_6', siteId: elsewhere, createdAt: 1_900 }))
		const key = { siteId: here, purpose: 2, ...number }
		expect(await store.findNewestCode(key)).toEqual(aCode({ id: 'c_2', codeHash: 'hash-2', createdAt: 1_500 }))
		expect(await store.findNewestCode({ ...key, purpose: 4 })).toBeUndefined()
		await store.removeCode('c_2')
		expect((await store.findNewestCode(key))?.id).toBe('c_1')
	})

	test('[SMS-19, SMS-21] messages to a number are counted over all purposes, on its site only', async () => {
		await store.insertCode(aCode())
		await store.insertCode(aCode({ id: 'c_2', purpose: 4, createdAt: 1_500 }))
		await store.insertCode(aCode({ id: 'c_3', siteId: elsewhere, createdAt: 1_600 }))
		await store.insertCode(aCode({ id: 'c_4', mobile: '13800000002', createdAt: 1_600 }))
		expect(await store.listSendTimes(here, number, 999)).toEqual([1_500, 1_000])
		expect(await store.listSendTimes(here, number, 1_000)).toEqual([1_500])
	})

	test('[SMS-23] a code has a limited number of attempts, however many are concurrent', async () => {
		await store.insertCode(aCode())
		const tries = await Promise.all(Array.from({ length: 20 }, () => store.countTry('c_1', 5, 1_500)))
		expect(tries.filter(Boolean)).toHaveLength(5)
		expect(await store.countTry('c_1', 5, 1_500)).toBe(false)
	})

	test('[SMS-23] an expired or used code has none', async () => {
		await store.insertCode(aCode())
		expect(await store.countTry('c_1', 5, 2_000)).toBe(false)
		expect(await store.countTry('c_1', 5, 1_999)).toBe(true)
		const uses = await Promise.all(Array.from({ length: 10 }, () => store.useCode('c_1', 1_500)))
		expect(uses.filter(Boolean)).toHaveLength(1)
		expect(await store.countTry('c_1', 5, 1_500)).toBe(false)
	})

	test('[FORGOT-02] a proof can be read any number of times', async () => {
		await store.insertProof(aProof())
		const key = { hash: 'proof-1', siteId: here, purpose: 'reset' } as const
		expect(await store.findProof(key, 1_999)).toEqual(proven)
		expect(await store.findProof(key, 1_999)).toEqual(proven)
		expect(await store.findProof(key, 2_000)).toBeUndefined()
		expect(await store.findProof({ ...key, purpose: 'register' }, 1_500)).toBeUndefined()
		expect(await store.findProof({ ...key, siteId: elsewhere }, 1_500)).toBeUndefined()
	})

	test('[FORGOT-02] a proof is used once, only where and for what it was issued', async () => {
		await store.insertProof(aProof())
		const key = { hash: 'proof-1', siteId: here, purpose: 'reset' } as const
		expect(await store.consumeProof({ ...key, purpose: 'register' }, 1_500)).toBeUndefined()
		expect(await store.consumeProof({ ...key, siteId: elsewhere }, 1_500)).toBeUndefined()
		expect(await store.consumeProof(key, 2_000)).toBeUndefined()
		const spent = await Promise.all(Array.from({ length: 10 }, () => store.consumeProof(key, 1_500)))
		expect(spent.filter(Boolean)).toEqual([proven])
		expect(await store.findProof(key, 1_500)).toBeUndefined()
	})

	test('[REG-03] a proof may be of an unused number', async () => {
		await store.insertProof(aProof({ userId: null, purpose: 'register' }))
		const key = { hash: 'proof-1', siteId: here, purpose: 'register' } as const
		expect(await store.consumeProof(key, 1_500)).toEqual({ ...proven, userId: null })
	})

	test('a person has a valid set-up link until it is used or expires, or all of theirs end', async () => {
		const link = { purpose: 'setUp', siteId: here } as const
		await store.insertProof(aProof())
		expect(await store.hasValidSetUp(hanMei, 1_500)).toBe(false)
		await store.insertProof(aProof({ hash: 'link-1', ...link }))
		expect(await store.hasValidSetUp(hanMei, 1_999)).toBe(true)
		expect(await store.hasValidSetUp(hanMei, 2_000)).toBe(false)
		expect(await store.hasValidSetUp(v.parse(UserId, 'user-2'), 1_500)).toBe(false)
		await store.consumeProof({ hash: 'link-1', ...link }, 1_500)
		expect(await store.hasValidSetUp(hanMei, 1_500)).toBe(false)
		await store.insertProof(aProof({ hash: 'link-2', ...link }))
		await store.removeProofsForUser(hanMei)
		expect(await store.hasValidSetUp(hanMei, 1_500)).toBe(false)
	})

	test('old data is deleted, and nothing else', async () => {
		await store.insertCode(aCode())
		await store.insertCode(aCode({ id: 'c_2', mobile: '13800000002', createdAt: 1_001 }))
		await store.insertProof(aProof())
		await store.insertProof(aProof({ hash: 'proof-2', expiresAt: 2_001 }))
		await store.removeOld(1_000, 2_000, 0)
		expect(await store.listSendTimes(here, number, 0)).toEqual([])
		expect(await store.listSendTimes(here, { ...number, mobile: '13800000002' }, 0)).toEqual([1_001])
		const kept = { siteId: here, purpose: 'reset' } as const
		expect(await store.findProof({ ...kept, hash: 'proof-1' }, 0)).toBeUndefined()
		expect(await store.findProof({ ...kept, hash: 'proof-2' }, 0)).toBeDefined()
	})
}
