import { answerCodes, imLimits } from '@parley/im'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IMError } from '../core/errors.ts'
import { createStats } from '../core/stats.ts'
import { batch, epoch, messages, page, positions } from '../testing/log.ts'
import { createVirtualTime } from '../testing/virtualTime.ts'
import type { EventBatch } from './batches.ts'
import { createSequencer, type Discontinuity, type LogPage } from './sequencer.ts'

const gid = { gid: 'g' }

function open(
	options: { start?: number; head?: () => number; fetch?: (after?: number, before?: number) => Promise<LogPage> } = {},
) {
	const time = createVirtualTime()
	const stats = createStats()
	const given: EventBatch[] = []
	const gaps: Discontinuity[] = []
	const asked: [number | undefined, number | undefined][] = []
	let mayRepair = true
	const head = options.head ?? (() => 0)
	const history = async (after?: number, before = head() + 1): Promise<LogPage> => {
		const to = after === undefined ? head() : Math.min(before - 1, after + 100)
		const from = after === undefined ? Math.max(1, to - 99) : after + 1
		return to < from ? { epoch, list: [], head: head() } : page(from, to, head())
	}
	const sequencer = createSequencer(
		{
			env: { after: time.after, strict: true } as never,
			stats,
			conversation: gid,
			async fetch(after, before) {
				asked.push([after, before])
				return (options.fetch ?? history)(after, before)
			},
			mayRepair: () => mayRepair,
			onUnknown: () => {},
			isRead: true,
			deliver: (_name, given1) => given.push(given1),
			emit: (_, event) => gaps.push(event),
			onMove: () => {},
		},
		options.start === undefined ? undefined : { epoch, last: options.start },
	)
	const push = (from: number, to = from, more = {}) => sequencer.push('messagesReceived', batch(gid, from, to, more))
	return { time, stats, sequencer, given, gaps, asked, push, setMayRepair: (may: boolean) => (mayRepair = may) }
}

test('the next events are delivered at once; duplicates are dropped and counted', () => {
	const { push, given, stats } = open({ start: 0 })
	push(1)
	push(2, 3)
	push(2, 3)
	push(3, 4)
	expect(positions(given)).toEqual([1, 2, 3, 4])
	expect(given.at(-1)).toMatchObject({ from: 4, to: 4, gid: 'g' })
	expect(stats.duplicates).toBe(3)
})

test('events that overtake each other within 50 ms are sorted, without a request', async () => {
	const { time, push, given, asked } = open({ start: 0 })
	push(3)
	push(2)
	await time.advance(49)
	expect(given).toHaveLength(0)
	push(1)
	await time.advance(1_000)
	expect(positions(given)).toEqual([1, 2, 3])
	expect(asked).toEqual([])
})

test('a gap is requested after 50 ms, between known and waiting events', async () => {
	const { time, push, given, asked, gaps } = open({ start: 5, head: () => 9 })
	push(9)
	await time.advance(49)
	expect(asked).toEqual([])
	await time.advance(2)
	expect(asked).toEqual([[5, 9]])
	expect(positions(given)).toEqual([6, 7, 8, 9])
	expect(gaps).toEqual([])
})

test('a lost last event is noticed by the head', async () => {
	const { time, sequencer, given, asked } = open({ start: 5, head: () => 7 })
	sequencer.head(5)
	await time.advance(100)
	expect(asked).toEqual([])
	sequencer.head(7)
	await time.advance(100)
	expect(positions(given)).toEqual([6, 7])
})

test('several pages are read in turn', async () => {
	const { time, sequencer, given, asked } = open({ start: 0, head: () => 250 })
	sequencer.head(250)
	await time.advance(100)
	expect(positions(given)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1))
	expect(asked.map(([after]) => after)).toEqual([0, 100, 200])
})

