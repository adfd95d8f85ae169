import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../platform/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createMemoryRateLimits } from '../../platform/rateLimit.ts'
import { createManualClock } from '../../platform/testing/index.ts'
import { createSiteService, createSqlSiteStore, SiteSettings } from '../site/index.ts'
import { isProofOfWorkValid } from './answerCheck.ts'
import { createDragTrail, findProofOfWork } from './fixtures.ts'
import type { PuzzlePicture } from './picture/puzzlePicture.ts'
import { type ChallengeService, createChallengeService } from './service.ts'
import { createSqlChallengeStore } from './store.sql.ts'
import type { ChallengeClient } from './store.ts'
import type { VerifyWithVendor } from './vendor.ts'

const [here, elsewhere] = ['site-1', 'site-2'].map(id => v.parse(SiteId, id)) as [SiteId, SiteId]
const asker: ChallengeClient = { siteId: here, browser: 'browser-1', address: '10.0.0.1' }
const sessionId = 'session-1'
const minute = 60_000
const left = 140
const drawn: PuzzlePicture = { picture: Buffer.from('picture'), piece: Buffer.from('piece'), pieceWidth: 65, left }
const bits = { key: 6, blind: 10 }

let database: OpenDatabase
let clock: ReturnType<typeof createManualClock>
let challenges: ChallengeService
let draw: () => Promise<PuzzlePicture>
let verifyWithVendor: VerifyWithVendor
let logged: string[]

beforeEach(async () => {
	database = await openDatabase({ memory: true })
	const store = createSqlSiteStore(database.db)
	const settings = v.parse(SiteSettings, { challengeOpen: true })
	await store.insert({ id: here, host: 'here', name: 'Here', isDefault: true, settings }, 1)
	await store.insert({ id: elsewhere, host: 'elsewhere', name: 'E', isDefault: false, settings }, 2)
	clock = createManualClock(1_000_000)
	draw = async () => drawn
	verifyWithVendor = async () => false
	logged = []
	challenges = createChallengeService({
		store: createSqlChallengeStore(database.db),
		sites: createSiteService({ store, clock }),
		clock,
		ids: randomIds,
		createRateLimit: createMemoryRateLimits(),
		log: createLog('debug', { write: line => void logged.push(line) }),
		drawPuzzlePicture: () => draw(),
		verifyWithVendor: (...asked) => verifyWithVendor(...asked),
		bits,
	})
})
afterEach(() => database.close())

async function set(settings: Partial<SiteSettings>) {
	await createSqlSiteStore(database.db).saveSettings(here, v.parse(SiteSettings, settings))
	clock.advance(6_000)
}

async function issued(of: ChallengeClient = asker, session = sessionId) {
	const made = await challenges.issue(of, session)
	if (!made.ok || !made.value.puzzle) throw new Error('no puzzle')
	clock.advance(2_000)
	return made.value.puzzle
}

/** A pass of a solved challenge. */
async function solved(of: ChallengeClient = asker) {
	const { id } = await issued(of)
	const judged = await challenges.solve(of, { id, sessionId, left, trail: createDragTrail(left) })
	if (!judged.ok) throw new Error(judged.failure)
	return judged.value.captcha
}
const others = [{ siteId: elsewhere }, { browser: 'browser-2' }, { address: '10.0.0.2' }]
const failed = { ok: false, failure: 'challengeFailed' }

