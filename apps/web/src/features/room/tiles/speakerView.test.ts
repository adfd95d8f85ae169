import { expect, test } from 'vitest'
import { computeSpeakerView } from './speakerView.ts'

test('[ROOM-99] on a phone four squares at most are in the middle below the large tile', () => {
	const phone = { width: 358, height: 600, gap: 6 }
	const { large, strip } = computeSpeakerView(4, phone)
	expect(large).toEqual({ left: 0, top: 0, width: 358, height: 509 })
	expect(strip.boxesOf(4).map(({ left, top, width }) => [left, top, width])).toEqual([
		[0, 515, 85],
		[91, 515, 85],
		[182, 515, 85],
		[273, 515, 85],
	])
	const two = computeSpeakerView(2, phone).strip
	expect(two.boxesOf(2).map(({ left }) => left)).toEqual([91, 182])
	expect([strip.pager, two.pager]).toEqual([undefined, undefined])
})

test('[ROOM-99] on its side and on a laptop a column is beside it, as long as the stage', () => {
	const side = computeSpeakerView(4, { width: 700, height: 320, gap: 6 })
	expect([side.large.width, side.large.height, side.strip.size]).toEqual([574, 320, 4])
	const laptop = computeSpeakerView(5, { width: 1_248, height: 664, gap: 8 })
	expect([laptop.large.width, laptop.strip.size, laptop.strip.boxesOf(5)[1]]).toEqual([
		1_032,
		5,
		{ left: 1_040, top: 125, width: 208, height: 117 },
	])
})

test('[ROOM-230] a strip without room for all has pages, which are turned below it, under no tile', () => {
	for (const [stage, size] of [
		[{ width: 358, height: 600, gap: 6 }, 4],
		[{ width: 700, height: 320, gap: 6 }, 3],
		[{ width: 1_248, height: 664, gap: 8 }, 4],
	] as const) {
		const { large, strip } = computeSpeakerView(9, stage)
		const pager = strip.pager ?? { left: 0, top: 0, width: 0, height: 0 }
		expect([strip.size, pager.height, pager.top]).toEqual([size, 44, stage.height - 44])
		expect(pager.left >= large.left + large.width || pager.top >= large.top + large.height).toBe(true)
		expect(pager.width).toBeGreaterThanOrEqual(120)
		for (const { top, height } of strip.boxesOf(size)) expect(top + height).toBeLessThanOrEqual(pager.top)
	}
})

test('[ROOM-99] before the stage is measured nothing has a negative size', () => {
	const { large, strip } = computeSpeakerView(3, { width: 0, height: 0, gap: 6 })
	expect([large, ...strip.boxesOf(3)].every(({ width, height }) => width >= 0 && height >= 0)).toBe(true)
})
