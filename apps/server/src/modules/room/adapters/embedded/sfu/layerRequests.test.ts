import { expect, test } from 'vitest'
import { LayerRequests } from './layerRequests.ts'

/** Calls `update` ten times a second and returns what was asked for, in order. */
function requests() {
	const layers = new LayerRequests(2, 0)
	let nowMs = 0
	return {
		layers,
		now: () => nowMs,
		pass(seconds: number, needed: number[], arriving: number[] = [0, 1]) {
			const asked: number[][] = []
			const untilMs = nowMs + seconds * 1_000
			for (; nowMs < untilMs; nowMs += 100) {
				const change = layers.update(new Set(needed), layer => arriving.includes(layer), nowMs)
				if (change) asked.push(change.asked)
			}
			return asked
		},
	}
}

test('[ROOM-86] a layer that nobody receives is given up after three seconds, and asked for again at once', () => {
	const { pass } = requests()
	expect(pass(2.5, [0])).toEqual([])
	expect(pass(1, [0])).toEqual([[0]])
	expect(pass(10, [])).toEqual([[]])
	expect(pass(0.1, [1])).toEqual([[1]])
	expect(pass(5, [0, 1])).toEqual([[0, 1]])
})

test('[ROOM-86] a layer that is not asked for can be expected; one that does not come is not, for fifteen seconds', () => {
	const { pass, layers, now } = requests()
	pass(4, [0], [0])
	expect([layers.isAskedFor(1), layers.isExpected(1, now())]).toEqual([false, true])
	pass(1, [0, 1], [0])
	expect([layers.isAskedFor(1), layers.isExpected(1, now())]).toEqual([true, true])
	pass(2, [0, 1], [0])
	expect(layers.isExpected(1, now())).toBe(false)
	pass(10, [0], [0])
	expect([layers.isAskedFor(1), layers.isExpected(1, now())]).toEqual([false, false])
	pass(6, [0], [0])
	expect(layers.isExpected(1, now())).toBe(true)
})

test('[ROOM-86] a layer that comes after all is no longer held to have failed', () => {
	const { pass, layers, now } = requests()
	pass(3, [0, 1], [0])
	expect(layers.isExpected(1, now())).toBe(false)
	pass(0.1, [0, 1], [0, 1])
	pass(4, [0], [0])
	expect(layers.isExpected(1, now())).toBe(true)
})

test('[ROOM-86] a layer that does not come is asked for again every two seconds', () => {
	const { pass } = requests()
	expect(pass(6.1, [0, 1], [0])).toEqual([
		[0, 1],
		[0, 1],
		[0, 1],
	])
	expect(pass(6, [0, 1])).toEqual([])
})
