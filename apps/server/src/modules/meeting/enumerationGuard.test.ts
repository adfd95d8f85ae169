import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import type { Member } from '../../platform/handlers.ts'
import { createMemoryRateLimits } from '../../platform/rateLimit.ts'
import { createEnumerationGuard } from './enumerationGuard.ts'

const siteId = v.parse(SiteId, 'site')
const there = async () => 'meeting'
const notThere = async () => undefined

function aLook() {
	const suspect = vi.fn(async () => {})
	const { look } = createEnumerationGuard({
		createRateLimit: createMemoryRateLimits(),
		challenges: { recordFailure: suspect, requirePass: async () => undefined },
		sweeps: { isOn: () => false, recordUnknownId: async () => {} },
	})
	const at = (address: string, find: () => Promise<string | undefined>, member?: Member) =>
		look({ siteId, address, browser: 'browser', member }, find)
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
	expect(await at('3', there)).toEqual({ ok: true, found: 'meeting' })
})

test('[API-03] a hundred at once are a hundred looks', async () => {
	const { at } = aLook()
	const answers = await times(100, () => at('4', notThere))
	expect(answers.filter(answer => answer.ok)).toHaveLength(30)
})

test('[API-03] ids that are there cost nothing', async () => {
	const { at, suspect } = aLook()
	for (let i = 0; i < 100; i++) expect(await at('5', there)).toEqual({ ok: true, found: 'meeting' })
	expect(suspect).not.toHaveBeenCalled()
})

test('[API-03] members count by person: not by what others at their address asked for, nor against them', async () => {
	const { at, suspect } = aLook()
	const [anna, ben] = ['anna', 'ben'].map(userId => ({ userId }) as Member)
	await times(31, () => at('6', notThere))
	expect(suspect).toHaveBeenCalled()
	suspect.mockClear()
	expect(await at('6', there, anna)).toEqual({ ok: true, found: 'meeting' })
	await times(30, () => at('7', notThere, anna))
	expect((await at('8', there, anna)).ok).toBe(false)
	expect((await at('7', there, ben)).ok).toBe(true)
	expect((await at('7', there)).ok).toBe(true)
	expect(suspect).not.toHaveBeenCalled()
})
