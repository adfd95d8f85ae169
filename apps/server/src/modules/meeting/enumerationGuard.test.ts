import { MeetingId, SiteId } from '@parley/core'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import type { Member } from '../../platform/handlers.ts'
import { createMemoryRateLimits } from '../../platform/rateLimit.ts'
import { createEnumerationGuard } from './enumerationGuard.ts'
import type { MeetingOnDay } from './listing.ts'
import type { OwnListCheck } from './ownLists.ts'

const siteId = v.parse(SiteId, 'site')
const meetingId = v.parse(MeetingId, '123456789')
const meeting = { siteId, meetingId } as MeetingOnDay
const there = async () => meeting
const notThere = async () => undefined
const notListed: OwnListCheck = { wasListed: false, isListed: () => false, readIsListed: async () => false }

function aLook(own = notListed) {
	const suspect = vi.fn(async () => {})
	const { look } = createEnumerationGuard({
		createRateLimit: createMemoryRateLimits(),
		challenges: { recordFailure: suspect, requirePass: async () => undefined },
		sweeps: { isOn: () => false, recordUnknownId: async () => {} },
		ownLists: { remember() {}, checkFor: () => own },
	})
	const at = (address: string, find: () => Promise<MeetingOnDay | undefined>, member?: Member) =>
		look({ siteId, address, browser: 'browser', member }, meetingId, find)
	return { at, suspect }
}
const times = <T>(count: number, act: () => Promise<T>) => Promise.all(Array.from({ length: count }, act))

test('[LOGIN-35] ten unknown ids are slips, the next one is suspicious', async () => {
	const { at, suspect } = aLook()
	for (let i = 0; i < 10; i++) expect(await at('1', notThere)).toEqual({ ok: true, found: undefined })
	expect(suspect).not.toHaveBeenCalled()
	await at('1', notThere)
	expect(suspect).toHaveBeenCalledExactlyOnceWith(siteId, '1')
})

test('[API-03] after thirty unknown ids an address waits, whatever it asks for, and no other one does', async () => {
	const { at } = aLook()
	await times(30, () => at('2', notThere))
	const refused = await at('2', there)
	expect(refused.ok).toBe(false)
	expect((refused as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(0)
	expect(await at('3', there)).toEqual({ ok: true, found: meeting })
})

test('[API-03] a hundred at once are a hundred looks', async () => {
	const { at } = aLook()
	const answers = await times(100, () => at('4', notThere))
	expect(answers.filter(answer => answer.ok)).toHaveLength(30)
})

test('[API-03] ids that are there cost nothing', async () => {
	const { at, suspect } = aLook()
	for (let i = 0; i < 100; i++) expect(await at('5', there)).toEqual({ ok: true, found: meeting })
	expect(suspect).not.toHaveBeenCalled()
})

test('[API-03] many at once at one address look up meetings that are there, more than may look up unknown ones', async () => {
	const { at } = aLook()
	const slowly = () => new Promise<MeetingOnDay>(resolve => setImmediate(() => resolve(meeting)))
	const answers = await times(100, () => at('9', slowly))
	expect(answers.filter(answer => answer.ok)).toHaveLength(100)
})

test('[API-03] ids count in the order of the lookups, so that a known one that is read faster does not come before others', async () => {
	const { at } = aLook()
	const anna = { userId: 'anna' } as Member
	const slowly = () => new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), 20))
	const unknown = times(30, () => at('10', slowly, anna))
	const known = times(5, () => at('10', there, anna))
	expect((await unknown).map(({ ok }) => ok)).toEqual(Array(30).fill(true))
	expect((await known).map(({ ok }) => ok)).toEqual(Array(5).fill(false))
})

test('[API-03] a meeting of the own list is found with the limit used up, and one that is gone is an unknown id', async () => {
	const { at } = aLook({ wasListed: true, isListed: () => true, readIsListed: async () => false })
	const anna = { userId: 'anna' } as Member
	for (let n = 0; n < 30; n++) await at('11', notThere, anna)
	expect(await at('11', there, anna)).toEqual({ ok: true, found: meeting })
	expect((await at('11', notThere, anna)).ok).toBe(false)
})

