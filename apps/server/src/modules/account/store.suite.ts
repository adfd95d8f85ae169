import { CompanyId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlCompanyStore } from '../company/index.ts'
import { createSqlSiteStore, SiteSettings } from '../site/index.ts'
import { createSqlAccountStore } from './store.sql.ts'
import type { AccountStore, FreshAccount } from './store.ts'

const [siteId, otherSiteId] = ['site-1', 'site-2'].map(id => v.parse(SiteId, id)) as [SiteId, SiteId]
const companyId = v.parse(CompanyId, 'company-1')
const userId = (id: string) => v.parse(UserId, id)

const anAccount = (fields: Partial<FreshAccount> = {}): FreshAccount => ({
	id: userId('user-1'),
	siteId,
	name: 'HanMei',
	displayName: "Han 'Mei' <b>",
	passwordHash: null,
	corporateHash: null,
	mobile: '13800138000',
	mobileCode: '86',
	source: null,
	picture: null,
	isComplete: false,
	lastCompanyId: null,
	...fields,
})

/** Requirements on every account store; called once per database, inside its own `describe`. */
export function accountStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: AccountStore

	beforeEach(async () => {
		database = await open()
		const sites = createSqlSiteStore(database.db)
		const settings = v.parse(SiteSettings, {})
		await sites.insert({ id: siteId, host: 'one', name: 'One', isDefault: true, settings }, 1)
		await sites.insert({ id: otherSiteId, host: 'two', name: 'Two', isDefault: false, settings }, 1)
		await createSqlCompanyStore(database.db).insert({ id: companyId, siteId, name: 'First', type: 1 }, 1)
		store = createSqlAccountStore(database.db)
	})
	afterEach(() => database.close())

	test('[LOGIN-01] an account is found by its name in any case, on its own site only', async () => {
		await store.insert(anAccount(), 1)
		expect(await store.findByName(siteId, 'hANmEI')).toEqual({ ...anAccount(), isDisabled: false })
		expect(await store.findByName(otherSiteId, 'HanMei')).toBeUndefined()
		expect(await store.findByName(siteId, '%')).toBeUndefined()
		expect(await store.findByName(siteId, "' or 1=1 --")).toBeUndefined()
	})

	test('public profiles are read for many people at once, of one site only', async () => {
		await store.insert(anAccount({ picture: 'https://a.example/p.png' }), 1)
		await store.insert(anAccount({ id: userId('user-2'), name: 'lilei', mobile: null, displayName: 'Li Lei' }), 1)
		await store.insert(anAccount({ id: userId('user-3'), siteId: otherSiteId }), 2)
		expect(await store.listProfiles(siteId, [])).toEqual([])
		expect(await store.listProfiles(siteId, [userId('user-2')])).toEqual([
			{ id: 'user-2', displayName: 'Li Lei', picture: null },
		])
		expect(await store.listProfiles(otherSiteId, [userId('user-2')])).toEqual([])
		const found = await store.listProfiles(siteId, ['user-1', 'user-2', 'user-3', 'nobody'].map(userId))
		expect(found.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
			{ id: 'user-1', displayName: "Han 'Mei' <b>", picture: 'https://a.example/p.png' },
			{ id: 'user-2', displayName: 'Li Lei', picture: null },
		])
	})

	test('[LOGIN-01] a name is taken once per site, whatever its case', async () => {
		await store.insert(anAccount(), 1)
		await expect(store.insert(anAccount({ id: userId('user-2'), name: 'hanmei' }), 2)).rejects.toThrow()
		await store.insert(anAccount({ id: userId('user-3'), siteId: otherSiteId }), 2)
		expect((await store.findByName(otherSiteId, 'hanmei'))?.id).toBe('user-3')
	})

	test('[API-07] password and last company are changed for this account alone', async () => {
		await store.insert(anAccount(), 1)
		await store.insert(anAccount({ id: userId('user-2'), name: 'lilei', mobile: null }), 1)
		await store.savePasswordHash(userId('user-1'), 'argon2id$…')
		await store.saveLastCompany(userId('user-1'), companyId)
		expect(await store.findByName(siteId, 'hanmei')).toMatchObject({
			passwordHash: 'argon2id$…',
			lastCompanyId: companyId,
		})
		expect(await store.findByName(siteId, 'lilei')).toMatchObject({ passwordHash: null, lastCompanyId: null })
	})

	test('[SMS-02] an account is found by area code and number together, on its own site', async () => {
		await store.insert(anAccount(), 1)
		const number = { areaCode: '86', mobile: '13800138000' }
		expect((await store.findByMobile(siteId, number))?.id).toBe('user-1')
		expect(await store.findByMobile(siteId, { ...number, areaCode: '852' })).toBeUndefined()
		expect(await store.findByMobile(siteId, { ...number, mobile: '1380013800' })).toBeUndefined()
		expect(await store.findByMobile(otherSiteId, number)).toBeUndefined()
		expect((await store.find(userId('user-1')))?.name).toBe('HanMei')
		expect(await store.find(userId('user-9'))).toBeUndefined()
	})

	test('[LOGIN-01] a bare number finds an account if only one has it', async () => {
		await store.insert(anAccount(), 1)
		expect((await store.findByBareMobile(siteId, '13800138000'))?.id).toBe('user-1')
		expect(await store.findByBareMobile(otherSiteId, '13800138000')).toBeUndefined()
		await store.insert(anAccount({ id: userId('user-2'), name: 'other', mobileCode: '852' }), 1)
		expect(await store.findByBareMobile(siteId, '13800138000')).toBeUndefined()
	})

	test('[REG-03] an account is stored if name and number are free, and not at all if one is taken', async () => {
		expect(await store.insertIfFree(anAccount(), 1)).toBe(true)
		const other = { id: userId('user-2'), name: 'other' }
		expect(await store.insertIfFree(anAccount(other), 2)).toBe(false)
		expect(await store.insertIfFree(anAccount({ id: userId('user-3'), mobile: null }), 2)).toBe(false)
		expect(await store.find(userId('user-2'))).toBeUndefined()
		expect(await store.insertIfFree(anAccount({ ...other, mobile: '13800138001' }), 2)).toBe(true)
		expect(await store.insertIfFree(anAccount({ id: userId('user-4'), siteId: otherSiteId }), 2)).toBe(true)
	})

	test('[REG-03] of many at once for one number one is kept', async () => {
		const tries = Array.from({ length: 20 }, (_, i) =>
			store.insertIfFree(anAccount({ id: userId(`user-${i}`), name: `name${i}` }), 1),
		)
		expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
	})

	test('[REG-12] a profile is completed once', async () => {
		await store.insert(anAccount(), 1)
		await store.insert(anAccount({ id: userId('user-2'), name: 'lilei', mobile: null }), 1)
		const profile = { displayName: 'Han Mei', passwordHash: 'hash-1' }
		expect(await store.completeProfile(userId('user-1'), profile)).toBe(true)
		expect(await store.completeProfile(userId('user-1'), { ...profile, passwordHash: 'hash-2' })).toBe(false)
		expect(await store.find(userId('user-1'))).toMatchObject({ ...profile, isComplete: true })
		expect(await store.find(userId('user-2'))).toMatchObject({ isComplete: false, passwordHash: null })
	})

	test('[BIND-16] a number is bound if no one else of the site has it', async () => {
		await store.insert(anAccount(), 1)
		const second = userId('user-2')
		await store.insert(anAccount({ id: second, name: 'lilei', mobile: null, mobileCode: null }), 1)
		const number = { areaCode: '86', mobile: '13800138000' }
		expect(await store.saveMobile(second, number)).toBe(false)
		expect((await store.find(second))?.mobile).toBeNull()
		expect(await store.saveMobile(second, { ...number, areaCode: '852' })).toBe(true)
		expect(await store.saveMobile(userId('user-1'), number)).toBe(true)
		expect(await store.find(second)).toMatchObject({ mobileCode: '852', mobile: '13800138000' })
	})

	test('[SMS-25] a person belongs to a company, or to none', async () => {
		await store.insert(anAccount(), 1)
		expect(await store.maySignIn(userId('user-1'))).toBe(false)
		await store.addMembership({ userId: userId('user-1'), companyId, userType: 1, isDefault: true })
		expect(await store.maySignIn(userId('user-1'))).toBe(true)
	})

	test('[API-22] a password is replaced if it is still the one that was proved', async () => {
		await store.insert(anAccount(), 1)
		await store.insert(anAccount({ id: userId('user-2'), name: 'lilei', mobile: null, passwordHash: 'a' }), 1)
		expect(await store.replacePasswordHash(userId('user-1'), 'a', 'b')).toBe(false)
		expect(await store.replacePasswordHash(userId('user-1'), null, 'a')).toBe(true)
		expect(await store.replacePasswordHash(userId('user-1'), null, 'b')).toBe(false)
		expect(await store.replacePasswordHash(userId('user-1'), 'a', 'b')).toBe(true)
		expect((await store.find(userId('user-1')))?.passwordHash).toBe('b')
		expect((await store.find(userId('user-2')))?.passwordHash).toBe('a')
	})

	test('[API-21] a display name is changed for this account alone', async () => {
		await store.insert(anAccount(), 1)
		await store.insert(anAccount({ id: userId('user-2'), name: 'lilei', mobile: null }), 1)
		await store.saveDisplayName(userId('user-1'), "Li '); --")
		expect((await store.find(userId('user-1')))?.displayName).toBe("Li '); --")
		expect((await store.find(userId('user-2')))?.displayName).toBe("Han 'Mei' <b>")
	})

	test('[CORP-04] a person who already is a member keeps their role', async () => {
		await store.insert(anAccount(), 1)
		const membership = { userId: userId('user-1'), companyId, userType: 7, isDefault: false }
		expect(await store.isMember(userId('user-1'), companyId)).toBe(false)
		await store.addMembershipIfMissing(membership)
		expect(await store.isMember(userId('user-1'), companyId)).toBe(true)
		await store.addMembershipIfMissing({ ...membership, userType: 1, isDefault: true })
		expect((await store.listByCompany(companyId)).map(({ userType }) => userType)).toEqual([7])
	})

	test('[ENT-08] a membership said again changes the user type; people are listed by name', async () => {
		await store.insert(anAccount(), 1)
		await store.insert(anAccount({ id: userId('user-2'), name: 'Adam', mobile: '13800138001' }), 1)
		for (const id of ['user-1', 'user-2']) {
			await store.addMembership({ userId: userId(id), companyId, userType: 1, isDefault: true })
		}
		await store.addMembership({ userId: userId('user-1'), companyId, userType: 7, isDefault: true })
		const people = await store.listByCompany(companyId)
		expect(people.map(({ name, userType }) => [name, userType])).toEqual([
			['Adam', 1],
			['HanMei', 7],
		])
	})
}