describe('a challenge', () => {
	test('[LOGIN-37] consists of a picture, a piece, and data for people who do not drag; never the answer', async () => {
		const made = await challenges.issue(asker, sessionId)
		expect(made).toMatchObject({ ok: true, value: { appKey: 'parley', scene: 'slider' } })
		const puzzle = await issued()
		expect(puzzle).toEqual({
			id: expect.stringMatching(/^ch_/),
			picture: `data:image/webp;base64,${drawn.picture.toString('base64')}`,
			piece: `data:image/webp;base64,${drawn.piece.toString('base64')}`,
			width: 300,
			height: 150,
			pieceWidth: 65,
			salt: expect.stringMatching(/^w_/),
			keyBits: 6,
			blindBits: 10,
		})
	})

	test('[LOGIN-35] is solved by dragging the piece into place', async () => {
		const { id } = await issued()
		const judged = await challenges.solve(asker, { id, sessionId, left, trail: createDragTrail(left) })
		expect(judged).toEqual({ ok: true, value: { captcha: expect.stringMatching(/^[\w-]{43}$/) } })
	})

	test.each([
		['in the wrong place', { left: left + 20, trail: createDragTrail(left + 20) }],
		[
			'by a machine',
			{ left, trail: Array.from({ length: 30 }, (_, i) => `${i * 20},${Math.round((left * i) / 29)},0`).join(';') },
		],
		['with a trail that is none', { left, trail: 'straight to it' }],
		['with an empty trail', { left, trail: '' }],
		['without a trail or work', { left }],
		['with nothing', {}],
		['with a trail alone', { trail: createDragTrail(left) }],
		['with work that is none', { proof: 'lazy' }],
	])('[LOGIN-35] %s is not solved, and cannot be tried again', async (_, answer) => {
		const { id } = await issued()
		expect(await challenges.solve(asker, { id, sessionId, ...answer })).toEqual(failed)
		expect(await challenges.solve(asker, { id, sessionId, left, trail: createDragTrail(left) })).toEqual(failed)
	})

	test('[LOGIN-35] is solved without dragging: the place by keys with a little work, or more work alone', async () => {
		const keys = await issued()
		const byKeys = { id: keys.id, sessionId, left: left - 4, proof: findProofOfWork(keys.salt, keys.keyBits) }
		expect((await challenges.solve(asker, byKeys)).ok).toBe(true)
		const blind = await issued()
		const byWork = { id: blind.id, sessionId, proof: findProofOfWork(blind.salt, blind.blindBits) }
		expect((await challenges.solve(asker, byWork)).ok).toBe(true)
	})

	test('[LOGIN-35] little work is not enough alone, nor with the wrong place, nor for another puzzle', async () => {
		const first = await issued()
		const little = findProofOfWork(first.salt, bits.key)
		if (isProofOfWorkValid(first.salt, little, bits.blind)) return
		expect(await challenges.solve(asker, { id: first.id, sessionId, proof: little })).toEqual(failed)
		const second = await issued()
		const proof = findProofOfWork(second.salt, bits.blind)
		expect(await challenges.solve(asker, { id: second.id, sessionId, left: left + 20, proof })).toEqual(failed)
		const third = await issued()
		expect(
			await challenges.solve(asker, { id: third.id, sessionId, proof: findProofOfWork(second.salt, bits.blind) }),
		).toEqual(failed)
	})

	test('[LOGIN-35] is judged once, even if two answers arrive at the same time', async () => {
		const { id } = await issued()
		const answer = { id, sessionId, left, trail: createDragTrail(left) }
		const judged = await Promise.all([1, 2, 3].map(() => challenges.solve(asker, answer)))
		expect(judged.filter(({ ok }) => ok)).toHaveLength(1)
	})

	test.each([...others, { session: 'session-2' }])(
		'[LOGIN-35] is valid only for the client it was made for: %j',
		async other => {
			const { session = sessionId, ...whose } = other as { session?: string } & Partial<ChallengeClient>
			const { id } = await issued()
			const answer = { id, left, trail: createDragTrail(left) }
			expect(await challenges.solve({ ...asker, ...whose }, { ...answer, sessionId: session })).toEqual(failed)
			expect((await challenges.solve(asker, { ...answer, sessionId })).ok).toBe(true)
		},
	)

	test('[LOGIN-36] is good for two minutes', async () => {
		const { id } = await issued()
		clock.advance(2 * minute - 2_000)
		const late = { ok: false, failure: 'challengeExpired' }
		expect(await challenges.solve(asker, { id, sessionId, left, trail: createDragTrail(left) })).toEqual(late)
	})

	test('[LOGIN-42] after thirty wrong answers from an address, none is issued for a while', async () => {
		for (let i = 0; i < 30; i++) await challenges.solve(asker, { id: 'ch_none', sessionId, left })
		const wait = { ok: false, failure: 'tooMany', retryAfterMs: expect.toSatisfy(ms => ms > 500_000) }
		expect(await challenges.issue(asker, sessionId)).toEqual(wait)
		expect(await challenges.solve(asker, { id: 'ch_none', sessionId, left })).toEqual(wait)
		expect((await challenges.issue({ ...asker, address: '10.0.0.2' }, sessionId)).ok).toBe(true)
	})

	test('[LOGIN-37] many concurrent ones are drawn two at a time, and too many are told to wait', async () => {
		let drawing = 0
		let most = 0
		draw = async () => {
			drawing++
			most = Math.max(most, drawing)
			await new Promise(resolve => setTimeout(resolve, 1))
			drawing--
			return drawn
		}
		const made = await Promise.all(Array.from({ length: 50 }, () => challenges.issue(asker, sessionId)))
		expect(most).toBe(2)
		expect(made.filter(({ ok }) => ok)).toHaveLength(42)
		expect(made.find(({ ok }) => !ok)).toEqual({ ok: false, failure: 'tooMany', retryAfterMs: 1_000 })
	})
})

