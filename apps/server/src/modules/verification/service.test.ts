import { SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../platform/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createMemoryRateLimits } from '../../platform/rateLimit.ts'
import { createManualClock } from '../../platform/testing/index.ts'
import { createSiteService, createSqlSiteStore, SiteSettings } from '../site/index.ts'

import { createSimulatedInbox, createSmsBudget, createSqlSmsStore } from '../sms/index.ts'
import { createVerificationService, type VerificationService } from './service.ts'
import { createSqlVerificationStore } from './store.sql.ts'

const [here, elsewhere] = ['site-1', 'site-2'].map(id => v.parse(SiteId, id)) as [SiteId, SiteId]
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let database: OpenDatabase
let clock: ReturnType<typeof createManualClock>
let inbox: ReturnType<typeof createSimulatedInbox>
let verification: VerificationService
let isOut: boolean
let logged: string[]

beforeEach(async () => {
	database = await openDatabase({ memory: true })
	const settings = v.parse(SiteSettings, {})
	const sites = createSqlSiteStore(database.db)
	await sites.insert({ id: here, host: 'here', name: 'Harbour', isDefault: true, settings }, 1)
	await sites.insert({ id: elsewhere, host: 'elsewhere', name: 'Elsewhere', isDefault: false, settings }, 2)
	clock = createManualClock(100 * day)
	isOut = false
	logged = []
	const log = createLog('debug', { write: line => void logged.push(line) })
	inbox = createSimulatedInbox({ clock, log, isDemo: false })
	const siteService = createSiteService({ store: sites, clock })
	verification = createVerificationService({
		store: createSqlVerificationStore(database.db),
		budget: createSmsBudget({ store: createSqlSmsStore(database.db), sites: siteService, clock, log }),
		sms: {
			name: 'test',
			canSend: () => true,
			async send(message) {
				await Promise.resolve()
				if (isOut) throw new Error('out of order')
				await inbox.send(message)
			},
		},
		sites: siteService,
		clock,
		ids: randomIds,
		createRateLimit: createMemoryRateLimits(),
		log,
		secret: Buffer.alloc(32, 1),
	})
})
afterEach(() => database.close())

const asked = {
	siteId: here,
	purpose: 2,
	areaCode: '86',
	mobile: '13800000001',
	address: '10.0.0.1',
	language: 'zh',
} as const
const send = (changes: Partial<Parameters<VerificationService['sendCode']>[0]> = {}) =>
	verification.sendCode({ ...asked, ...changes })
const codeIn = (text = '') => /\d{6}/.exec(text)?.[0] ?? ''
const newest = () => codeIn(inbox.recent()[0]?.text)
const check = (code: string, changes: Partial<Parameters<VerificationService['checkCode']>[0]> = {}) =>
	verification.checkCode({ ...asked, code, ...changes })
