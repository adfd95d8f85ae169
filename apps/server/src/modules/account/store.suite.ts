import { CompanyId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { sqlCompanyStore } from '../company/index.ts'
import { SiteSettings, sqlSiteStore } from '../site/index.ts'
import { sqlAccountStore } from './store.sql.ts'
import type { Account, AccountStore } from './store.ts'

const [siteId, otherSiteId] = ['site-1', 'site-2'].map(id => v.parse(SiteId, id)) as [SiteId, SiteId]
const companyId = v.parse(CompanyId, 'company-1')
const userId = (id: string) => v.parse(UserId, id)

const anAccount = (fields: Partial<Account> = {}): Account => ({
	id: userId('user-1'),
	siteId,
	name: 'HanMei',
	displayName: "Han 'Mei' <b>",
	passwordHash: null,
	mobile: '13800138000',
	mobileCode: '86',
	source: null,
	picture: null,
	isComplete: false,
	lastCompanyId: null,
	...fields,
})

/** What every account store must do; called once per database, inside its own `describe`. */
export function accountStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: AccountStore

	beforeEach(async () => {
		database = await open()
		const sites = sqlSiteStore(database.db)
		const settings = v.parse(SiteSettings, {})
		await sites.insert({ id: siteId, host: 'one', name: 'One', isDefault: true, settings }, 1)
		await sites.insert({ id: otherSiteId, host: 'two', name: 'Two', isDefault: false, settings }, 1)
		await sqlCompanyStore(database.db).insert({ id: companyId, siteId, name: 'First', type: 1 }, 1)
		store = sqlAccountStore(database.db)
	})
	afterEach(() => database.close())

	test('[LOGIN-01] an account is found by its name in any case, on its own site only', async () => {
		await store.insert(anAccount(), 1)
		expect(await store.findByName(siteId, 'hANmEI')).toEqual(anAccount())
		expect(await store.findByName(otherSiteId, 'HanMei')).toBeUndefined()
		expect(await store.findByName(siteId, '%')).toBeUndefined()
		expect(await store.findByName(siteId, "' or 1=1 --")).toBeUndefined()
	})

	test('[LOGIN-01] a name is taken once per site, whatever its case', async () => {
		await store.insert(anAccount(), 1)
		await expect(store.insert(anAccount({ id: userId('user-2'), name: 'hanmei' }), 2)).rejects.toThrow()
		await store.insert(anAccount({ id: userId('user-3'), siteId: otherSiteId }), 2)
		expect((await store.findByName(otherSiteId, 'hanmei'))?.id).toBe('user-3')
	})

	test('[API-07] password and last company are changed for this account alone', async () => {
		await store.insert(anAccount(), 1)
		await store.insert(anAccount({ id: userId('user-2'), name: 'lilei' }), 1)
		await store.savePasswordHash(userId('user-1'), 'argon2id$…')
		await store.saveLastCompany(userId('user-1'), companyId)
		expect(await store.findByName(siteId, 'hanmei')).toMatchObject({
			passwordHash: 'argon2id$…',
			lastCompanyId: companyId,
		})
		expect(await store.findByName(siteId, 'lilei')).toMatchObject({ passwordHash: null, lastCompanyId: null })
	})

	test('[ENT-08] a membership said again changes the user type; people are listed by name', async () => {
		await store.insert(anAccount(), 1)
		await store.insert(anAccount({ id: userId('user-2'), name: 'Adam' }), 1)
		for (const id of ['user-1', 'user-2']) {
			await store.addMembership({ userId: userId(id), companyId, userType: 1, isDefault: true })
		}
		await store.addMembership({ userId: userId('user-1'), companyId, userType: 7, isDefault: true })
		const people = await store.ofCompany(companyId)
		expect(people.map(({ name, userType }) => [name, userType])).toEqual([
			['Adam', 1],
			['HanMei', 7],
		])
	})
}
