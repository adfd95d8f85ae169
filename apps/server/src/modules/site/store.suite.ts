import { CompanyId, SiteId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlCompanyStore } from '../company/index.ts'
import { createSqlSiteStore } from './store.sql.ts'
import { SiteSettings, type SiteStore } from './store.ts'

const siteId = v.parse(SiteId, 'site-1')
const companyId = (id: string) => v.parse(CompanyId, id)
const aSite = (fields = {}) => ({
	id: siteId,
	host: 'meet.example.org',
	name: 'Example "one"',
	isDefault: true,
	settings: v.parse(SiteSettings, {}),
	...fields,
})

/** Requirements on every site store; called once per database, inside its own `describe`. */
export function siteStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: SiteStore

	beforeEach(async () => {
		database = await open()
		store = createSqlSiteStore(database.db)
	})
	afterEach(() => database.close())

	test('[ENT-10] a site is read as it was written, and stands without a company', async () => {
		await store.insert(aSite(), 1)
		expect(await store.all()).toEqual([{ ...aSite(), firstCompanyId: 'none' }])
	})

	test('[HTTP-15] its first company is the oldest of its own', async () => {
		await store.insert(aSite(), 1)
		const other = v.parse(SiteId, 'site-2')
		await store.insert(aSite({ id: other, host: 'other', isDefault: false }), 2)
		const companies = createSqlCompanyStore(database.db)
		await companies.insert({ id: companyId('younger'), siteId, name: 'Younger', type: 1 }, 20)
		await companies.insert({ id: companyId('older'), siteId, name: 'Older', type: 1 }, 10)
		await companies.insert({ id: companyId('foreign'), siteId: other, name: 'Foreign', type: 1 }, 5)
		expect((await store.all()).map(site => site.firstCompanyId)).toEqual(['older', 'foreign'])
		expect((await companies.listBySite(siteId)).map(company => company.name)).toEqual(['Older', 'Younger'])
		expect(await companies.find(companyId('foreign'))).toMatchObject({ siteId: other })
		expect(await companies.find(companyId('nobody'))).toBeUndefined()
	})

	test('[ENT-11] settings are kept, and only of this site', async () => {
		await store.insert(aSite(), 1)
		await store.insert(aSite({ id: v.parse(SiteId, 'site-2'), host: 'other', isDefault: false }), 2)
		const settings = { ...v.parse(SiteSettings, {}), guestJoin: false, zone: 'Europe/Berlin', telephone: `'"; --` }
		await store.saveSettings(siteId, settings)
		const [first, second] = await store.all()
		expect(first?.settings).toEqual(settings)
		expect(second?.settings.guestJoin).toBe(true)
	})

	test('[ROUTE-29] a page is kept per name and language, written over, and taken back', async () => {
		await store.insert(aSite(), 1)
		await store.insert(aSite({ id: v.parse(SiteId, 'site-2'), host: 'other', isDefault: false }), 2)
		const page = { siteId, name: 'law', language: 'en', markdown: `# 'One'` } as const
		await store.savePage(page, 1)
		await store.savePage({ ...page, language: 'zh', markdown: '# 一' }, 1)
		await store.savePage({ ...page, markdown: '# Two' }, 2)
		expect(await store.findPage(siteId, 'law', 'en')).toBe('# Two')
		expect(await store.findPage(siteId, 'law', 'zh')).toBe('# 一')
		expect(await store.findPage(siteId, 'privacy', 'en')).toBeUndefined()
		expect(await store.findPage(v.parse(SiteId, 'site-2'), 'law', 'en')).toBeUndefined()
		await store.removePage(siteId, 'law', 'en')
		expect(await store.findPage(siteId, 'law', 'en')).toBeUndefined()
		expect(await store.findPage(siteId, 'law', 'zh')).toBe('# 一')
	})

	test('[API-08] a code invites to one company, and a new one takes its place', async () => {
		await store.insert(aSite(), 1)
		const companies = createSqlCompanyStore(database.db)
		const [one, two] = [companyId('one'), companyId('two')]
		await companies.insert({ id: one, siteId, name: 'One', type: 1 }, 1)
		await companies.insert({ id: two, siteId, name: 'Two', type: 1 }, 2)
		expect(await companies.findInvitationCode(one)).toBeUndefined()
		await companies.saveInvitationCode(one, 'code-1')
		expect(await companies.findByInvitationCode('code-1')).toMatchObject({ id: one })
		await expect(companies.saveInvitationCode(two, 'code-1')).rejects.toThrow()
		await companies.saveInvitationCode(one, 'code-2')
		expect(await companies.findByInvitationCode('code-1')).toBeUndefined()
		expect(await companies.findInvitationCode(one)).toBe('code-2')
	})

	test('a host name belongs to one site', async () => {
		await store.insert(aSite(), 1)
		await expect(store.insert(aSite({ id: v.parse(SiteId, 'site-2') }), 2)).rejects.toThrow()
	})
}
