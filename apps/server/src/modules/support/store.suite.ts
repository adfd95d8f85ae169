import { CompanyId, MeetingId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlSiteStore, SiteSettings } from '../site/index.ts'
import { createSqlComplaintStore } from './store.sql.ts'
import type { Complaint, ComplaintStore } from './store.ts'

const [siteId, otherSiteId] = ['site-1', 'site-2'].map(id => v.parse(SiteId, id)) as [SiteId, SiteId]
const meetingId = v.parse(MeetingId, '123456789')

const aComplaint = (fields: Partial<Complaint> = {}): Complaint => ({
	id: 'co_1',
	siteId,
	author: {
		companyId: v.parse(CompanyId, 'company-1'),
		userId: v.parse(UserId, 'user-1'),
		userName: 'hanmei',
		displayName: "Han 'Mei' <b>",
	},
	content: `It '); drop table complaints; -- <script>`,
	at: 10,
	...fields,
})

/** Requirements on every store of complaints; called once per database, inside its own `describe`. */
export function complaintStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: ComplaintStore

	beforeEach(async () => {
		database = await open()
		const sites = createSqlSiteStore(database.db)
		const settings = v.parse(SiteSettings, {})
		await sites.insert({ id: siteId, host: 'one', name: 'One', isDefault: true, settings }, 1)
		await sites.insert({ id: otherSiteId, host: 'two', name: 'Two', isDefault: false, settings }, 1)
		store = createSqlComplaintStore(database.db)
	})
	afterEach(() => database.close())

	test('[API-28] a complaint is kept as it was given, for its site', async () => {
		await store.insert(aComplaint())
		expect(await store.listBySite(siteId, 10)).toEqual([aComplaint()])
		expect(await store.listBySite(otherSiteId, 10)).toEqual([])
	})

	test('a report of a guest about a live is stored without a person', async () => {
		const { author: _, ...report } = aComplaint({ live: { meetingId, figures: 'low 1.2s' } })
		await store.insert(report)
		expect(await store.listBySite(siteId, 10)).toEqual([report])
	})

	test('[API-28] the newest come first, as many as are asked for', async () => {
		for (const at of [20, 40, 30]) await store.insert(aComplaint({ id: `co_${at}`, at }))
		expect((await store.listBySite(siteId, 2)).map(({ at }) => at)).toEqual([40, 30])
	})

	test('old ones of a site are removed, the oldest first and a limited number at once', async () => {
		for (const at of [20, 40, 30, 10]) await store.insert(aComplaint({ id: `co_${at}`, at }))
		await store.insert(aComplaint({ id: 'co_other', siteId: otherSiteId, at: 5 }))
		const left = async () => (await store.listBySite(siteId, 10)).map(({ at }) => at)
		expect(await store.removeBefore(siteId, 40, 2)).toBe(2)
		expect(await left()).toEqual([40, 30])
		expect(await store.removeBefore(siteId, 40, 2)).toBe(1)
		expect(await left()).toEqual([40])
		expect(await store.listBySite(otherSiteId, 10)).toHaveLength(1)
	})
}