/** Six digits that are not these. */
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('sending', () => {
	test('[SMS-14, SMS-18] a number gets six digits, with the name of the site and how long they are good', async () => {
		expect(await send()).toEqual({ ok: true, value: undefined })
		expect(inbox.recent()).toMatchObject([
			{ to: '+8613800000001', text: expect.stringMatching(/【Harbour】.*\D\d{6}\D.*5 分钟/) },
		])
		await send({ mobile: '2015550123', areaCode: '1', language: 'en' })
		expect(inbox.recent()[0]).toMatchObject({
			to: '+12015550123',
			text: expect.stringMatching(/^\d{6} is your Harbour code.*5 minutes/),
		})
	})

	test('[SMS-22] an invalid mobile number gets none', async () => {
		expect(await send({ mobile: '123' })).toEqual({ ok: false, failure: 'mobileInvalid' })
		expect(inbox.recent()).toEqual([])
	})

	test('[SMS-19] one a minute for a number, whatever it is for and however it is spelled', async () => {
		await send()
		clock.advance(20_000)
		const wait = { ok: false, failure: 'tooManyCodes', retryAfterMs: 40_000 }
		expect(await send({ purpose: 4, areaCode: undefined, mobile: '+86 138 0000 0001', address: '10.0.0.2' })).toEqual(
			wait,
		)
		clock.advance(40_000)
		expect((await send()).ok).toBe(true)
	})

	test('[SMS-19] of several at once for one number exactly one is sent', async () => {
		const sent = await Promise.all(Array.from({ length: 8 }, (_, i) => send({ address: `10.0.0.${i}` })))
		expect(sent.filter(({ ok }) => ok)).toHaveLength(1)
		expect(inbox.recent()).toHaveLength(1)
	})

	test('[SMS-19] another number, and the same one on another site, does not wait', async () => {
		await send()
		expect((await send({ mobile: '13800000002' })).ok).toBe(true)
		expect((await send({ siteId: elsewhere })).ok).toBe(true)
		expect(inbox.recent()[0]?.text).toContain('【Elsewhere】')
	})

	test('[SMS-21] ten in a day for a number, until the first of them is a day old', async () => {
		for (let i = 0; i < 10; i++) {
			expect((await send({ address: `10.0.0.${i}` })).ok).toBe(true)
			clock.advance(hour)
		}
		const refusal = { ok: false, failure: 'limitReached', retryAfterMs: day - 10 * hour }
		expect(await send()).toEqual(refusal)
		await verification.removeExpired()
		expect(await send()).toEqual(refusal)
		clock.advance(day - 10 * hour)
		expect((await send()).ok).toBe(true)
	})

	test('[SMS-19] twenty in an hour from one address, whatever the numbers', async () => {
		const sent = []
		for (let i = 10; i < 31; i++) sent.push(await send({ mobile: `138000000${i}` }))
		expect(sent.slice(0, 20).every(({ ok }) => ok)).toBe(true)
		expect(sent[20]).toMatchObject({ failure: 'tooManyCodes', retryAfterMs: expect.toSatisfy(ms => ms > 3_000_000) })
		expect((await send({ mobile: '13800000031', address: '10.0.0.2' })).ok).toBe(true)
	})

	test('[SMS-21] of many at once no more are sent than the budget of the site', async () => {
		const { settings } = (await createSqlSiteStore(database.db).all())[0] as { settings: SiteSettings }
		await createSqlSiteStore(database.db).saveSettings(here, { ...settings, smsPerDay: 3 })
		const asked = Array.from({ length: 8 }, (_, i) => send({ mobile: `1380000001${i}`, address: `10.0.1.${i}` }))
		expect((await Promise.all(asked)).filter(({ ok }) => ok)).toHaveLength(3)
		expect(inbox.recent()).toHaveLength(3)
		clock.advance(day)
		expect((await send()).ok).toBe(true)
	})

	test('[SMS-20] a sender that fails counts for nothing, and the code before stays good', async () => {
		await send()
		const before = newest()
		clock.advance(minute)
		isOut = true
		for (let i = 0; i < 25; i++) expect(await send()).toEqual({ ok: false, failure: 'notSent' })
		isOut = false
		expect(await check(before)).toBe('right')
		expect((await send()).ok).toBe(true)
	})

	test('[SMS-20] why it failed is logged, and neither number nor code is', async () => {
		isOut = true
		await send()
		expect(logged.join()).toContain('out of order')
		isOut = false
		await send()
		expect(logged.join()).not.toContain('13800000001')
		expect(logged.join()).not.toContain(newest())
	})
})