test('if more is missing than is fetched, the newest page is delivered and the gap is announced', async () => {
	const { time, sequencer, given, gaps } = open({ start: 10, head: () => 1_000 })
	sequencer.head(1_000)
	await time.advance(100)
	expect(gaps).toEqual([{ gid: 'g', reason: 'tooMuch', from: 11, to: 900 }])
	expect(positions(given)).toEqual(Array.from({ length: 100 }, (_, index) => 901 + index))
	expect(imLimits.maxMissed).toBeLessThan(990)
})

test('events skipped on purpose are counted, and not requested', async () => {
	const { time, sequencer, push, given, asked, stats } = open({ start: 0 })
	sequencer.push('messagesReceived', batch(gid, 1, 9, { list: messages(3, 4), skipped: 7 }))
	push(10)
	await time.advance(1_000)
	expect(positions(given)).toEqual([3, 4, 10])
	expect([stats.skipped, asked.length]).toEqual([7, 0])
})

test('a batch with fewer events than it states is announced', () => {
	const { sequencer, gaps } = open({ start: 0 })
	sequencer.push('messagesReceived', batch(gid, 1, 4, { list: messages(1, 2) }))
	expect(gaps).toEqual([{ gid: 'g', reason: 'missing', from: 1, to: 4 }])
})

test('a new epoch is announced, and the log continues there', () => {
	const { push, given, gaps } = open({ start: 40 })
	push(3, 3, { epoch: 'e2' })
	push(4, 4, { epoch: 'e2' })
	expect(gaps).toEqual([{ gid: 'g', reason: 'epoch', from: 1, to: 2 }])
	expect(positions(given)).toEqual([3, 4])
})

test('a log whose beginning was deleted is announced', async () => {
	const { time, push, given, gaps } = open({
		start: 5,
		fetch: async () => ({ epoch, list: messages(8, 9), head: 10, min: 8 }),
	})
	push(10)
	await time.advance(100)
	expect(gaps).toEqual([{ gid: 'g', reason: 'gone', from: 6, to: 7 }])
	expect(positions(given)).toEqual([8, 9, 10])
})

test('a reader without the right to missing events is notified, and continues', async () => {
	const { time, push, given, gaps } = open({
		start: 5,
		fetch: async () => {
			throw new IMError(answerCodes.notMember)
		},
	})
	push(8)
	await time.advance(100)
	expect(gaps).toEqual([{ gid: 'g', reason: 'refused', from: 6, to: 7 }])
	expect(positions(given)).toEqual([8])
})

test('an error is not an answer: the request is repeated until one arrives', async () => {
	let count = 0
	const { time, push, given, gaps } = open({
		start: 0,
		fetch: async () => {
			if (++count < 4) throw new IMError(answerCodes.unavailable)
			return page(1, 2)
		},
	})
	push(3)
	await time.advance(20_000)
	expect(positions(given)).toEqual([1, 2, 3])
	expect([count, gaps.length]).toEqual([4, 0])
})

test('a lagging replica is asked again; events that stay missing are announced', async () => {
	const { time, push, given, gaps, asked } = open({ start: 0, fetch: async () => ({ epoch, list: [], head: 0 }) })
	push(3)
	await time.advance(500)
	expect([asked.length, given.length]).toEqual([1, 0])
	await time.advance(20_000)
	expect(gaps).toEqual([{ gid: 'g', reason: 'missing', from: 1, to: 2 }])
	expect(positions(given)).toEqual([3])
})

test('while a page is in flight nothing else is requested; afterwards missing events are', async () => {
	const { time, sequencer, push, given, asked, setMayRepair } = open({ start: 0, head: () => 4 })
	setMayRepair(false)
	push(4)
	await time.advance(1_000)
	expect(asked).toEqual([])
	sequencer.page({ ...page(1, 2), after: 0 })
	setMayRepair(true)
	sequencer.settle()
	await time.advance(100)
	expect(positions(given)).toEqual([1, 2, 3, 4])
})