describe('a pass', () => {
	const demand = (captcha: string | undefined, changes: Partial<ChallengeClient> = {}) =>
		challenges.requirePass({ ...asker, captcha, ...changes })

	test('[LOGIN-36] none is challengeNeeded, a made-up one challengeFailed, a late one challengeExpired', async () => {
		expect(await demand(undefined)).toBe('challengeNeeded')
		expect(await demand('')).toBe('challengeNeeded')
		expect(await demand('made up')).toBe('challengeFailed')
		const captcha = await solved()
		clock.advance(3 * minute)
		expect(await demand(captcha)).toBe('challengeExpired')
	})

	test('[LOGIN-35] is good once, and of two at once for one', async () => {
		const captcha = await solved()
		const answers = await Promise.all([demand(captcha), demand(captcha), demand(captcha)])
		expect(answers.sort()).toEqual(['challengeFailed', 'challengeFailed', undefined])
		expect(await demand(captcha)).toBe('challengeFailed')
	})

	test.each(others)('[LOGIN-35] is valid only for the client it was given to: %j', async other => {
		const captcha = await solved()
		expect(await demand(captcha, other)).toBe('challengeFailed')
		expect(await demand(captcha)).toBeUndefined()
	})

	test('[OP-022] is neither checked nor used up if no challenge is required', async () => {
		const captcha = await solved()
		await set({})
		expect(await demand('anything')).toBeUndefined()
		expect(await demand(captcha)).toBeUndefined()
		await set({ challengeOpen: true })
		expect(await demand(captcha)).toBeUndefined()
	})

	test('is deleted with its challenge when both are too old', async () => {
		const captcha = await solved()
		clock.advance(2 * minute)
		await challenges.removeExpired()
		expect(await demand(captcha)).toBeUndefined()
		clock.advance(3 * minute)
		await challenges.removeExpired()
		expect(await demand(captcha)).toBe('challengeFailed')
	})
})

