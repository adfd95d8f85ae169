import { expect, test } from 'vitest'
import { pictureBox } from './pictureBox.ts'

const [landscape, upright] = [16 / 9, 9 / 16]

test('[ROOM-96] a picture fills a tile of about its shape', () => {
	for (const [picture, tile] of [
		[landscape, 16 / 9],
		[landscape, 1],
		[landscape, 0.8],
		[4 / 3, 16 / 9],
		[upright, 0.62],
		[upright, 1],
	] as const)
		expect(pictureBox(picture, tile)).toEqual({ width: 1, height: 1 })
})

test('[ROOM-96] a landscape picture is cut to four fifths at most, an upright one to a square', () => {
	expect(pictureBox(landscape, 0.4)).toEqual({ width: 1, height: 0.5 })
	expect(pictureBox(upright, 16 / 9)).toEqual({ width: 9 / 16, height: 1 })
})
