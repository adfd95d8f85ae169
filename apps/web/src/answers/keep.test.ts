import { refused } from '@parley/core'
import { expect, test, vi } from 'vitest'
import { forgetAfterMs, keep } from './keep.ts'

type Answer = { ok: true; value: number } | { ok: false; failure: string }

/** A call whose answers are given by hand. Page 1 answers 1, and so on; below three there is more. */
function aCall({ isLast = (page: number) => page >= 3 } = {}) {
	const asked: { page: number; signal: AbortSignal; answer(answer: Answer): Promise<void> }[] = []
	const timers = new Map<number, () => void>()
	const outside = {
		front: () => {},
		reachable: () => {},
		isForgotten: false,
	}
	const kept = keep<number, string>(
		{
			ask: (page, signal) =>
				new Promise(resolve =>
					asked.push({
						page,
						signal,
						async answer(answer) {
							resolve(answer as never)
							await new Promise(settled => setImmediate(settled))
						},
					}),
				),
			hasNext: page => !isLast(page),
		},
		{
			onFront(act) {
				outside.front = act
				return () => (outside.front = () => {})
			},
			onReachable(act) {
				outside.reachable = act
				return () => (outside.reachable = () => {})
			},
			after(ms, act) {
				timers.set(ms, act)
				return () => timers.delete(ms)
			},
			forget: () => (outside.isForgotten = true),
		},
	)
	const last = () => asked.at(-1) as (typeof asked)[number]
	return {
		kept,
		asked,
		timers,
		outside,
		last,
		fine: () => last().answer({ ok: true, value: last().page }),
		fail: (failure: string) => last().answer(refused(failure)),
		pages: () => asked.map(({ page }) => page),
	}
}

test('whoever begins to watch has it asked for, and hears when it changes', async () => {
	const { kept, pages, fine } = aCall()
	const changed = vi.fn()
	expect(kept.get()).toEqual({ pages: undefined, asking: undefined, failed: undefined })
	kept.subscribe(changed)
	expect(kept.get().asking).toBe('whole')
	await fine()
	expect(kept.get()).toEqual({ pages: [1], asking: undefined, failed: undefined })
	expect(pages()).toEqual([1])
	expect(changed).toHaveBeenCalledTimes(2)
})

test('[PAGE-08] [PAGE-17] more is appended, one page after the other, until there is no more', async () => {
	const { kept, pages, fine } = aCall()
	kept.subscribe(() => {})
	await fine()
	void kept.more()
	expect(kept.get().asking).toBe('next')
	void kept.more()
	await fine()
	void kept.more()
	await fine()
	expect(kept.get().pages).toEqual([1, 2, 3])
	void kept.more()
	expect(pages()).toEqual([1, 2, 3])
})

test('[PAGE-16] a newer question calls off the older one, whose answer changes nothing', async () => {
	const { kept, asked, fine } = aCall()
	kept.subscribe(() => {})
	await fine()
	void kept.more()
	void kept.again()
	const [, older, newer] = asked
	expect([older?.signal.aborted, newer?.signal.aborted]).toEqual([true, false])
	await older?.answer({ ok: true, value: 2 })
	expect(kept.get()).toMatchObject({ pages: [1], asking: 'whole' })
	await newer?.answer({ ok: true, value: 10 })
	expect(kept.get()).toMatchObject({ pages: [10], asking: undefined })
})

test('[PAGE-07] a refresh leaves the first page alone, and asks for no other', async () => {
	const { kept, pages, fine } = aCall()
	kept.subscribe(() => {})
	await fine()
	void kept.more()
	await fine()
	void kept.refresh()
	expect(kept.get().pages).toEqual([1])
	await fine()
	expect(kept.get().pages).toEqual([1])
	expect(pages()).toEqual([1, 2, 1])
})

test('asking again asks for all the pages there are, and shows them when the last has come', async () => {
	const { kept, pages, fine, last } = aCall({ isLast: page => page === 3 })
	kept.subscribe(() => {})
	await fine()
	void kept.more()
	await fine()
	void kept.again()
	await last().answer({ ok: true, value: 11 })
	expect(kept.get().pages).toEqual([1, 2])
	await last().answer({ ok: true, value: 12 })
	expect(kept.get().pages).toEqual([11, 12])
	expect(pages()).toEqual([1, 2, 1, 2])
})

test('asking again ends where the answer has become shorter', async () => {
	const { kept, pages, fine, last } = aCall()
	kept.subscribe(() => {})
	await fine()
	void kept.more()
	await fine()
	void kept.again()
	await last().answer({ ok: true, value: 9 })
	expect(kept.get().pages).toEqual([9])
	expect(pages()).toEqual([1, 2, 1])
})

test('[LIST-43] what came stays when asking again comes to nothing, and says what failed each time', async () => {
	const { kept, fine, fail } = aCall()
	kept.subscribe(() => {})
	await fine()
	void kept.more()
	await fail('offline')
	const first = kept.get().failed
	expect(kept.get()).toMatchObject({ pages: [1], failed: { part: 'next', failure: 'offline' } })
	void kept.again()
	expect(kept.get().failed).toBe(first)
	await fail('offline')
	expect(kept.get()).toMatchObject({ pages: [1], failed: { part: 'whole', failure: 'offline' } })
	void kept.again()
	await fine()
	expect(kept.get().failed).toBeUndefined()
})

test('without anything to show, trying again shows no failure any more', async () => {
	const { kept, fail } = aCall()
	kept.subscribe(() => {})
	await fail('offline')
	void kept.again()
	expect(kept.get()).toEqual({ pages: undefined, asking: 'whole', failed: undefined })
})

test('back in front it is asked for again, unless it is being asked for', async () => {
	const { outside, pages, fine, kept } = aCall()
	kept.subscribe(() => {})
	outside.front()
	expect(pages()).toEqual([1])
	await fine()
	outside.front()
	expect(pages()).toEqual([1, 1])
})

test('once the server is back, what failed and is watched is asked for again, and nothing else', async () => {
	const fine = aCall()
	fine.kept.subscribe(() => {})
	await fine.fine()
	fine.outside.reachable()
	expect(fine.pages()).toEqual([1])

	const lost = aCall()
	const leave = lost.kept.subscribe(() => {})
	await lost.fail('offline')
	lost.outside.reachable()
	expect(lost.pages()).toEqual([1, 1])
	await lost.fail('offline')
	leave()
	lost.outside.reachable()
	expect(lost.pages()).toEqual([1, 1])
})

test('who leaves calls off what is asked; who comes back sees what was there while it is asked for again', async () => {
	const { kept, last, fine, pages } = aCall()
	const leave = kept.subscribe(() => {})
	await fine()
	void kept.again()
	leave()
	expect(last().signal.aborted).toBe(true)
	expect(kept.get()).toEqual({ pages: [1], asking: undefined, failed: undefined })
	kept.subscribe(() => {})
	expect(kept.get()).toEqual({ pages: [1], asking: 'whole', failed: undefined })
	expect(pages()).toEqual([1, 1, 1])
})

test('what nobody looks at is forgotten after five minutes', () => {
	const { kept, timers, outside } = aCall()
	const leave = kept.subscribe(() => {})
	expect([...timers.keys()]).toEqual([])
	leave()
	timers.get(forgetAfterMs)?.()
	expect(forgetAfterMs).toBe(5 * 60_000)
	expect(outside.isForgotten).toBe(true)
})
