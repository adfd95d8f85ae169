import { CompanyId, SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlAccountStore } from '../account/index.ts'
import { createSqlCompanyStore } from '../company/index.ts'
import { createSqlSiteStore, SiteSettings } from '../site/index.ts'
import { createSqlSessionStore } from './store.sql.ts'
import type { SessionRow, SessionStore } from './store.ts'

const siteId = v.parse(SiteId, 'site-1')
const [first, second] = ['company-1', 'company-2'].map(id => v.parse(CompanyId, id)) as [CompanyId, CompanyId]
const [hanMei, liLei] = ['user-1', 'user-2'].map(id => v.parse(UserId, id)) as [UserId, UserId]

const later = { expiresAt: 3_000, staySignedIn: true }
const aSession = (fields: Partial<SessionRow> = {}): SessionRow => ({
	id: 's_1',
	userId: hanMei,
	siteId,
	tokenHash: 'hash-1',
	previousHash: null,
	previousUntil: null,
	staySignedIn: false,
	createdAt: 1_000,
	expiresAt: 2_000,
	...fields,
})

async function prepare({ db }: OpenDatabase) {
	const settings = v.parse(SiteSettings, {})
	await createSqlSiteStore(db).insert({ id: siteId, host: 'here', name: 'Here', isDefault: true, settings }, 1)
	await createSqlCompanyStore(db).insert({ id: first, siteId, name: 'First', type: 1 }, 1)
	await createSqlCompanyStore(db).insert({ id: second, siteId, name: 'Second', type: 2 }, 2)
	const accounts = createSqlAccountStore(db)
	for (const [id, name] of [
		[hanMei, 'hanmei'],
		[liLei, 'lilei'],
	] as const) {
		const empty = {
			passwordHash: null,
			corporateHash: null,
			mobile: null,
			mobileCode: null,
			source: null,
			picture: null,
		}
		await accounts.insert({ id, siteId, name, displayName: name, isComplete: true, lastCompanyId: null, ...empty }, 1)
	}
	await accounts.addMembership({ userId: hanMei, companyId: second, userType: 7, isDefault: true })
	await accounts.addMembership({ userId: hanMei, companyId: first, userType: 1, isDefault: false })
}

