import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlSiteStore, SiteSettings } from '../site/index.ts'
import { createSqlAlarmStore } from './store.sql.ts'
import type { AlarmStore } from './store.ts'

const [here, elsewhere] = ['site-1', 'site-2'].map(id => v.parse(SiteId, id)) as [SiteId, SiteId]

/** Requirements on every alarm store; called once per database, inside its own `describe`. */
export function alarmStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: AlarmStore

	beforeEach(async () => {
		database = await open()
		const settings = v.parse(SiteSettings, {})
		const sites = createSqlSiteStore(database.db)
		await sites.insert({ id: here, host: 'here.example', name: 'H', isDefault: true, settings }, 1)
		await sites.insert({ id: elsewhere, host: 'elsewhere.example', name: 'E', isDefault: false, settings }, 2)
		store = createSqlAlarmStore(database.db)
	})
	afterEach(() => database.close())

	test('[API-03] alarms are listed while they last and for a while after, newest first', async () => {
		expect(await store.listSince(0)).toEqual([])
		await store.raise(here, 'sweep', { server: 'one', at: 1_000 })
		await store.raise(elsewhere, 'sweep', { server: 'one', at: 2_000 })
		await store.raise(elsewhere, 'sweep', { server: 'one', at: 2_000 })
		const [newer, older] = [
			{ host: 'elsewhere.example', kind: 'sweep', raisedAt: 2_000, endedAt: null },
			{ host: 'here.example', kind: 'sweep', raisedAt: 1_000, endedAt: null },
		]
		expect(await store.listSince(9_000)).toEqual([newer, older])
		await store.endAllBut([elsewhere], 'sweep', { server: 'one', before: 0, at: 3_000 })
		expect(await store.listSince(2_999)).toEqual([newer, { ...older, endedAt: 3_000 }])
		expect(await store.listSince(3_000)).toEqual([newer])
	})

	test('[API-03] an ended alarm stays as it ended', async () => {
		const server = 'one'
		await store.raise(here, 'sweep', { server, at: 1_000 })
		await store.endAllBut([], 'sweep', { server, before: 0, at: 3_000 })
		await store.renew([here], 'sweep', { server, at: 3_500 })
		await store.endAllBut([], 'sweep', { server, before: 0, at: 4_000 })
		await store.raise(here, 'sweep', { server, at: 5_000 })
		expect((await store.listSince(0)).map(({ endedAt }) => endedAt)).toEqual([null, 3_000])
	})

	test('[API-03] a server ends no alarm that another one renews, and ends that of one that no longer does', async () => {
		await store.raise(here, 'sweep', { server: 'one', at: 1_000 })
		await store.endAllBut([], 'sweep', { server: 'other', before: 1_000, at: 2_000 })
		expect(await store.listActive('sweep')).toEqual([here])
		// Both have renewed it: the last one may end it.
		await store.renew([here], 'sweep', { server: 'other', at: 3_000 })
		await store.endAllBut([], 'sweep', { server: 'one', before: 3_000, at: 3_500 })
		expect(await store.listActive('sweep')).toEqual([here])
		await store.endAllBut([], 'sweep', { server: 'one', before: 3_001, at: 4_000 })
		expect(await store.listActive('sweep')).toEqual([])
	})
}
