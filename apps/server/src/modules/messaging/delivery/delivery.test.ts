import { ImUserId } from '@parley/im'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { LoggedEvent, NewEvent } from '../model/event.ts'
import { flowing, nextBacklog } from './backlog.ts'
import { batchIntervalMs, countedFrom, isCrowd, untilNextBatch } from './batchInterval.ts'
import { createEventOrder } from './eventOrder.ts'
import { encodeEvents } from './wire.ts'

const event = (hisId: number, name: NewEvent['name'] = 'messagesReceived'): LoggedEvent => ({
	name,
	uid: v.parse(ImUserId, 'li'),
	hisId,
	ts: 0,
	body: {},
})
const kB = 1024

test('the interval between batches grows with the number of listeners, within its bounds, and the first event is not delayed', () => {
	expect([1, 100, 1_000, 5_000].map(batchIntervalMs)).toEqual([20, 20, 100, 200])
	expect([0, 200, 201, 5_000].map(isCrowd)).toEqual([false, false, true, true])
	expect(untilNextBatch(1_000, Number.NEGATIVE_INFINITY, 5)).toBe(0)
	expect(untilNextBatch(1_000, 1_000, 1_040)).toBe(60)
	expect(untilNextBatch(1_000, 1_000, 1_200)).toBe(0)
})

test('an interval counts from the end of the previous one, so that at most one batch per interval leaves, plus one', () => {
	expect(countedFrom(1_000, Number.NEGATIVE_INFINITY, 1_000)).toBe(900)
	expect(countedFrom(1_000, 900, 1_010)).toBe(1_000)
	expect(countedFrom(1_000, 1_000, 1_170)).toBe(1_100)
	// A batch that leaves early.
	expect(countedFrom(1_000, 1_000, 1_020)).toBe(1_020)
	let counted = Number.NEGATIVE_INFINITY
	let left = 0
	for (let now = 0; now < 10_000; now++) {
		if (untilNextBatch(1_000, counted, now) > 0) continue
		counted = countedFrom(1_000, counted, now)
		left++
	}
	expect(left).toBe(101)
})

test('a connection lags above 256 kB until nearly everything has left', () => {
	const lagging = nextBacklog(flowing, 257 * kB, 0)
	expect(lagging).toEqual({ status: 'lagging', since: 0 })
	expect(nextBacklog(flowing, 256 * kB, 0)).toEqual(flowing)
	expect(nextBacklog(lagging, 200 * kB, 1_000)).toEqual(lagging)
	expect(nextBacklog(lagging, 64 * kB, 1_000)).toEqual(flowing)
})

test('a connection is too slow above 1 MB at once, or after half a minute', () => {
	expect(nextBacklog(flowing, 1_025 * kB, 0)).toEqual({ status: 'tooSlow' })
	const lagging = nextBacklog(flowing, 300 * kB, 0)
	expect(nextBacklog(lagging, 300 * kB, 29_999)).toEqual(lagging)
	expect(nextBacklog(lagging, 300 * kB, 30_000)).toEqual({ status: 'tooSlow' })
	expect(nextBacklog(lagging, 10 * kB, 30_000)).toEqual(flowing)
})

test('events come out once and in order, in whatever order and however often they come in', () => {
	const offers = fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }), { maxLength: 60 })
	fc.assert(
		fc.property(offers, batches => {
			const order = createEventOrder('e', 0)
			const out = batches.flatMap(batch => order.offer(batch.map(hisId => event(hisId)))).map(({ hisId }) => hisId)
			const offered = new Set(batches.flat())
			const expected: number[] = []
			while (offered.has(expected.length + 1)) expected.push(expected.length + 1)
			expect(out).toEqual(expected)
			expect(order.isBehind()).toBe(Math.max(0, ...offered) > expected.length)
		}),
	)
})

test('pushes cover every position once, have one kind each, and count skipped events', () => {
	const kinds = ['messagesReceived', 'messageRevoked', 'groupUpdated'] as const
	const logs = fc.array(fc.record({ kind: fc.constantFrom(...kinds), isShown: fc.boolean() }), {
		minLength: 1,
		maxLength: 30,
	})
	fc.assert(
		fc.property(logs, fc.integer({ min: 1, max: 1_000 }), (log, from) => {
			const all = log.map(({ kind, isShown }, index) => ({ logged: event(from + index, kind), isShown }))
			const shown = all.filter(({ isShown }) => isShown).map(({ logged }) => logged)
			const to = from + log.length - 1
			const pushes = encodeEvents({ gid: 'g' as never }, 'e', { from, to }, shown).map(
				({ jsonData }) => jsonData as { from: number; to: number; skipped?: number; list: { hisId: number }[] },
			)
			let next = from
			for (const push of pushes) {
				expect(push.from).toBe(next)
				next = push.to + 1
				expect((push.skipped ?? 0) + push.list.length).toBe(push.to - push.from + 1)
				for (const { hisId } of push.list) expect(hisId >= push.from && hisId <= push.to).toBe(true)
			}
			expect(next).toBe(to + 1)
			expect(pushes.flatMap(({ list }) => list.map(({ hisId }) => hisId))).toEqual(shown.map(({ hisId }) => hisId))
		}),
	)
})
