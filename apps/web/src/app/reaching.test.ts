import { expect, test, vi } from 'vitest'
import { keepReaching, knockEveryMs } from './reaching.ts'

/** A page without a network whose clock and browser are moved by hand. */
function aLostPage() {
	const page = { isMissing: true, isHidden: false }
	const knocks: { signal: AbortSignal; answer: () => void }[] = []
	const off = vi.fn()
	let online = () => {}
	let tick = () => {}
	const stop = keepReaching({
		knock: signal => new Promise<void>(answer => knocks.push({ signal, answer })),
		isMissing: () => page.isMissing,
		isHidden: () => page.isHidden,
		onOnline(act) {
			online = act
			return off
		},
		every(ms, act) {
			expect(ms).toBe(knockEveryMs)
			tick = act
			return off
		},
	})
	return { page, knocks, off, stop, online: () => online(), tick: () => tick() }
}

test('while the server is missing it is asked again and again, one question at a time', async () => {
	const { knocks, tick } = aLostPage()
	tick()
	tick()
	expect(knocks).toHaveLength(1)
	knocks[0]?.answer()
	await Promise.resolve()
	tick()
	expect(knocks).toHaveLength(2)
})

test('nothing is asked while the server answers, nor while nobody looks', () => {
	const { page, knocks, tick } = aLostPage()
	page.isMissing = false
	tick()
	page.isMissing = true
	page.isHidden = true
	tick()
	expect(knocks).toHaveLength(0)
	page.isHidden = false
	tick()
	expect(knocks).toHaveLength(1)
})

test('the network coming back asks at once, and calls off what the old one was asked', () => {
	const { knocks, online, tick } = aLostPage()
	tick()
	online()
	expect(knocks.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('leaving calls everything off', () => {
	const { knocks, off, stop, online } = aLostPage()
	online()
	stop()
	expect(off).toHaveBeenCalledTimes(2)
	expect(knocks[0]?.signal.aborted).toBe(true)
})
