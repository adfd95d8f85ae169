import { CompanyId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlAccountStore } from '../account/index.ts'
import { createSqlCompanyStore } from '../company/index.ts'
import { createSqlSiteStore, SiteSettings } from '../site/index.ts'
import { createSqlInvitationStore } from './store.sql.ts'
import type { InvitationRow, InvitationStore } from './store.ts'

const siteId = v.parse(SiteId, 'site-1')
const [first, second] = ['company-1', 'company-2'].map(id => v.parse(CompanyId, id)) as [CompanyId, CompanyId]
const [hanMei, liLei] = ['user-1', 'user-2'].map(id => v.parse(UserId, id)) as [UserId, UserId]

const anInvitation = (fields: Partial<InvitationRow> = {}): InvitationRow => ({
	companyId: first,
	userId: hanMei,
	userType: 1,
	invitedAt: 10,
	...fields,
})

/** Requirements on every store of invitations; called once per database, inside its own `describe`. */
export function invitationStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: InvitationStore

	beforeEach(async () => {
		database = await open()
		const { db } = database
		const settings = v.parse(SiteSettings, {})
		await createSqlSiteStore(db).insert({ id: siteId, host: 'here', name: 'Here', isDefault: true, settings }, 1)
		for (const id of [first, second])
			await createSqlCompanyStore(db).insert({ id, siteId, name: `The ${id}`, type: 1 }, 1)
		for (const id of [hanMei, liLei]) {
			const empty = { passwordHash: null, corporateHash: null, mobile: null, mobileCode: null, source: null }
			const more = { picture: null, isComplete: true, lastCompanyId: null }
			await createSqlAccountStore(db).insert({ id, siteId, name: id, displayName: id, ...empty, ...more }, 1)
		}
		store = createSqlInvitationStore(db)
	})
	afterEach(() => database.close())

	test('[ENT-13, CORP-03] the oldest comes first, with the name of its company, to the person it is for', async () => {
		await store.insert(anInvitation({ companyId: second, invitedAt: 20 }))
		await store.insert(anInvitation())
		await store.insert(anInvitation({ userId: liLei, userType: 7 }))
		const pending = await store.listByUser(hanMei)
		expect(pending.map(({ companyName }) => companyName)).toEqual(['The company-1', 'The company-2'])
		expect(await store.listByUser(liLei)).toEqual([
			{ ...anInvitation({ userId: liLei, userType: 7 }), companyName: 'The company-1' },
		])
	})

	test('[CORP-03] a second one of the same company changes nothing', async () => {
		expect(await store.insert(anInvitation({ userType: 7 }))).toBe(true)
		expect(await store.insert(anInvitation({ userType: 0, invitedAt: 30 }))).toBe(false)
		expect(await store.listByUser(hanMei)).toMatchObject([{ userType: 7, invitedAt: 10 }])
	})

	test('[CORP-04] is taken once, by the person it is for, of the company it is of', async () => {
		await store.insert(anInvitation({ userType: 7 }))
		expect(await store.claim(liLei, first)).toBeUndefined()
		expect(await store.claim(hanMei, second)).toBeUndefined()
		expect(await store.claim(hanMei, first)).toEqual({ userType: 7 })
		expect(await store.claim(hanMei, first)).toBeUndefined()
		expect(await store.listByUser(hanMei)).toEqual([])
		expect(await store.insert(anInvitation())).toBe(true)
	})

	test('[CORP-04] of many at once one takes it', async () => {
		await store.insert(anInvitation())
		const taken = await Promise.all(Array.from({ length: 20 }, () => store.claim(hanMei, first)))
		expect(taken.filter(Boolean)).toHaveLength(1)
	})
}