test('[API-03] members count by person, independently of others at their address', async () => {
	const { at, suspect } = aLook()
	const [anna, ben] = ['anna', 'ben'].map(userId => ({ userId }) as Member)
	await times(31, () => at('6', notThere))
	expect(suspect).toHaveBeenCalled()
	suspect.mockClear()
	expect(await at('6', there, anna)).toEqual({ ok: true, found: meeting })
	await times(30, () => at('7', notThere, anna))
	expect((await at('8', there, anna)).ok).toBe(false)
	expect((await at('7', there, ben)).ok).toBe(true)
	expect((await at('7', there)).ok).toBe(true)
	expect(suspect).not.toHaveBeenCalled()
})

describe('while ids are guessed from many addresses', () => {
	const guest = { siteId, address: '9', browser: 'browser', member: undefined }

	function aSweptSite() {
		let now = 0
		const challenge = vi.fn(async ({ captcha }: { captcha: string | undefined }) =>
			captcha === 'solved' ? undefined : ('challengeNeeded' as const),
		)
		const recordUnknownId = vi.fn(async () => {})
		const { look, requirePass } = createEnumerationGuard({
			createRateLimit: createMemoryRateLimits(undefined, () => now),
			challenges: { recordFailure: async () => {}, requirePass: challenge },
			sweeps: { isOn: site => site === siteId, recordUnknownId },
			ownLists: { remember() {}, checkFor: () => notListed },
		})
		const advance = (ms: number) => {
			now += ms
		}
		return { look, requirePass, challenge, recordUnknownId, advance }
	}

	test('[API-03] a guest solves a challenge; members and other sites do not', async () => {
		const { requirePass, challenge } = aSweptSite()
		expect(await requirePass(guest, undefined)).toBe('challengeNeeded')
		expect(challenge).toHaveBeenCalledExactlyOnceWith({
			siteId,
			browser: 'browser',
			address: '9',
			captcha: undefined,
			risk: 'high',
		})
		expect(await requirePass({ ...guest, member: { userId: 'anna' } as Member }, undefined)).toBeUndefined()
		expect(await requirePass({ ...guest, siteId: v.parse(SiteId, 'other') }, undefined)).toBeUndefined()
		expect(challenge).toHaveBeenCalledOnce()
	})

	test('[API-03] a solved one is good for this browser at this address, for ten minutes', async () => {
		const { requirePass, advance } = aSweptSite()
		expect(await requirePass(guest, 'solved')).toBeUndefined()
		expect(await requirePass(guest, undefined)).toBeUndefined()
		expect(await requirePass({ ...guest, browser: 'another' }, undefined)).toBe('challengeNeeded')
		expect(await requirePass({ ...guest, address: '10' }, undefined)).toBe('challengeNeeded')
		advance(10 * 60_000 - 1)
		expect(await requirePass(guest, undefined)).toBeUndefined()
		advance(1)
		expect(await requirePass(guest, undefined)).toBe('challengeNeeded')
	})

	test('[API-03] it ends with an unknown id, not with one that is there', async () => {
		const { look, requirePass, recordUnknownId } = aSweptSite()
		await requirePass(guest, 'solved')
		await look(guest, meetingId, there)
		expect(recordUnknownId).not.toHaveBeenCalled()
		expect(await requirePass(guest, undefined)).toBeUndefined()
		await look(guest, meetingId, notThere)
		expect(recordUnknownId).toHaveBeenCalledExactlyOnceWith(siteId)
		expect(await requirePass(guest, undefined)).toBe('challengeNeeded')
	})

	test('[API-03] once its address has used up the unknown ids, a guest solves one, which is good until their next', async () => {
		const { look, requirePass } = aSweptSite()
		const quiet = { ...guest, siteId: v.parse(SiteId, 'quiet') }
		const colleague = { ...quiet, browser: 'another' }
		for (let n = 0; n < 30; n++) await look(quiet, meetingId, notThere)
		expect(await requirePass(colleague, undefined)).toBe('challengeNeeded')
		expect((await look(colleague, meetingId, there)).ok).toBe(false)
		expect(await requirePass(colleague, 'solved')).toBeUndefined()
		expect(await look(colleague, meetingId, there)).toEqual({ ok: true, found: meeting })
		expect(await look(colleague, meetingId, notThere)).toEqual({ ok: true, found: undefined })
		expect(await requirePass(colleague, undefined)).toBe('challengeNeeded')
		expect((await look(quiet, meetingId, there)).ok).toBe(false)
	})

	test('[API-03] one that was not solved opens nothing', async () => {
		const { requirePass } = aSweptSite()
		expect(await requirePass(guest, 'made up')).toBe('challengeNeeded')
		expect(await requirePass(guest, undefined)).toBe('challengeNeeded')
	})
})
