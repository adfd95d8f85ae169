import { expect, test } from 'vitest'
import { SlidingCount } from './slidingCount.ts'

function aCount(seconds: number) {
	const clock = { now: 1_000_000 }
	const count = new SlidingCount({ seconds, now: () => clock.now })
	const pass = (seconds: number) => {
		clock.now += seconds * 1_000
	}
	return { count, pass }
}

test('counts events in the complete seconds of its period', () => {
	const { count, pass } = aCount(10)
	for (let second = 0; second < 20; second++) {
		count.add(second < 10 ? 5 : 1)
		pass(1)
	}
	expect(count.perSecond()).toBe(1)
	count.add(100)
	expect(count.perSecond()).toBe(1)
	pass(1)
	expect(count.perSecond()).toBe((9 * 1 + 100) / 10)
	pass(11)
	expect(count.perSecond()).toBe(0)
})

test('the period is as long as one says', () => {
	const { count, pass } = aCount(60)
	count.add(120)
	pass(60)
	expect(count.perSecond()).toBe(2)
	pass(1)
	expect(count.perSecond()).toBe(0)
})

test('initially it counts the seconds so far', () => {
	const { count, pass } = aCount(10)
	expect(count.perSecond()).toBe(0)
	count.add(4)
	expect(count.perSecond()).toBe(4)
	pass(2)
	expect(count.perSecond()).toBe(2)
})

test('after an idle period it counts the seconds so far, as initially', () => {
	const { count, pass } = aCount(10)
	count.add(5)
	pass(30)
	expect(count.perSecond()).toBe(0)
	count.add(4)
	pass(2)
	expect(count.perSecond()).toBe(2)
})
