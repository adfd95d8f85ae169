import { SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlAccountStore } from '../account/index.ts'
import { createSqlSiteStore, SiteSettings } from '../site/index.ts'
import { createSqlIdentityStore } from './store.sql.ts'
import type { IdentityBinding, IdentityStore } from './store.ts'

const [siteId, otherSiteId] = ['site-1', 'site-2'].map(id => v.parse(SiteId, id)) as [SiteId, SiteId]
const [hanMei, liLei] = ['user-1', 'user-2'].map(id => v.parse(UserId, id)) as [UserId, UserId]

const anIdentity = (fields: Partial<IdentityBinding> = {}): IdentityBinding => ({
	siteId,
	provider: 'messenger',
	subject: 'wx-1',
	userId: hanMei,
	nickname: "小'王",
	picture: null,
	boundAt: 1_000,
	...fields,
})

/** Requirements on every identity store; called once per database, inside its own `describe`. */
export function identityStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: IdentityStore

	beforeEach(async () => {
		database = await open()
		const settings = v.parse(SiteSettings, {})
		for (const id of [siteId, otherSiteId]) {
			await createSqlSiteStore(database.db).insert({ id, host: id, name: id, isDefault: false, settings }, 1)
		}
		for (const id of [hanMei, liLei]) {
			const nothing = { passwordHash: null, corporateHash: null, mobile: null, mobileCode: null, picture: null }
			const account = { id, siteId, name: id, displayName: id, source: null, isComplete: true, lastCompanyId: null }
			await createSqlAccountStore(database.db).insert({ ...account, ...nothing }, 1)
		}
		store = createSqlIdentityStore(database.db)
	})
	afterEach(() => database.close())

	test('[SOC-08] an identity is found by site, provider and name together', async () => {
		expect(await store.bind(anIdentity())).toBe(true)
		const key = { siteId, provider: 'messenger', subject: 'wx-1' } as const
		expect(await store.find(key)).toEqual(anIdentity())
		expect(await store.find({ ...key, subject: 'WX-1' })).toBeUndefined()
		expect(await store.find({ ...key, provider: 'deviceMaker' })).toBeUndefined()
		expect(await store.find({ ...key, siteId: otherSiteId })).toBeUndefined()
		expect(await store.findByUser(hanMei, 'messenger')).toEqual(anIdentity())
		expect(await store.findByUser(hanMei, 'workplace')).toBeUndefined()
		expect(await store.findByUser(liLei, 'messenger')).toBeUndefined()
	})

	test('[BIND-21] one identity is bound to one person, and one person to one of each kind', async () => {
		await store.bind(anIdentity())
		expect(await store.bind(anIdentity({ userId: liLei }))).toBe(false)
		expect(await store.bind(anIdentity({ subject: 'wx-2' }))).toBe(false)
		expect((await store.find(anIdentity()))?.userId).toBe(hanMei)
		expect(await store.find(anIdentity({ subject: 'wx-2' }))).toBeUndefined()
		expect(await store.bind(anIdentity({ provider: 'deviceMaker' }))).toBe(true)
		expect(await store.bind(anIdentity({ userId: liLei, subject: 'wx-2' }))).toBe(true)
	})

	test('[BIND-21] of many at once exactly one is bound', async () => {
		const tries = Array.from({ length: 20 }, (_, i) => store.bind(anIdentity({ subject: `wx-${i}` })))
		expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
	})

	test('[UNBIND-04] unbinding removes one kind of one person', async () => {
		await store.bind(anIdentity())
		await store.bind(anIdentity({ provider: 'deviceMaker' }))
		await store.bind(anIdentity({ userId: liLei, subject: 'wx-2' }))
		await store.unbind(hanMei, 'messenger')
		expect(await store.findByUser(hanMei, 'messenger')).toBeUndefined()
		expect(await store.findByUser(hanMei, 'deviceMaker')).toBeDefined()
		expect(await store.findByUser(liLei, 'messenger')).toBeDefined()
		expect(await store.bind(anIdentity({ userId: liLei, provider: 'deviceMaker', subject: 'other' }))).toBe(true)
	})

	test('[SOC-08] a proof is used once, even by many concurrent requests, and forgotten once it has expired anyway', async () => {
		expect(await store.isProofUsed('hash')).toBe(false)
		const tries = await Promise.all(Array.from({ length: 20 }, () => store.markProofUsed('hash', 2_000)))
		expect(tries.filter(Boolean)).toHaveLength(1)
		expect(await store.isProofUsed('hash')).toBe(true)
		await store.removeExpired(1_999)
		expect(await store.isProofUsed('hash')).toBe(true)
		await store.removeExpired(2_000)
		expect(await store.isProofUsed('hash')).toBe(false)
	})
}
