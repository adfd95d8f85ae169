import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateVideo, type VideoDemand } from './bitrateAllocation.ts'

const demand = (fields: Partial<VideoDemand> = {}): VideoDemand => ({
	layers: [100_000, 500_000],
	current: -1,
	highest: 1,
	mayRise: true,
	...fields,
})
const layers = (available: number | undefined, ...demands: VideoDemand[]) => allocateVideo(available, demands).layers

test('[ROOM-83] on a line of which nothing is known, each picture is as good as possible', () => {
	expect(allocateVideo(undefined, [demand(), demand({ highest: 0 })])).toEqual({ layers: [1, 0], wanted: undefined })
})

test('[ROOM-83] each picture gets its lowest layer before the first gets a better one', () => {
	expect(layers(640_000, demand(), demand())).toEqual([0, 0])
	expect(layers(800_000, demand(), demand())).toEqual([1, 0])
	expect(layers(150_000, demand(), demand())).toEqual([0, -1])
	expect(layers(50_000, demand(), demand())).toEqual([-1, -1])
})

test('[ROOM-83] a rise needs a reserve; a layer that is sent stays while it hardly fits', () => {
	expect(layers(520_000, demand({ current: 0 }))).toEqual([0])
	expect(layers(551_000, demand({ current: 0 }))).toEqual([1])
	expect(layers(480_000, demand({ current: 1 }))).toEqual([1])
	expect(layers(470_000, demand({ current: 1 }))).toEqual([0])
})

test('[ROOM-83] for a while after a step down nothing rises, but the wish stays known', () => {
	expect(allocateVideo(2_000_000, [demand({ current: 0, mayRise: false })])).toEqual({ layers: [0], wanted: 675_000 })
	expect(layers(2_000_000, demand({ current: 1, mayRise: false }))).toEqual([1])
})

test('[ROOM-83] what the next improvement needs includes the other pictures', () => {
	expect(allocateVideo(300_000, [demand(), demand()])).toEqual({ layers: [0, 0], wanted: 100_000 + 675_000 })
	expect(allocateVideo(0, [demand()]).wanted).toBe(135_000)
})

test('[ROOM-84] a layer that does not arrive, or carries less than a lower one, is not chosen', () => {
	expect(layers(undefined, demand({ layers: [100_000, 0] }))).toEqual([0])
	expect(layers(undefined, demand({ layers: [100_000, 90_000] }))).toEqual([0])
	expect(layers(undefined, demand({ layers: [0, 500_000] }))).toEqual([1])
	expect(layers(undefined, demand({ layers: [0, 500_000], highest: 0 }))).toEqual([1])
	expect(layers(undefined, demand({ layers: [0, 0] }))).toEqual([0])
	expect(layers(undefined, demand({ highest: -1 }))).toEqual([-1])
})

test('[ROOM-83] what is chosen for new pictures always fits', () => {
	const rate = fc.nat(2_000_000)
	const some = fc.array(fc.record({ layers: fc.tuple(rate, rate), highest: fc.constantFrom(0, 1) }), { maxLength: 12 })
	fc.assert(
		fc.property(some, fc.nat(5_000_000), (given, available) => {
			const demands = given.map(demand)
			const rates = layers(available, ...demands).map((layer, index) => demands[index]?.layers[layer] ?? 0)
			expect(rates.reduce((sum, bitsPerSecond) => sum + bitsPerSecond, 0)).toBeLessThanOrEqual(available)
		}),
	)
})