describe('a challenge opens', () => {
	beforeEach(() => set({}))
	const isOpen = (changes: Partial<ChallengeClient> & { account?: string } = {}) =>
		challenges.isRequired({ ...asker, ...changes })

	test('[LOGIN-34] is required of everyone if the site says so', async () => {
		expect(await isOpen()).toBe(false)
		await set({ challengeOpen: true })
		expect(await isOpen()).toBe(true)
	})

	test('[LOGIN-34] after three failures of an address, for that address on that site', async () => {
		for (let i = 0; i < 2; i++) await challenges.recordFailure(here, asker.address)
		expect(await isOpen()).toBe(false)
		await challenges.recordFailure(here, asker.address)
		expect(await isOpen()).toBe(true)
		expect(await isOpen({ browser: 'browser-2' })).toBe(true)
		expect(await isOpen({ address: '10.0.0.2' })).toBe(false)
		await createSqlSiteStore(database.db).saveSettings(elsewhere, v.parse(SiteSettings, {}))
		clock.advance(6_000)
		expect(await isOpen({ siteId: elsewhere })).toBe(false)
	})

	test('[LOGIN-36] after three failures of an account name, from wherever it is tried, however it is written', async () => {
		for (let i = 1; i <= 3; i++) await challenges.recordFailure(here, `10.0.1.${i}`, 'Anna')
		expect(await isOpen()).toBe(false)
		expect(await isOpen({ account: 'anna' })).toBe(true)
		expect(await isOpen({ account: 'ben' })).toBe(false)
		const asked = { ...asker, captcha: '' }
		expect(await challenges.requirePass({ ...asked, account: ' ANNA ' })).toBe('challengeNeeded')
		expect(await challenges.requirePass({ ...asked, account: 'ben' })).toBeUndefined()
		await challenges.recordSuccess(here, asker.address, 'anna')
		expect(await isOpen({ account: 'anna' })).toBe(false)
	})

	test('[LOGIN-34] a sign-in makes up for one failure of its address, once: colleagues do not solve challenges for the mistakes of others', async () => {
		for (let i = 0; i < 3; i++) await challenges.recordFailure(here, asker.address)
		await challenges.recordSuccess(here, asker.address, 'anna')
		expect(await isOpen()).toBe(false)
		await challenges.recordFailure(here, asker.address)
		await challenges.recordSuccess(here, asker.address, 'ANNA ')
		expect(await isOpen()).toBe(true)
		await challenges.recordSuccess(here, '10.0.0.2', 'ben')
		expect(await isOpen()).toBe(true)
	})
})

describe('a vendor', () => {
	const vendor = {
		challengeOpen: true,
		challengeVendorKey: 'key-1',
		challengeVendorScene: 'login',
		challengeVendorUrl: 'https://vendor.example/verify',
		challengeVendorSecret: 'hidden',
	}
	beforeEach(() => set(vendor))

	test('[LOGIN-37] of the site takes the place of our own puzzle', async () => {
		const named = { ok: true, value: { appKey: 'key-1', scene: 'login' } }
		expect(await challenges.issue(asker, sessionId)).toEqual(named)
	})

	test('[LOGIN-38] judges the answer, with what it needs to', async () => {
		const asked: unknown[] = []
		verifyWithVendor = async (...given) => {
			asked.push(given)
			return given[1] === 'good'
		}
		expect(await challenges.requirePass({ ...asker, captcha: 'good' })).toBeUndefined()
		expect(await challenges.requirePass({ ...asker, captcha: 'bad' })).toBe('challengeFailed')
		expect(await challenges.requirePass({ ...asker, captcha: '' })).toBe('challengeNeeded')
		const settings = { appKey: 'key-1', scene: 'login', verifyUrl: vendor.challengeVendorUrl, secret: 'hidden' }
		expect(asked).toEqual([
			[settings, 'good', asker.address],
			[settings, 'bad', asker.address],
		])
	})

	test('[LOGIN-38] without a verdict admits no one, and is logged', async () => {
		verifyWithVendor = async () => {
			throw new Error('vendor is away')
		}
		expect(await challenges.requirePass({ ...asker, captcha: 'good' })).toBe('challengeFailed')
		expect(logged.join()).toContain('vendor is away')
		expect(logged.join()).not.toContain('hidden')
	})

	test('[LOGIN-38] if set up incompletely counts as none', async () => {
		await set({ ...vendor, challengeVendorUrl: '' })
		expect(await issued()).toMatchObject({ width: 300 })
	})
})