test('events of an unknown conversation wait for its page; without one, it begins with them and announces a gap', async () => {
	const waits = open()
	waits.push(7)
	expect(waits.given).toHaveLength(0)
	waits.sequencer.page({ ...page(5, 6, 7), after: 4 })
	expect(positions(waits.given)).toEqual([5, 6, 7])
	expect(waits.gaps).toEqual([])
	const alone = open()
	alone.push(7)
	alone.sequencer.settle()
	expect(positions(alone.given)).toEqual([7])
	expect(alone.gaps).toEqual([{ gid: 'g', reason: 'missing', from: 1, to: 6 }])
})

test('a page with a gap reports it', () => {
	const { sequencer, gaps, given } = open({ start: 3 })
	sequencer.page({ ...page(10, 11), after: 9, discontinuity: true })
	expect(gaps).toEqual([{ gid: 'g', reason: 'tooMuch', from: 4, to: 9 }])
	expect(positions(given)).toEqual([10, 11])
})

test('a page of several kinds is delivered as batches of one kind', () => {
	const { sequencer, given } = open({ start: 0 })
	const revoked = { hisId: 3, ts: 1, userId: 'bob', target: 1, messageType: 9001 }
	sequencer.page({ epoch, list: [...messages(1, 2), revoked as never, ...messages(4)], after: 0, head: 4 })
	expect(given.map(({ from, to }) => [from, to])).toEqual([
		[1, 2],
		[3, 3],
		[4, 4],
	])
})

test('an event kind of a newer server is skipped, without a gap', () => {
	const { sequencer, given, gaps } = open({ start: 0 })
	const unknown = { hisId: 2, ts: 1, userId: 'bob', messageType: 9_008 }
	sequencer.page({ epoch, list: [...messages(1), unknown as never, ...messages(3)], after: 0, head: 3 })
	expect(positions(given)).toEqual([1, 3])
	expect([sequencer.last, gaps]).toEqual([3, []])
})

test('at most 256 batches wait; later ones are requested again', async () => {
	const { time, push, given, gaps, stats } = open({ start: 0, head: () => 300 })
	for (let position = 300; position > 1; position--) push(position)
	await time.advance(1_000)
	expect(positions(given)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
	expect(gaps).toEqual([])
	expect(stats.repairs).toBeGreaterThan(0)
})

test('whatever arrives in whatever order, every position is delivered once and in order, or announced', async () => {
	const pushes = fc.array(
		fc.record({ from: fc.integer({ min: 1, max: 60 }), size: fc.integer({ min: 1, max: 8 }), wait: fc.nat(120) }),
		{ minLength: 1, maxLength: 25 },
	)
	await fc.assert(
		fc.asyncProperty(pushes, fc.nat(3), async (sequence, failures) => {
			let left = failures
			const last = Math.max(...sequence.map(({ from, size }) => from + size - 1))
			const { time, push, given, gaps, sequencer } = open({
				start: 0,
				head: () => last,
				fetch: async (after = 0, before = last + 1) => {
					if (left-- > 0) throw new IMError(answerCodes.unavailable)
					return page(after + 1, Math.min(before - 1, after + 10), last)
				},
			})
			for (const { from, size, wait } of sequence) {
				push(from, from + size - 1)
				await time.advance(wait)
			}
			await time.advance(120_000)
			expect(positions(given)).toEqual(Array.from({ length: last }, (_, index) => index + 1))
			expect(gaps).toEqual([])
			expect([sequencer.last, time.pending]).toEqual([last, 0])
		}),
		{ numRuns: 200 },
	)
})

test('an answer resets the retry delay', async () => {
	let failures = 4
	let head = 2
	const { time, push, given } = open({
		start: 0,
		fetch: async after => {
			if (failures-- > 0) throw new IMError(answerCodes.unavailable)
			return page((after ?? 0) + 1, head)
		},
	})
	push(3)
	await time.advance(30_000)
	expect(positions(given)).toEqual([1, 2, 3])
	failures = 1
	head = 4
	push(5)
	await time.advance(1_200)
	expect(positions(given)).toEqual([1, 2, 3, 4, 5])
})
