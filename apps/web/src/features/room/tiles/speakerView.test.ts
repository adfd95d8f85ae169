import { expect, test } from 'vitest'
import { computeSpeakerView } from './speakerView.ts'

test('[ROOM-99] on a phone four squares at most are in the middle below the large tile', () => {
	const phone = { width: 358, height: 600, gap: 6 }
	const { large, strip } = computeSpeakerView(7, phone)
	expect(large).toEqual({ left: 0, top: 0, width: 358, height: 509 })
	expect(strip.map(({ left, top, width }) => [left, top, width])).toEqual([
		[0, 515, 85],
		[91, 515, 85],
		[182, 515, 85],
		[273, 515, 85],
	])
	expect(computeSpeakerView(2, phone).strip.map(({ left }) => left)).toEqual([91, 182])
})

test('[ROOM-99] on its side and on a laptop a column is beside it, as long as the stage', () => {
	const side = computeSpeakerView(9, { width: 700, height: 320, gap: 6 })
	expect([side.large.width, side.large.height, side.strip.length]).toEqual([574, 320, 4])
	const laptop = computeSpeakerView(9, { width: 1_248, height: 664, gap: 8 })
	expect([laptop.large.width, laptop.strip.length, laptop.strip[1]]).toEqual([
		1_032,
		5,
		{ left: 1_040, top: 125, width: 208, height: 117 },
	])
})

test('[ROOM-99] before the stage is measured nothing has a negative size', () => {
	const { large, strip } = computeSpeakerView(3, { width: 0, height: 0, gap: 6 })
	expect([large, ...strip].every(({ width, height }) => width >= 0 && height >= 0)).toBe(true)
})