describe('a code', () => {
	test('[SMS-23] is right once', async () => {
		await send()
		expect(await check(newest())).toBe('right')
		expect(await check(newest())).toBe('codeExpired')
	})

	test('[SMS-23] of two at once one is right', async () => {
		await send()
		const answers = await Promise.all([check(newest()), check(newest()), check(newest())])
		expect(answers.sort()).toEqual(['codeExpired', 'codeExpired', 'right'])
	})

	test('[SMS-23] is worthless for another purpose, number or site', async () => {
		await send()
		await send({ siteId: elsewhere })
		const [there = '', code = ''] = inbox.recent().map(({ text }) => codeIn(text))
		expect(await check(code, { purpose: 1 })).toBe('wrongCode')
		expect(await check(code, { mobile: '13800000002' })).toBe('wrongCode')
		expect(await check(code, { mobile: 'nonsense' })).toBe('wrongCode')
		if (there !== code) expect(await check(code, { siteId: elsewhere })).toBe('wrongCode')
		expect(await check(code)).toBe('right')
	})

	test('[SMS-23] is good for five minutes', async () => {
		await send()
		clock.advance(5 * minute - 1)
		expect(await check(another(newest()))).toBe('wrongCode')
		clock.advance(1)
		expect(await check(newest())).toBe('codeExpired')
	})

	test('[SMS-23] has five tries, and then not even the right one helps', async () => {
		await send()
		for (let i = 0; i < 5; i++) expect(await check(another(newest()))).toBe('wrongCode')
		expect(await check(newest())).toBe('codeExpired')
		clock.advance(minute)
		await send()
		expect(await check(newest())).toBe('right')
	})

	test('[SMS-23] takes the place of the one before', async () => {
		await send()
		const before = newest()
		clock.advance(minute)
		while ((await send()).ok && newest() === before) clock.advance(minute)
		expect(await check(before)).toBe('wrongCode')
		expect(await check(newest())).toBe('right')
	})

	test.each(['', ' ', '12345', '1234567', 'abcdef', '000000\u0000'])('[SMS-23] is never %j', async code => {
		await send()
		expect(await check(code)).toBe('wrongCode')
	})

	test('[API-38] is kept as a hash under a key', async () => {
		await send()
		const rows = await createSqlVerificationStore(database.db).findNewestCode({ ...asked, areaCode: '86' })
		expect(JSON.stringify(rows)).not.toContain(newest())
		expect(rows?.codeHash).toMatch(/^[\w-]{43}$/)
	})
})

describe('a proof', () => {
	const proof = { siteId: here, purpose: 'register', areaCode: '86', mobile: '13800000001' } as const
	const proven = { userId: null, areaCode: '86', mobile: '13800000001' }

	test('[REG-03] is looked at as often as one likes and spent once', async () => {
		const token = await verification.proofs.issue(proof)
		expect(token).toMatch(/^[\w-]{43}$/)
		expect(await verification.proofs.find(here, 'register', token)).toEqual(proven)
		const spent = await Promise.all([1, 2, 3].map(() => verification.proofs.consume(here, 'register', token)))
		expect(spent.filter(Boolean)).toEqual([proven])
		expect(await verification.proofs.find(here, 'register', token)).toBeUndefined()
	})

	test('[FORGOT-02] is worthless elsewhere, for something else, and after fifteen minutes', async () => {
		const token = await verification.proofs.issue(proof)
		expect(await verification.proofs.consume(elsewhere, 'register', token)).toBeUndefined()
		expect(await verification.proofs.consume(here, 'reset', token)).toBeUndefined()
		clock.advance(15 * minute)
		expect(await verification.proofs.consume(here, 'register', token)).toBeUndefined()
		expect(await verification.proofs.consume(here, 'register', 'made up')).toBeUndefined()
	})

	test('[UNBIND-04] may be of a person', async () => {
		await database.db
			.$extendTables<{ users: Record<string, string | number | null> }>()
			.insertInto('users')
			.values({ id: 'u-1', site_id: here, name: 'a', name_key: 'a', display_name: 'A', is_complete: 1, created_at: 1 })
			.execute()
		const userId = v.parse(UserId, 'u-1')
		const token = await verification.proofs.issue({ siteId: here, purpose: 'unbind.messenger', userId })
		const spent = await verification.proofs.consume(here, 'unbind.messenger', token)
		expect(spent).toEqual({ userId, areaCode: null, mobile: null })
	})
})
