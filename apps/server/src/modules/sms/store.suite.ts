import { MeetingId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlSiteStore, SiteSettings } from '../site/index.ts'
import { createSqlVerificationStore } from '../verification/index.ts'
import { createSqlSmsStore } from './store.sql.ts'
import { type SmsStore, smsChannelName } from './store.ts'

const [here, elsewhere] = ['site-1', 'site-2'].map(id => v.parse(SiteId, id)) as [SiteId, SiteId]

/** Requirements on every store of text messages; called once per database, inside its own `describe`. */
export function smsStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: SmsStore

	beforeEach(async () => {
		database = await open()
		const settings = v.parse(SiteSettings, {})
		const sites = createSqlSiteStore(database.db)
		await sites.insert({ id: here, host: 'here', name: 'Here', isDefault: true, settings }, 1)
		await sites.insert({ id: elsewhere, host: 'elsewhere', name: 'E', isDefault: false, settings }, 2)
		store = createSqlSmsStore(database.db)
	})
	afterEach(() => database.close())

	const insertCode = (id: string, fields: { siteId?: SiteId; mobile?: string; createdAt?: number; isSent?: boolean }) =>
		createSqlVerificationStore(database.db).insertCode({
			id,
			siteId: here,
			purpose: 2,
			areaCode: '86',
			mobile: '13800000001',
			codeHash: 'hash',
			tries: 0,
			createdAt: 1_000,
			expiresAt: 2_000,
			usedAt: null,
			isSent: true,
			...fields,
		})

	test('[SMS-21] the codes that a site sent are counted, whatever the number, and no others', async () => {
		expect(await store.countSent(here, 0)).toEqual({ code: 0, passwordGuessing: 0 })
		await insertCode('c_1', {})
		await insertCode('c_2', { mobile: '13800000002', createdAt: 1_500 })
		await insertCode('c_3', { isSent: false })
		await insertCode('c_4', { siteId: elsewhere })
		expect(await store.countSent(here, 0)).toEqual({ code: 2, passwordGuessing: 0 })
		expect(await store.countSent(here, 1_000)).toEqual({ code: 1, passwordGuessing: 0 })
		expect(await store.countSent(elsewhere, 0)).toEqual({ code: 1, passwordGuessing: 0 })
	})

	const [meetingId, otherId] = ['123456789', '987654321'].map(id => v.parse(MeetingId, id)) as [MeetingId, MeetingId]
	const [anna, ben] = ['u-1', 'u-2'].map(id => v.parse(UserId, id)) as [UserId, UserId]
	const notice = { meetingId, siteId: here, hostId: anna, channel: smsChannelName }

	test('[JERR-04] of many notices for a meeting at once exactly one is claimed, and one again after a day', async () => {
		const claim = (at: number, since: number) => store.claimGuessingNotice(notice, at, since)
		const claimed = await Promise.all(Array.from({ length: 20 }, (_, i) => claim(1_000 + i, 0)))
		expect(claimed.filter(Boolean)).toHaveLength(1)
		const at = (await store.findGuessingNotice(meetingId)) ?? 0
		expect(await claim(3_000, at - 1)).toBe(false)
		const again = await Promise.all(Array.from({ length: 20 }, () => claim(3_000, at)))
		expect(again.filter(Boolean)).toHaveLength(1)
		expect(await store.findGuessingNotice(meetingId)).toBe(3_000)
		expect(await store.findGuessingNotice(otherId)).toBeUndefined()
	})

	test('[JERR-04] notices count by site and host, and towards the budget of the site', async () => {
		await insertCode('c_1', {})
		await store.claimGuessingNotice(notice, 1_000, 0)
		await store.claimGuessingNotice({ ...notice, meetingId: otherId, hostId: ben }, 2_000, 0)
		expect(await store.countSent(here, 0)).toEqual({ code: 1, passwordGuessing: 2 })
		expect(await store.countSent(elsewhere, 0)).toEqual({ code: 0, passwordGuessing: 0 })
		expect(await store.countGuessingNotices(here, 0, ben)).toBe(1)
		expect(await store.countGuessingNotices(here, 1_000, anna)).toBe(0)
		await store.removeGuessingNotices(1_000)
		expect(await store.countSent(here, 0)).toMatchObject({ passwordGuessing: 1 })
		expect(await store.findGuessingNotice(meetingId)).toBeUndefined()
	})

	test('[JERR-04, SMS-21] a notice by another channel counts for the host, but not towards the budget', async () => {
		await store.claimGuessingNotice({ ...notice, channel: 'mail' }, 1_000, 0)
		expect(await store.countSent(here, 0)).toEqual({ code: 0, passwordGuessing: 0 })
		expect(await store.countGuessingNotices(here, 0, anna)).toBe(1)
		expect(await store.claimGuessingNotice(notice, 2_000, 1_000)).toBe(true)
		expect(await store.countSent(here, 0)).toEqual({ code: 0, passwordGuessing: 1 })
	})
}