/** Requirements on every session store; called once per database, inside its own `describe`. */
export function sessionStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: SessionStore

	beforeEach(async () => {
		database = await open()
		await prepare(database)
		store = createSqlSessionStore(database.db)
	})
	afterEach(() => database.close())

	test('[API-06] a session is found by the hash of its token, with its person and all their companies', async () => {
		await store.insert(aSession())
		const found = await store.findByTokenHash('hash-1')
		expect(found?.session).toEqual(aSession())
		expect(found?.user).toMatchObject({ id: hanMei, name: 'hanmei', isComplete: true, lastCompanyId: null })
		const companies = [
			{ companyId: first, name: 'First', type: 1, userType: 1, isDefault: false, meetingsVersion: 0 },
			{ companyId: second, name: 'Second', type: 2, userType: 7, isDefault: true, meetingsVersion: 0 },
		]
		expect(found?.companies).toEqual(companies)
		expect(await store.listCompanies('s_1')).toEqual(companies)
		expect(await store.findByTokenHash('hash-2')).toBeUndefined()
	})

	test('[JERR-04] the language of a person is known to their sessions, and for messages to them', async () => {
		await store.insert(aSession())
		const languageOf = async () => (await store.findByTokenHash('hash-1'))?.user.language
		expect(await languageOf()).toBeUndefined()
		await store.saveLanguage(hanMei, 'en')
		expect(await languageOf()).toBe('en')
		const accounts = createSqlAccountStore(database.db)
		expect(await accounts.findContact(hanMei)).toEqual({ number: undefined, language: 'en' })
		await accounts.saveMobile(hanMei, { areaCode: '86', mobile: '13800000001' })
		expect(await accounts.findContact(hanMei)).toMatchObject({ number: { areaCode: '86', mobile: '13800000001' } })
		expect(await accounts.findContact(liLei)).toEqual({ number: undefined, language: undefined })
	})

	test('[API-06] a person without a company has a session all the same', async () => {
		await store.insert(aSession({ userId: liLei }))
		expect((await store.findByTokenHash('hash-1'))?.companies).toEqual([])
	})

	test('[HTTP-13] a rotated session is known by the new hash and by the one before, and by none older', async () => {
		await store.insert(aSession())
		expect(await store.replaceToken('s_1', 'hash-1', 'hash-2', { ...later, previousUntil: 1_530 })).toBe(true)
		const rotated = { tokenHash: 'hash-2', previousHash: 'hash-1', previousUntil: 1_530, ...later }
		expect((await store.findByTokenHash('hash-2'))?.session).toEqual(aSession(rotated))
		expect((await store.findByTokenHash('hash-1'))?.session).toEqual(aSession(rotated))
		await store.replaceToken('s_1', 'hash-2', 'hash-3', { ...later, previousUntil: 1_560 })
		expect(await store.findByTokenHash('hash-1')).toBeUndefined()
		expect(await store.findByTokenHash('hash-2')).toBeDefined()
	})

	test('[HTTP-13] of many rotations at once exactly one wins', async () => {
		await store.insert(aSession())
		const times = { ...later, previousUntil: 1_530 }
		const tries = Array.from({ length: 20 }, (_, i) => store.replaceToken('s_1', 'hash-1', `next-${i}`, times))
		const won = await Promise.all(tries)
		expect(won.filter(Boolean)).toHaveLength(1)
		expect((await store.findByTokenHash('hash-1'))?.session.tokenHash).toBe(`next-${won.indexOf(true)}`)
	})

	test('[API-09] one session ends alone; all of a person end together, and no others are touched', async () => {
		await store.insert(aSession())
		await store.insert(aSession({ id: 's_2', tokenHash: 'hash-2' }))
		await store.insert(aSession({ id: 's_3', tokenHash: 'hash-3' }))
		await store.insert(aSession({ id: 's_4', tokenHash: 'hash-4', userId: liLei }))
		await store.remove('s_1')
		expect(await store.findByTokenHash('hash-1')).toBeUndefined()
		expect(await store.findByTokenHash('hash-2')).toBeDefined()
		await store.insert(aSession({ id: 's_5', tokenHash: 'hash-5' }))
		await store.removeByUser(hanMei, 's_5')
		expect(await store.findByTokenHash('hash-5')).toBeDefined()
		expect(await store.findByTokenHash('hash-2')).toBeUndefined()
		await store.removeByUser(hanMei)
		expect(await store.findByTokenHash('hash-5')).toBeUndefined()
		expect(await store.findByTokenHash('hash-3')).toBeUndefined()
		expect(await store.findByTokenHash('hash-4')).toBeDefined()
	})

	test('sessions ended on purpose are known as ended until they would have expired; other endings are not', async () => {
		for (const id of ['s_1', 's_2', 's_3', 's_4'])
			await store.insert(aSession({ id, tokenHash: `hash of ${id}`, ...(id === 's_4' && { userId: liLei }) }))
		const ended = () => store.findEnded(['s_1', 's_2', 's_3', 's_4'])
		const before = await store.endingsVersion()
		await store.remove('s_1')
		expect(await ended()).toEqual([])
		await store.endByUser(hanMei, 's_3')
		expect([await ended(), await store.findExisting(['s_2', 's_3'])]).toEqual([['s_2'], ['s_3']])
		expect(await store.endingsVersion()).not.toBe(before)
		await store.removeByUser(liLei)
		await store.endByUser(hanMei)
		expect((await ended()).sort()).toEqual(['s_2', 's_3'])
		await store.removeExpired(1_999)
		expect(await ended()).toHaveLength(2)
		await store.removeExpired(2_000)
		expect([await ended(), await store.findEnded([])]).toEqual([[], []])
	})

	test('[IMCALL-57] ending all sessions of a person is visible to watchers', async () => {
		const ends = [
			() => store.endByUser(hanMei),
			() => store.endByUser(hanMei, 's_1'),
			() => store.removeByUser(hanMei),
			() => store.removeByUsers([hanMei, liLei]),
		]
		for (const end of ends) {
			const before = await store.endingsVersion()
			await end()
			expect(await store.endingsVersion()).toBeGreaterThan(before)
		}
		const before = await store.endingsVersion()
		await store.removeByUsers([])
		expect(await store.endingsVersion()).toBe(before)
	})

	test('[OP-049] expired sessions are deleted, at their last instant and not before', async () => {
		await store.insert(aSession())
		await store.removeExpired(1_999)
		expect(await store.findByTokenHash('hash-1')).toBeDefined()
		await store.removeExpired(2_000)
		expect(await store.findByTokenHash('hash-1')).toBeUndefined()
	})

	test('[ROOM-25] of some sessions, those that were not removed', async () => {
		await store.insert(aSession())
		await store.insert(aSession({ id: 's_2', tokenHash: 'hash-2' }))
		await store.insert(aSession({ id: 's_3', tokenHash: 'hash-3' }))
		await store.remove('s_2')
		expect(await store.findExisting(['s_1', 's_2', 's_9'])).toEqual(['s_1'])
		expect(await store.findExisting([])).toEqual([])
		expect(await store.findExisting(['s_3'])).toEqual(['s_3'])
		expect(await store.findExisting(['s_2'])).toEqual([])
	})

	test('the person of a session, until it is removed', async () => {
		await store.insert(aSession())
		expect(await store.findPerson('s_1')).toMatchObject({ userId: aSession().userId, siteId: aSession().siteId })
		expect(await store.findPerson('s_9')).toBeUndefined()
		await store.remove('s_1')
		expect(await store.findPerson('s_1')).toBeUndefined()
	})

	test('the people of several sessions that are asked for at once', async () => {
		await store.insert(aSession())
		await store.insert(aSession({ id: 's_2', tokenHash: 'of another token' }))
		const found = await Promise.all(['s_1', 's_9', 's_2', 's_1'].map(id => store.findPerson(id)))
		const person = await store.findPerson('s_1')
		expect(person).toMatchObject({ userId: aSession().userId })
		expect(found).toEqual([person, undefined, person, person])
	})

	test('two sessions never share a token', async () => {
		await store.insert(aSession())
		await expect(store.insert(aSession({ id: 's_2' }))).rejects.toThrow()
	})
}
