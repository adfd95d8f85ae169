import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createManualClock } from '../../platform/testing/index.ts'
import { type Site, SiteSettings } from '../site/index.ts'
import { createSmsBudget, type SmsBudget, smsBudgetStatus } from './budget.ts'

const here = v.parse(SiteId, 'here')
const day = 86_400_000

let clock: ReturnType<typeof createManualClock>
let sentAt: number[]
let noticedAt: number[]
let logged: string[]
let budget: SmsBudget

beforeEach(() => {
	clock = createManualClock(100 * day)
	sentAt = []
	noticedAt = []
	logged = []
	const site = { id: here, settings: v.parse(SiteSettings, { smsPerDay: 10 }) } as Site
	budget = createSmsBudget({
		store: {
			countSent: async (_, since) => ({
				code: sentAt.filter(at => at > since).length,
				passwordGuessing: noticedAt.filter(at => at > since).length,
			}),
		},
		sites: { find: async () => site, all: async () => [site] },
		clock,
		log: createLog('debug', { write: line => void logged.push(line) }),
	})
})

const record = async () => sentAt.push(clock.now()) > 0
async function spend(times: number) {
	const spent = []
	for (let i = 0; i < times; i++) spent.push(await budget.spend(here, 'accountCode', record))
	return spent.filter(Boolean).length
}

test('[SMS-21] the last fifth is for people with an account', async () => {
	expect(await spend(8)).toBe(8)
	expect(await budget.spend(here, 'newcomerCode', record)).toBe(false)
	expect(await spend(4)).toBe(2)
	expect(await budget.list()).toEqual([{ siteId: here, sent: 10, perDay: 10 }])
})

test('[JERR-04] a tenth at most tells hosts of tried passwords, and nothing of the last fifth', async () => {
	const notice = async () => noticedAt.push(clock.now()) > 0
	expect(await budget.spend(here, 'guessingNotice', notice)).toBe(true)
	expect(await budget.spend(here, 'guessingNotice', notice)).toBe(false)
	clock.advance(day)
	await spend(8)
	expect(await budget.spend(here, 'guessingNotice', notice)).toBe(false)
})

test('[SMS-21] messages that were not recorded are not counted', async () => {
	expect(await budget.spend(here, 'accountCode', async () => false)).toBe(false)
	expect(await spend(11)).toBe(10)
})

test('[SMS-21] of many at once no more pass than are left', async () => {
	const spent = await Promise.all(Array.from({ length: 40 }, () => budget.spend(here, 'accountCode', record)))
	expect(spent.filter(Boolean)).toHaveLength(10)
})

test('[SMS-21] the log warns at four fifths and at the end, once each, and again the next day', async () => {
	await spend(7)
	expect(logged).toEqual([])
	await spend(1)
	expect(logged.join()).toContain('four fifths of the daily text-message budget are used')
	await spend(1)
	expect(logged).toHaveLength(1)
	await spend(1)
	expect(logged).toHaveLength(2)
	expect(logged.join()).toContain('the daily text-message budget is used up')
	clock.advance(day)
	await spend(8)
	expect(logged).toHaveLength(3)
})

test('[SMS-21] a budget is nearly spent from four fifths on; a site that sends none has none to spend', () => {
	const status = (sent: number, perDay = 10) => smsBudgetStatus({ sent, perDay })
	expect([0, 7, 8, 9, 10, 11].map(sent => status(sent))).toEqual([
		'free',
		'free',
		'nearlySpent',
		'nearlySpent',
		'spent',
		'spent',
	])
	expect(status(0, 0)).toBe('free')
})
